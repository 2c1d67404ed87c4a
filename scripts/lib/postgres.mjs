import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const keeper = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url));

/**
 * Brings up a real PostgreSQL for tests, empty, on loopback. A keeper process runs it and stops it when this process
 * ends in any way: the keeper's standard input then ends, which even kill -9 cannot prevent.
 * @param {{ withTools?: boolean; durable?: boolean }} [options] only one that has pg_dump and the like, of its own
 * version, beside it; one that waits for the disk, for what is measured
 * @returns {Promise<{ url: string; bin: string; stop: () => Promise<void> }>} `bin` is the folder of its programs
 */
export async function startPostgres({ withTools = false, durable = false } = {}) {
  const flags = [...(withTools ? ['--with-tools'] : []), ...(durable ? ['--durable'] : [])];
  const child = spawn(process.execPath, [keeper, ...flags], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  const exited = once(child, 'exit');
  let answer = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    answer += chunk;
    if (answer.includes('\n')) break;
  }
  const { url, bin, error } = JSON.parse(answer || '{"error":"The PostgreSQL keeper ended without a word."}');
  if (!url) throw new Error(`PostgreSQL for the tests did not start. ${error}`);

  // This process can end without a call of stop().
  child.unref();
  for (const stream of [child.stdin, child.stdout]) /** @type {import('node:net').Socket} */ (stream).unref();
  return {
    url,
    bin,
    stop: async () => {
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}
