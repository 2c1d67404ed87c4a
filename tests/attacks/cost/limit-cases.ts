import { randomUUID } from 'node:crypto';
import { MAX_COMMANDS, MAX_RACERS, MAX_WEBHOOKS } from '../../../src/protocol/limits.ts';
import { api } from '../../../src/protocol/routes.ts';
import { askRunningServer } from '../../../src/server/admin/socket.ts';
import { call, sendAll } from '../../matrix/wire.ts';
import { createRacer, eventCommand, tap } from '../../support/commands.ts';
import { findFreePort } from '../../support/free-port.ts';
import { until } from '../../support/purchases.ts';
import { createReceiver, type Receiver } from '../../support/webhook-receiver.ts';
import { type AttackCase, type Finding, THIRD_ATTACK } from '../case.ts';
import { newRace, type Person, type Race, signUpConfirmed } from '../people.ts';
import { measurePage, MOST_TIMES_PLAIN, shown } from '../plain.ts';
import type { Target } from '../target.ts';
import { expectOk } from './full-event.ts';
import { dearFor } from './dear-at-limits.ts';
import { type Figure, type Measured, measureRead } from './limit-measures.ts';
import { allReads, type Read } from './limit-reads.ts';
import { createLimitStage } from './limit-stage.ts';
import { slices } from './stage.ts';

const env = { WEBHOOKS_TO_PRIVATE_NETWORKS: 'true' };
const MOST_SHOWN = 12;
const MEGABYTE = 1024 ** 2;

/** Attacks at the limits of the product: a proof that stops below a limit shows nothing about the limit. */
export const limitCases: readonly AttackCase[] = [
  {
    id: '41',
    severity: 'high',
    isAlone: true,
    title: `A status in an event of ${MAX_RACERS} racers that ${MAX_WEBHOOKS} webhooks hear of`,
    found: THIRD_ATTACK,
    env,
    async run(target) {
      const event = await createLargeEvent(target);
      const plain = await measurePage(target);
      const times = (await costOfHooks(target, event)) / plain;
      return { isOpen: times > MOST_TIMES_PLAIN, figure: `each webhook ${shown(times)} ×` };
    },
  },
  {
    id: '44',
    severity: 'high',
    isAlone: true,
    title:
      '[W4c] Every reader of every route at all limits: first, again, after a change; alone, 30 at once, and hung up',
    found: THIRD_ATTACK,
    minutes: 20,
    env,
    async run(target) {
      const stage = await createLimitStage(target);
      const plain = await measurePage(target);
      const before = await target.heldBytes();
      const figures: Figure[] = [];
      let longestGapMs = 0;
      /** A reader who is refused counts as open: nothing showed what the answer costs. */
      const tryRead = (name: string, read: Read, floods: boolean): Promise<Measured> =>
        measureRead(stage, plain, name, read, floods).catch((error: unknown) => ({
          figures: [{ name: `${name}: ${String(error)}`, times: Infinity, most: 0 }],
          longestGapMs: 0,
        }));
      const reading = (async () => {
        for (const [route, read] of allReads) {
          const measured = await tryRead(`${route} as ${read.as}`, read, isFlooded(route, read));
          figures.push(...measured.figures.map((figure) => ({ ...figure, most: dearFor(figure) })));
          longestGapMs = Math.max(longestGapMs, measured.longestGapMs);
        }
      })();
      const peak = await target.peakWhile(reading);
      await reading;
      const held = (await target.heldBytes()) - before;
      return find(figures, [
        `longest gap of /healthz while 30 ask ${Math.round(longestGapMs)} ms`,
        `memory at most ${Math.round(peak / MEGABYTE)} MB, ${Math.round(held / MEGABYTE)} MB more held`,
      ]);
    },
  },
];

/** Readers of one route share what is made for them: 30 at once are tried with the last, who needs the least to be one. */
const isFlooded = (route: string, read: Read): boolean => allReads.findLast(([other]) => other === route)?.[1] === read;

const show = ({ name, times, most }: Figure) =>
  `${name} ${shown(times)} ×${most === Infinity ? '' : ` of ${shown(most)}`}`;

function find(figures: readonly Figure[], more: readonly string[]): Finding {
  const over = figures.filter(({ times, most }) => times > most).toSorted((one, other) => other.times - one.times);
  const named = over.slice(0, MOST_SHOWN).map(show);
  const head = `${figures.length} figures, ${over.length} above their bound`;
  return {
    isOpen: over.length > 0,
    figure: [head, ...named, ...more].join('; '),
    details: figures.map((figure) => `${figure.times > figure.most ? '! ' : '  '}${show(figure)}`),
  };
}

interface LargeEvent extends Race {
  readonly owner: Person;
  readonly racerIds: readonly string[];
}

/** All racers that an event can have are on course. */
async function createLargeEvent(target: Target): Promise<LargeEvent> {
  const owner = await signUpConfirmed(target);
  await askRunningServer(target.dataDir, ['grant', owner.email, String(MAX_RACERS * 4)]);
  const race = await newRace(target, owner);
  const { eventId } = race;
  const racerIds = Array.from({ length: MAX_RACERS - 1 }, () => randomUUID());
  const send = (...commands: Parameters<typeof sendAll>[3][]) => sendAll(target.url, owner.cookie, {}, ...commands);
  for (const ids of slices(racerIds, MAX_COMMANDS)) {
    await send(...ids.map((racerId) => createRacer(racerId)));
    const racers = ids.map((racerId, index) => ({ racerId, name: `Ada ${index}`, groups: ['U18'], bib: `${index}` }));
    await send(eventCommand(eventId, { type: 'entries.add', racers }));
    await send(...ids.map((racerId) => tap(eventId, 'start', racerId)));
  }
  return { ...race, owner, racerIds };
}

/** What one webhook adds to a status: the difference of a status that five receivers hear of and one that none does. */
async function costOfHooks(target: Target, { owner, eventId, racerIds }: LargeEvent): Promise<number> {
  const left = [...racerIds];
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
    await expectOk(call(target.url, { path: api.createWebhook, cookie: owner.cookie, body }));
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
