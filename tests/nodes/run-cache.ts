import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot } from '../../scripts/lib/project.mjs';
import { unprivileged } from '../../scripts/lib/unprivileged.mjs';
import type { RowsFrame } from '../../src/domain/sights/set-rows.ts';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { findFreePort } from '../support/free-port.ts';
import { openLive } from '../support/live-client.ts';
import { arrive } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { createClient } from '../support/running-server.ts';
import { type BuiltServer, startServer } from '../cluster/server.ts';
import type { CacheReport, CostAtNode } from './cache-report.ts';

/** `taskset` gives the cache one core. */
const CACHE_CORE = '1';
const CONNECTIONS = 200;
/** The node is asked what one request costs, not how many it bears. */
const FEW = 8;
const TAP_EVERY_MS = 500;
const LOOK_EVERY_MS = 100;
const TICKS_A_SECOND = 100;
const WARM_UP_S = 6;
const COST_S = 8;
const SOCKETS = 100;
const EXCHANGES = 40;
/** The promise of SP13, for a machine that does nothing else. */
const MOST_DEAD_MS = 2_000;
export const LEAST_RATE = 10_000;
export const MOST_OF_NODE = 5;

export interface CacheOptions {
  readonly seconds: number;
  readonly nginx: string;
  /** Path of `wrk`, which makes the load. */
  readonly wrk: string;
}

/** Spectators ask nginx for the rows of a race that goes on; then its link changes. */
export async function runCache(options: CacheOptions): Promise<CacheReport> {
  const port = await findFreePort();
  const rowsUrl = `http://127.0.0.1:${port}`;
  const env = { PUBLIC_ROWS_URL: rowsUrl, PUBLIC_ROWS_FROM: '0', TRUSTED_PROXIES: '127.0.0.1' };
  const node = await startServer({ env });
  const cache = await startCache(options.nginx, node, port);
  try {
    return await measure(options, node, cache);
  } finally {
    await cache.stop();
    await node.stop();
  }
}

interface Cache {
  readonly child: ChildProcess;
  /** Of its worker: the master does nothing. */
  processorSeconds(): number;
  stop(): Promise<void>;
}

