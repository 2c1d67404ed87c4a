import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
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
import { processorSeconds, type RowCache, startRowCache } from '../cluster/row-cache.ts';

const CONNECTIONS = 200;
/** The node is asked what one request costs, not how many it bears. */
const FEW = 8;
const TAP_EVERY_MS = 500;
const LOOK_EVERY_MS = 100;
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
  const cache = await startRowCache(options.nginx, node, port);
  try {
    return await measure(options, node, cache);
  } finally {
    await cache.stop();
    await node.stop();
  }
}

async function measure({ seconds, wrk }: CacheOptions, node: BuiltServer, cache: RowCache): Promise<CacheReport> {
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
    'clock over a socket': await costOfSockets(node, async (lives, round) => {
      for (const live of lives) live.send({ type: 'clock', exchange: round });
      await Promise.all(lives.map((live) => live.until('clock', (answer) => answer.exchange === round)));
    }),
    // A page says that it is alive, and answers the node's ping; here the node answers a ping.
    'sign of life': await costOfSockets(node, async (lives) => {
      const answered = lives.map(({ ws }) => once(ws, 'pong'));
      for (const { ws, send } of lives) {
        send({ type: 'alive' });
        ws.ping();
      }
      await Promise.all(answered);
    }),
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

type Lives = readonly Awaited<ReturnType<typeof openLive>>[];

/** What one round of messages costs for each socket. */
async function costOfSockets(
  node: BuiltServer,
  exchange: (lives: Lives, round: number) => Promise<void>,
): Promise<CostAtNode> {
  const lives = await Promise.all(Array.from({ length: SOCKETS }, () => openLive(node.url)));
  const before = processorSeconds(node.child.pid!);
  for (let round = 1; round <= EXCHANGES; round += 1) await exchange(lives, round);
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
