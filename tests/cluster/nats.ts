import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '../support/free-port.ts';

export interface Nats {
  readonly url: string;
  stop(): Promise<void>;
}

/** A real NATS server, without anything on disk. */
export async function startNats(): Promise<Nats> {
  const port = await findFreePort();
  const program = process.env['PUSHOFF_NATS'] ?? 'nats-server';
  const child = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  while (!said.includes('Server is ready')) {
    if (child.exitCode !== null) throw new Error(`nats-server did not start: ${said}`);
    await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      process.off('exit', end);
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
