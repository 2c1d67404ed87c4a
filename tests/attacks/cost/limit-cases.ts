import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { progressPath, type RacesAnswer } from '../../../src/protocol/compare.ts';
import { api } from '../../../src/protocol/routes.ts';
import { LATE_MS } from '../../../src/server/results/kept-answers.ts';
import { call, parse, type Reply, sendAll } from '../../matrix/wire.ts';
import { eventCommand, tap } from '../../support/commands.ts';
import { findFreePort } from '../../support/free-port.ts';
import { createReceiver, type Receiver } from '../../support/webhook-receiver.ts';
import { until } from '../../support/purchases.ts';
import type { AttackCase, Finding } from '../case.ts';
import { eventPath } from '../people.ts';
import { measurePage, MOST_TIMES_PLAIN, shown } from '../plain.ts';
import type { Target } from '../target.ts';
import { createLargeEvent, createLargeSeries, type LargeEvent, type LargeSeries } from './limit-stage.ts';
import {
  MAX_COMPARED_EVENTS,
  MAX_RACERS,
  MAX_SERIES_EVENTS,
  MAX_SERIES_RESULTS,
  MAX_WEBHOOKS,
} from '../../../src/protocol/limits.ts';

/** Taps in a burst, each followed by one who asks: more than a second of them. */
const BURST = 20;
const MAKINGS = 7;
/** The most that standings may cost while nothing changes. */
const MOST_UNCHANGED = 2;

interface Figure {
  readonly name: string;
  readonly times: number;
  readonly most: number;
}

const find = (figures: readonly Figure[]): Finding => ({
  isOpen: figures.some(({ times, most }) => times > most),
  figure: figures.map(({ name, times }) => `${name} ${shown(times)} ×`).join('; '),
});

/** Attacks at the limits of the product: a proof that stops below a limit shows nothing about the limit. */
export const limitCases: readonly AttackCase[] = [
  {
    id: '41',
    severity: 'high',
    isAlone: true,
    title: 'Every output of an event of 5,000 racers, asked for after each tap',
    env: { WEBHOOKS_TO_PRIVATE_NETWORKS: 'true' },
    async run(target) {
      const event = await createLargeEvent(target, MAX_RACERS);
      const plain = await measurePage(target);
      const left = event.racerIds.filter((_, index) => index % 2 === 1);
      const tapOnce = () => finishOne(target, event, left.pop()!);
      const { eventId, keys } = event;
      const gzip = { headers: { 'accept-encoding': 'gzip' } };
      const read = (path: string) => () =>
        call(target.url, { path: `${eventPath(path, eventId)}?key=${keys.viewer}`, ...gzip });
      const follow = () =>
        call(target.url, {
          path: `${eventPath(api.followers, eventId)}?key=${keys.viewer}`,
          body: { racerId: null, by: { kind: 'push', endpoint: `https://p.invalid/${randomUUID()}`, ...pushKeys } },
        });
      const tapMs = await meanOf(target, tapOnce);
      const figures: Figure[] = [{ name: 'a tap', times: tapMs / plain, most: MOST_TIMES_PLAIN }];
      for (const [name, ask] of [
        ['results.json', read(api.results)],
        ['board.csv', read(api.boardCsv)],
        ['start list', read(api.startList)],
        ['follow', follow],
      ] as const) {
        await expectOk(ask);
        figures.push(...(await askAfterTaps(target, plain, name, tapOnce, ask)));
      }
      figures.push({ name: 'each webhook', times: (await costOfHooks(target, event)) / plain, most: MOST_TIMES_PLAIN });
      return find(figures);
    },
  },
  {
    id: '42',
    severity: 'high',
    isAlone: true,
    title: `Standings and progress of ${MAX_COMPARED_EVENTS} events of 100 racers, with points for personal bests`,
    async run(target) {
      const series = await createLargeSeries(target, MAX_COMPARED_EVENTS, 100);
      const standings = await askStandings(target, series, MOST_TIMES_PLAIN);
      return find([...standings, ...(await askProgress(target, series))]);
    },
  },
  {
    id: '43',
    severity: 'high',
    isAlone: true,
    title: `Standings of ${MAX_SERIES_EVENTS} events and ${MAX_SERIES_RESULTS} results, the most that a series has`,
    async run(target) {
      const racers = MAX_SERIES_RESULTS / MAX_SERIES_EVENTS;
      const series = await createLargeSeries(target, MAX_SERIES_EVENTS, racers);
      return find(await askStandings(target, series, Infinity));
    },
  },
];

const pushKeys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };

async function expectOk(ask: () => Promise<Reply>): Promise<Reply> {
  const reply = await ask();
  if (reply.status !== 200) throw new Error(`Refused: ${reply.status} ${reply.text.slice(0, 200)}`);
  return reply;
}

const finishOne = (target: Target, { owner, eventId }: Pick<LargeEvent, 'owner' | 'eventId'>, racerId: string) =>
  sendAll(target.url, owner.cookie, {}, tap(eventId, 'finish', racerId));

