// Run by postgres.mjs, optionally with --with-tools or --durable. Prints one line of JSON, { url, bin } or { error },
// then keeps the server until standard input ends.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './postgres-binaries.mjs';
import { unprivileged } from './unprivileged.mjs';

const PREFIX = 'pushoff-postgres-';
const START_MS = 60_000;

/** @param {string} folder */
function isAbandoned(folder) {
  try {
    process.kill(Number(readFileSync(join(folder, 'keeper.pid'), 'utf8')), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** A killed keeper leaves its folder and its server behind. Without the folder the server ends within a minute. */
function sweep() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    try {
      if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, who removes it.
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * The server writes its state into the eighth line of postmaster.pid, for pg_ctl to read.
 * @param {string} data
 */
function isReady(data) {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/**
 * @param {import('node:child_process').ChildProcess} server
 */
async function end(server) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGQUIT', 'SIGKILL'])) {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await Promise.race([once(server, 'exit'), sleep(5_000, undefined, { ref: false })]);
  }
}

/** @param {string} folder */
async function start(folder) {
  const user = unprivileged();
  const data = join(folder, 'data');
  const log = join(folder, 'server.log');
  mkdirSync(data, { mode: 0o700 });
  if (user) {
    // A new temporary folder is closed to all other users, and PostgreSQL runs as one.
    chmodSync(folder, 0o755);
    chownSync(data, user.uid, user.gid);
  }
  const binaries = findBinaries(folder, user, process.argv.includes('--with-tools'));
  const as = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  execFileSync(
    binaries.initdb,
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    {
      ...as,
      stdio: 'pipe',
    },
  );

  // Between finding a port and taking it, another program may take it.
  for (let tries = 3; ; tries -= 1) {
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      max_connections: 200,
      ...(process.argv.includes('--durable') ? {} : { fsync: 'off', full_page_writes: 'off' }),
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(binaries.postgres, ['-D', data, ...flags], {
      ...as,
      stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
    });
    const deadline = Date.now() + START_MS;
    while (server.exitCode === null && !isReady(data) && Date.now() < deadline) await sleep(20);
    if (server.exitCode === null && isReady(data))
      return { server, url: `postgresql://postgres@127.0.0.1:${port}/postgres`, bin: dirname(binaries.postgres) };
    await end(server);
    if (tries === 1) throw new Error(readFileSync(log, 'utf8').slice(-2_000));
  }
}

/** @param {object} message */
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

// The parent may be gone before the line is read.
process.stdout.on('error', () => {});
process.stdin.resume();
const told = Promise.race([
  once(process.stdin, 'close'),
  once(process, 'SIGTERM'),
  once(process, 'SIGINT'),
  once(process, 'SIGHUP'),
]);

sweep();
const folder = mkdtempSync(join(tmpdir(), PREFIX));
writeFileSync(join(folder, 'keeper.pid'), String(process.pid));
try {
  const { server, url, bin } = await start(folder);
  say({ url, bin });
  await Promise.race([told, once(server, 'exit')]);
  await end(server);
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  process.stdin.destroy();
}
