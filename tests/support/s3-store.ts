import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensurePeers } from '../../scripts/lib/install.mjs';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { findFreePort } from './free-port.ts';

/** A store by other people, which keeps its objects in files. */
export interface S3Store {
  readonly port: number;
  /** Its keys and the bucket, as the server is told. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export const BUCKET = 'pushoff-things';
const KEY = 'S3RVER';

export async function startS3Store(folder: string): Promise<S3Store> {
  await ensurePeers('tests', 's3');
  const port = await findFreePort();
  const program = fromRoot('tests', 's3', 'node_modules', 's3rver', 'bin', 's3rver.js');
  const flags = [
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '-d',
    folder,
    '--no-vhost-buckets',
    '--configure-bucket',
    BUCKET,
  ];
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'ignore', 'inherit'] });
  const end = () => void child.kill('SIGKILL');
  process.on('exit', end);
  while (
    !(await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('The S3 store ended before it was ready.');
    await sleep(50);
  }
  return {
    port,
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    async stop() {
      process.off('exit', end);
      end();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
