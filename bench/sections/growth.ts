import { randomUUID } from 'node:crypto';
import { on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { type ClientMessage, LIVE_PATH, PACKED, type ServerMessage } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { createEvent, tap } from '../../tests/support/commands.ts';
import { openLive } from '../../tests/support/live-client.ts';
import { createClient } from '../../tests/support/running-server.ts';
import { OURS, startOursWithLoad } from '../contestants.ts';
import { figureOf, inWords } from '../figures.ts';
import { sendAll, setStage, startOurs } from '../ours.ts';
import { OUR_WARM_UP, roomIn } from '../load-client.ts';
import { processorTime } from '../processes.ts';
import type { Report } from '../report.ts';
import { lengthenLog } from '../seed.ts';
import type { FanOutResults } from './fan-out.ts';

const TIMES = 9;
const VIEWERS_EACH = 5;
const PATIENCE_MS = 120_000;

export interface GrowthPlan {
  readonly changes: readonly [number, number];
  readonly liveEvents: readonly [number, number];
  readonly ownedEvents: readonly [number, number];
  readonly tapMs: number;
  readonly warmUpMs: number;
}

interface Cost {
  readonly what: string;
  readonly unit: string;
  readonly values: readonly [number, number];
}

export async function measureGrowth(plan: GrowthPlan, fanOut: FanOutResults, report: Report): Promise<void> {
  reportGrowth(report, 'viewers of one event', ...viewerCosts(fanOut));
  const changes = await forEachSize(plan.changes, measureLog);
  reportGrowth(report, 'changes in one event', plan.changes, changes);
  const live = await forEachSize(plan.liveEvents, (events) => measureLiveEvents(events, plan));
  reportGrowth(report, `events live at once, ${VIEWERS_EACH} viewers each`, plan.liveEvents, live);
  const owned = await forEachSize(plan.ownedEvents, measureOwnedEvents);
  reportGrowth(report, 'events of one owner', plan.ownedEvents, owned);
}

/** The same measurements at both sizes. */
async function forEachSize(
  [small, large]: readonly [number, number],
  measure: (size: number) => Promise<ReadonlyMap<string, readonly [number, string]>>,
): Promise<Cost[]> {
  const [few, many] = [await measure(small), await measure(large)];
  return Array.from(few, ([what, [value, unit]]) => ({ what, unit, values: [value, many.get(what)![0]] as const }));
}

function viewerCosts(fanOut: FanOutResults): [readonly [number, number], Cost[]] {
  const ours = fanOut.get(OURS)!;
  const counts = [...ours.keys()].toSorted((one, other) => one - other);
  const sizes = [counts[0]!, counts.at(-1)!] as const;
  const both = (read: (measured: { deliveries: number; together: number; p99: number }, viewers: number) => number) =>
    sizes.map((viewers) => figureOf(ours.get(viewers)!.map((each) => read(each, viewers))).median) as [number, number];
  return [
    sizes,
    [
      {
        what: 'one change to all',
        unit: 'ms',
        values: both(({ deliveries }, viewers) => (1000 * viewers) / deliveries),
      },
      { what: 'p99 from tap to receipt', unit: 'ms', values: both(({ p99 }) => p99) },
      {
        what: 'one of many changes under way together, to all',
        unit: 'ms',
        values: both(({ together }) => 1000 / together),
      },
    ],
  ];
}

async function measureLog(length: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pushoff-bench-log-'));
  try {
    const first = await startOurs({ dataDir });
    const { owner, races } = await setStage(first, { racers: 100, phones: 0 });
    const { eventId, racerIds, viewerKey } = races[0]!;
    await sendAll(
      owner,
      racerIds.map((racerId) => tap(eventId, 'start', racerId)),
    );
    await first.stop();
    await lengthenLog(dataDir, eventId, length);
    const server = await startOurs({ dataDir });
    const again = createClient(server.url);
    again.cookie = owner.cookie;
    const path = `/api/events/${eventId}?key=${viewerKey}`;
    const cold = await timed(async () => (await again.get(path)).text());
    const warm = await repeatedly(async () => (await again.get(path)).text());
    const page = `/timer?eventId=${eventId}&guestViewerKey=${viewerKey}`;
    const shown = await timed(async () => (await createClient(server.url).get(page)).text());
    const { event } = JSON.parse(cold.value) as { event: { seq: number } };
    const follow = (after: number | null): ClientMessage => ({ type: 'follow-event', eventId, after, key: viewerKey });
    const whole = await timed(() => ask(server.url, follow(null), 'event'));
    const resumed = await repeatedly(() => ask(server.url, follow(event.seq - 5), 'changes'));
    const tapped = await repeatedly(() => sendAll(again, [tap(eventId, 'finish', racerIds[0]!)]));
    await server.stop();
    return new Map([
      ['opening it, cold', [cold.ms, 'ms'] as const],
      ['opening it again', [warm, 'ms'] as const],
      ['its size when opened', [cold.value.length / 1024, 'KB'] as const],
      ["the viewer's page, rendered", [shown.ms, 'ms'] as const],
      ['following it whole, the first to do so', [whole.ms, 'ms'] as const],
      ['resuming it five changes behind', [resumed, 'ms'] as const],
      ['one more tap, answered', [tapped, 'ms'] as const],
    ]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureLiveEvents(events: number, { tapMs, warmUpMs }: GrowthPlan) {
  const { racers, room } = roomIn(events);
  const running = await startOursWithLoad({ events, racers, phones: 0 });
  try {
    await running.load.connect(events * VIEWERS_EACH);
    await running.load.warmUp({ ...OUR_WARM_UP, topics: events, mostMs: warmUpMs, room });
    const before = processorTime(running.child);
    const result = await running.load.tap({ ms: tapMs, inFlight: 16, topics: events, most: room });
    const used = processorTime(running.child) - before;
    if (result.missing + result.doubled + result.lost > 0) throw new Error('A viewer missed a change');
    return new Map([
      ['processor time a tap', [(1000 * used) / result.answered, 'ms'] as const],
      ['p99 from tap to its viewers', [result.p99, 'ms'] as const],
    ]);
  } finally {
    await running.stop();
  }
}

async function measureOwnedEvents(events: number) {
  const server = await startOurs();
  try {
    const { owner } = await setStage(server, { events, racers: 10, phones: 0 });
    const list = await repeatedly(async () => (await owner.get(api.account)).text());
    const size = (await (await owner.get(api.account)).text()).length;
    const home = await repeatedly(async () => (await owner.get('/homepage')).text());
    const follow = await repeatedly(() => ask(server.url, { type: 'follow-account' }, 'account', owner.cookie));
    const live = await openLive(server.url, owner.cookie);
    live.send({ type: 'follow-account' });
    await live.until('account');
    const created = await repeatedly(async () => {
      const eventId = randomUUID();
      const listed = live.until('listed-event', ({ event }) => event.id === eventId);
      await sendAll(owner, [createEvent(eventId)]);
      await listed;
    });
    await live.close();
    return new Map([
      ['the list', [list, 'ms'] as const],
      ['its size', [size / 1024, 'KB'] as const],
      ['the home page', [home, 'ms'] as const],
      ['following the account', [follow, 'ms'] as const],
      ['one more event, until it is in the list live', [created, 'ms'] as const],
    ]);
  } finally {
    await server.stop();
  }
}

/** Waits until the whole answer has come; other messages are ignored. */
async function ask(url: string, message: ClientMessage, answer: ServerMessage['type'], cookie = ''): Promise<void> {
  const ws = new WebSocket(`${url.replace('http', 'ws')}${LIVE_PATH}?${PACKED}`, {
    headers: { ...(cookie !== '' && { cookie }) },
  });
  try {
    await once(ws, 'open');
    ws.send(JSON.stringify(message));
    const options = { signal: AbortSignal.timeout(PATIENCE_MS), close: ['close'] };
    for await (const [data, isBinary] of on(ws, 'message', options) as AsyncIterable<[Buffer, boolean]>) {
      const text = isBinary ? inflateSync(data) : data;
      if (text.toString('utf8', 0, 40).startsWith(`{"type":"${answer}"`)) return;
    }
    throw new Error(`The server closed the socket before it had sent '${answer}'`);
  } finally {
    ws.terminate();
  }
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

/** The median of several, in milliseconds. */
async function repeatedly(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < TIMES; index += 1) times.push((await timed(work)).ms);
  return figureOf(times).median;
}

function reportGrowth(
  report: Report,
  what: string,
  [small, large]: readonly [number, number],
  costs: readonly Cost[],
): void {
  const factor = large / small;
  report.addTable({
    title: `Growth: ${what}`,
    head: ['cost', String(small), String(large), 'grows'],
    rows: costs.map(({ what: name, unit, values: [few, many] }) => [
      name,
      `${inWords(few)} ${unit}`,
      `${inWords(many)} ${unit}`,
      `x${inWords(many / few)}`,
    ]),
    notes: [
      `x${inWords(factor)} ${what}: ${costs.map(({ what: name, values: [few, many] }) => `${name} ${shapeOf(many / few, factor)}`).join('; ')}.`,
    ],
  });
}

/** Growth as a power of the size: 0 is constant, 1 linear, 2 quadratic. */
function shapeOf(growth: number, factor: number): string {
  const power = Math.log(growth) / Math.log(factor);
  const shape = power < 0.15 ? 'stays' : power < 0.85 ? 'grows slower' : power < 1.2 ? 'grows with it' : 'grows faster';
  return `${shape} (x${inWords(growth)}, power ${power.toFixed(2)})`;
}
