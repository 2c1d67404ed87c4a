import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../support/free-port.ts';

/** The lines of `deploy/Dockerfile` that make the content of the image and its start. */
function readDockerfile(file: string) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const of = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  return {
    copies: of('COPY').map((words) => words.split(' ')),
    env: Object.fromEntries(of('ENV').flatMap((words) => words.split(' ').map((pair) => pair.split('=')))),
    command: JSON.parse(of('CMD')[0]!) as string[],
  };
}

/**
 * What the image has, in an empty folder: a path that the Dockerfile forgot is missing here too. The server answers at
 * the image's address and is stopped by the signal that Docker sends.
 */
export async function runImageByHand(release: string, folder: string): Promise<number | null> {
  const { copies, env, command } = readDockerfile(join(release, 'deploy', 'Dockerfile'));
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const words of copies) {
    const target = words.at(-1)!;
    for (const source of words.slice(0, -1)) {
      cpSync(join(release, source), join(folder, target === './' ? source : target), { recursive: true });
    }
  }
  const port = await findFreePort();
  // `docker run -e PAYMENTS=sandbox -p …`: without a word about cards a public address is refused.
  const own = {
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    PAYMENTS: 'sandbox',
    LOG_LEVEL: 'warn',
    PATH: join(folder, 'bin'),
  };
  const [program, ...args] = command;
  if (program !== 'node') throw new Error(`The image starts ${program}`);
  const server: ChildProcess = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...env, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: server.stdout! }), 'line');
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`);
  server.kill('SIGTERM');
  await once(server, 'exit');
  if (!ok) throw new Error('The image is not healthy.');
  return server.exitCode;
}