/** deploy/nginx-rows.conf, with the values that every installation sets, and without TLS, which is measured nowhere here. */
function readSite(folder: string, node: string, port: number): string {
  const site = readFileSync(fromRoot('deploy', 'nginx-rows.conf'), 'utf8');
  const own: readonly (readonly [RegExp, string])[] = [
    [/\/var\/cache\/nginx\//, `${folder}/`],
    [/\/var\/log\/nginx\//, `${folder}/`],
    [/10\.0\.0\.11:3000/, node],
    [/ *server 10\.0\.0\.12:3000.*\n/, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/ *listen \[::\]:443.*\n/, ''],
    [/ *ssl_\w+ .*\n/g, ''],
  ];
  return own.reduce((text, [example, here]) => {
    if (text.search(example) === -1) throw new Error(`deploy/nginx-rows.conf has no ${example}`);
    return text.replace(example, here);
  }, site);
}

async function startCache(nginx: string, node: BuiltServer, port: number): Promise<Cache> {
  const folder = mkdtempSync(join(tmpdir(), 'pushoff-cache-'));
  mkdirSync(join(folder, 'pushoff-rows'));
  writeFileSync(join(folder, 'site.conf'), readSite(folder, new URL(node.url).host, port));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const main = [
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    'events { worker_connections 4096; }',
  ];
  const http = ['keepalive_requests 1000000;', ...temporary, `include ${folder}/site.conf;`];
  writeFileSync(join(folder, 'nginx.conf'), [...main, 'http {', ...http, '}', ''].join('\n'));
  const user = unprivileged();
  if (user) for (const path of [folder, join(folder, 'pushoff-rows')]) chownSync(path, user.uid, user.gid);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')];
  const child = spawn('taskset', ['-c', CACHE_CORE, nginx, ...args], { ...user, cwd: folder, stdio: 'ignore' });
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`nginx did not start: ${readFileSync(join(folder, 'start.log'), 'utf8')}`);
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  return {
    child,
    processorSeconds: () => {
      const workers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
      return workers.reduce((sum, pid) => sum + processorSeconds(Number(pid)), 0);
    },
    async stop() {
      process.off('exit', end);
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

async function measure({ seconds, wrk }: CacheOptions, node: BuiltServer, cache: Cache): Promise<CacheReport> {
  const { client } = await arrive({ client: () => createClient(node.url) });
  const { eventId, racerId, keys } = await newRace(client);
  const page = await (await fetch(node.url + guestPath(eventId, 'viewer', keys.viewer))).text();
  const address = /"rows":"([^"]*)"/.exec(page)?.[1];
  if (address === undefined) throw new Error('The page does not say where the rows are');
  const surprises: string[] = [];
  if (address.includes(keys.viewer)) surprises.push('the viewer key stands in the address');

  /** When each change was stored, at the latest. */
  const stored = new Map<number, number>();
  const readSeq = async () =>
    (
      (await (await fetch(`${node.url}${api.event.replace(':eventId', eventId)}?key=${keys.viewer}`)).json()) as {
        event: { seq: number };
      }
    ).event.seq;
  const readKeys = async () =>
    ((await (await client.get(api.event.replace(':eventId', eventId))).json()) as { keys: { viewer: string } }).keys;
  const first = await readSeq();
  let isGoing = true;
  let taps = 0;
  async function tapOn(): Promise<void> {
    while (isGoing) {
      const { body } = await client.post<{ answers: { status: string }[] }>(
        api.commands,
        batchOf(tap(eventId, 'start', racerId)),
      );
      if (body.answers?.[0]?.status !== 'accepted') surprises.push(`a tap was not accepted: ${JSON.stringify(body)}`);
      taps += 1;
      stored.set(first + taps, Date.now());
      await sleep(TAP_EVERY_MS);
    }
  }
  const ages: number[] = [];
  async function lookOn(): Promise<void> {
    while (isGoing) {
      const asked = Date.now();
      const frame = (await (await fetch(address!)).json()) as RowsFrame;
      const lacking = stored.get(frame.seq + 1);
      ages.push(lacking === undefined ? 0 : Math.max(0, asked - lacking));
      await sleep(LOOK_EVERY_MS);
    }
  }
  const before = { cache: cache.processorSeconds(), node: processorSeconds(node.child.pid!) };
  const going = [tapOn(), lookOn()];
  const load = await runLoad(wrk, address, seconds, CONNECTIONS);
  isGoing = false;
  await Promise.all(going);
  const used = {
    cache: cache.processorSeconds() - before.cache,
    node: processorSeconds(node.child.pid!) - before.node,
  };
  const perSecond = countBySecond(node.logs());

  const [beforeQuery, queriesFrom] = [countAll(node.logs()), Date.now()];
  for (let index = 0; index < 50; index += 1) {
    await fetch(`${address}?x=${index}`, { headers: { cookie: `x=${index}` } });
  }
  // The usual ones of that time are at most one for each second.
  const usual = Math.ceil((Date.now() - queriesFrom) / 1000) + 1;
  const reachedByQuery = Math.max(0, countAll(node.logs()) - beforeQuery - usual);
  if (reachedByQuery > 0) surprises.push(`${reachedByQuery} requests with a query reached the node`);

  await client.post(api.commands, batchOf(eventCommand(eventId, { type: 'keys.rotate', which: 'viewer' })));
  const changedAt = Date.now();
  let lastGiven = changedAt;
  while (Date.now() - lastGiven < 2 * MOST_DEAD_MS) {
    const at = Date.now();
    if ((await fetch(address)).ok) lastGiven = at;
    await sleep(20);
  }
  const deadAfter = lastGiven - changedAt;
  if (deadAfter > MOST_DEAD_MS) surprises.push(`the old link was answered for ${deadAfter} ms`);
  if (node.logs().includes(keys.viewer)) surprises.push('the viewer key stands in the log of the node');
  const arrival = {
    page: await costAtNode(wrk, node, guestPath(eventId, 'viewer', (await readKeys()).viewer)),
    clock: await costAtNode(wrk, node, api.clock),
    'clock over a socket': await costOfSocketClock(node),
  };
  const sorted = ages.toSorted((one, other) => one - other);
  return {
    ...load,
    seconds,
    requestsPerSecond: load.requests / seconds,
    requestsPerProcessorSecond: load.requests / used.cache,
    nodeMost: Math.max(0, ...perSecond.values()),
    nodeAll: [...perSecond.values()].reduce((sum, count) => sum + count, 0),
    nodeSeconds: used.node,
    taps,
    looked: ages.length,
    age: { median: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 },
    deadAfter,
    reachedByQuery,
    arrival,
    surprises,
  };
}

async function costAtNode(wrk: string, node: BuiltServer, path: string): Promise<CostAtNode> {
  await runLoad(wrk, node.url + path, WARM_UP_S, FEW);
  const before = processorSeconds(node.child.pid!);
  const { requests, bytes } = await runLoad(wrk, node.url + path, COST_S, FEW);
  return { ms: ((processorSeconds(node.child.pid!) - before) * 1000) / requests, bytes: bytes / requests };
}

/** A page with a socket asks five times every thirty seconds. */
async function costOfSocketClock(node: BuiltServer): Promise<CostAtNode> {
  const lives = await Promise.all(Array.from({ length: SOCKETS }, () => openLive(node.url)));
  const before = processorSeconds(node.child.pid!);
  for (let exchange = 1; exchange <= EXCHANGES; exchange += 1) {
    for (const live of lives) live.send({ type: 'clock', exchange });
    await Promise.all(lives.map((live) => live.until('clock', (answer) => answer.exchange === exchange)));
  }
  const ms = ((processorSeconds(node.child.pid!) - before) * 1000) / (SOCKETS * EXCHANGES);
  for (const { ws } of lives) ws.terminate();
  return { ms, bytes: 70 };
}

/** `wrk` follows no redirect and keeps its connections, as browsers do. */
async function runLoad(wrk: string, address: string, seconds: number, connections: number) {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-H', 'Accept-Encoding: gzip', address];
  const child = spawn(wrk, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  await once(child, 'exit');
  const [, requests, size, unit] = /(\d+) requests in [\d.]+\w+, ([\d.]+)(\w+) read/.exec(output) ?? [];
  if (requests === undefined) throw new Error(`wrk said: ${output}`);
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? '0';
  const cut = [...output.matchAll(/(?:connect|read|write|timeout) (\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
  const bytes = Number(size) * { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[unit as 'KB'];
  return { requests: Number(requests), failed: Number(failed) + cut, bytes };
}

/** Requests for rows that reached the node, by the second of their log line. */
function countBySecond(logs: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of logs.split('\n')) {
    if (!line.includes('"path":"/api/rows/')) continue;
    const second = /"(?:at|time)":"?([^",]*)/.exec(line)?.[1]?.slice(0, 19) ?? '';
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return counts;
}

const countAll = (logs: string): number => [...countBySecond(logs).values()].reduce((sum, count) => sum + count, 0);
