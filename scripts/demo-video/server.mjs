import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEntry } from '../lib/build.mjs';
import { Refusal } from '../lib/project.mjs';

/** The host in links and codes on the screens; the browser maps it to the server. */
export const SHOWN_HOST = 'pushoff.example';
const START_MS = 30_000;
const STOP_MS = 15_000;

/** @typedef {{ port: number; folder: string; stop: () => Promise<void> }} Server */

/**
 * The built product on a free port, with a data folder that is removed when it stops.
 * @param {Record<string, string>} [settings]
 * @returns {Promise<Server>}
 */
export async function startServer(settings = {}) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-demo-'));
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [serverEntry], {
    // The rest of the shell's environment is left out: a developer's own DATABASE_URL would otherwise be used.
    env: {
      PATH,
      HOME,
      TMPDIR,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      PUBLIC_URL: `http://${SHOWN_HOST}`,
      PAYMENTS: 'sandbox',
      DATA_DIR: folder,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const end = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));

  const deadline = Date.now() + START_MS;
  while (!(await isServing(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Refusal(`The server did not start:\n${printed}`);
    await sleep(50);
  }
  return {
    port,
    folder,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(timer);
      process.off('exit', end);
      end();
    },
  };
}

async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** @param {string} url */
async function isServing(url) {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