/** The mean of a burst. */
async function meanOf(target: Target, work: () => Promise<unknown>): Promise<number> {
  const cost = await target.costMs(async () => {
    for (let index = 0; index < BURST; index += 1) await work();
  });
  return cost / BURST;
}

/**
 * One reader after each tap. The first figure is of answers that are made for this reader, a second or more after the one
 * before; the others are of a burst, in which an answer says by its age that it was made for somebody else.
 */
async function askAfterTaps(
  target: Target,
  plain: number,
  name: string,
  tapOnce: () => Promise<unknown>,
  ask: () => Promise<Reply>,
): Promise<Figure[]> {
  let age = '';
  const askOnce = async () => {
    await tapOnce();
    return target.costMs(async () => {
      age = (await expectOk(ask)).headers.get('age') ?? '';
    });
  };
  const made: number[] = [];
  for (let index = 0; index < MAKINGS; index += 1) {
    await sleep(LATE_MS + 100);
    made.push(await askOnce());
  }
  const kept: number[] = [];
  const began = performance.now();
  let anew = 0;
  for (let index = 0; index < BURST; index += 1) {
    const cost = await askOnce();
    if (age === '') anew += 1;
    else kept.push(cost);
  }
  const seconds = (performance.now() - began) / 1000;
  const isOnceASecond = kept.length > 0 && anew <= seconds + 1;
  const figures: Figure[] = [
    { name: `${name} made`, times: medianOf(made) / plain, most: isOnceASecond ? Infinity : MOST_TIMES_PLAIN },
  ];
  if (kept.length === 0) return figures;
  const burst = `${name} kept (${BURST} in ${shown(seconds)} s, ${anew} made)`;
  return [...figures, { name: burst, times: medianOf(kept) / plain, most: MOST_TIMES_PLAIN }];
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** What one webhook adds to a status: the difference of a status that five receivers hear of and one that none does. */
async function costOfHooks(target: Target, { owner, eventId, racerIds }: LargeEvent): Promise<number> {
  const left = racerIds.filter((_, index) => index % 2 === 0);
  const setStatus = () =>
    sendAll(
      target.url,
      owner.cookie,
      {},
      eventCommand(eventId, { type: 'status.set', racerId: left.pop()!, attempt: 1, status: 'DSQ', reason: '' }),
    );
  const settle = async (isHeard: () => Promise<boolean>) => {
    await setStatus();
    await until(isHeard);
    await target.quiet();
  };
  await settle(async () => true);
  const alone = await target.costMs(() => settle(async () => true));
  const receivers: Receiver[] = [];
  for (let index = 0; index < MAX_WEBHOOKS; index += 1) {
    const receiver = createReceiver(await findFreePort());
    receivers.push(receiver);
    await receiver.start();
    const body = { url: receiver.url, kinds: ['result', 'correction', 'status'] };
    await expectOk(() => call(target.url, { path: api.createWebhook, cookie: owner.cookie, body }));
  }
  try {
    const haveHeard = (count: number) => async () => receivers.every(({ received }) => received.length >= count);
    await settle(haveHeard(1));
    const told = await target.costMs(() => settle(haveHeard(2)));
    return Math.max(0, told - alone) / MAX_WEBHOOKS;
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.kill()));
  }
}

/** The progress of the same events, which their owner alone reads: made once for a state of the events. */
async function askProgress(target: Target, { owner: { cookie } }: LargeSeries): Promise<Figure[]> {
  const { races } = parse<RacesAnswer>(await expectOk(() => call(target.url, { path: api.ownRaces, cookie })));
  const path = progressPath({ courseKey: races[0]!.courseKey!, from: 0, to: Date.now() });
  const ask = () => expectOk(() => call(target.url, { path, cookie, headers: { 'accept-encoding': 'gzip' } }));
  const plain = await measurePage(target);
  const first = await target.costMs(ask);
  return [
    { name: 'progress, first read', times: first / plain, most: Infinity },
    { name: 'progress, nothing changed', times: (await meanOf(target, ask)) / plain, most: MOST_TIMES_PLAIN },
  ];
}

async function askStandings(
  target: Target,
  { owner, eventId, racerIds, read }: LargeSeries,
  most: number,
): Promise<Figure[]> {
  const ask = () => expectOk(() => call(target.url, read));
  const first = await target.costMs(ask);
  await target.quiet();
  const plain = await measurePage(target);
  const unchanged = await meanOf(target, ask);
  const left = racerIds.filter((_, index) => index % 2 === 1);
  const tapOnce = () => finishOne(target, { owner, eventId }, left.pop()!);
  const after = await askAfterTaps(target, plain, 'after each tap:', tapOnce, ask);
  return [
    { name: 'first read', times: first / plain, most: Infinity },
    { name: 'nothing changed', times: unchanged / plain, most: most === Infinity ? Infinity : MOST_UNCHANGED },
    ...after.map((figure) => ({ ...figure, most: Math.max(most, figure.most) })),
  ];
}
