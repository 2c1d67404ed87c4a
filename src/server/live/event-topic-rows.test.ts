import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createRace, racer, tap } from '../../../tests/support/event-history.ts';
import { applyAll } from '../../domain/events/apply.ts';
import type { ServerMessage } from '../../protocol/live.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { createLog } from '../log.ts';
import { beginSubscription, type Connection } from './connection.ts';
import { createEventTopic, type EventTopic } from './event-topic.ts';
import { type EventSubscription, NOWHERE } from './followers.ts';
import { createFrameBuilder } from './frame.ts';
import { systemTimers } from './timers.ts';
import { createTurns } from './turns.ts';

interface Reader {
  readonly messages: ServerMessage[];
}

let race: ReturnType<typeof createRace>;
let topic: EventTopic;

beforeEach(() => {
  race = createRace('a');
});

function openTopic(): EventTopic {
  return createEventTopic('event', {
    address: '192.0.2.1',
    reader: {
      isOpenTo: async () => true,
      loadEvent: async () => applyAll(race.event, []),
      readChanges: async (_eventId, after) => race.log.filter(({ seq }) => seq > after),
      readKeys: async () => ({ admin: 'adminkey', viewer: 'viewerkey' }),
    },
    frames: createFrameBuilder(),
    turns: createTurns(systemTimers),
    timers: systemTimers,
    log: createLog('silent'),
    onIdle: () => undefined,
  });
}

/** A reader with the viewer's link. */
async function follow(after: number | null = null, schema = SCHEMA_VERSION): Promise<Reader> {
  const messages: ServerMessage[] = [];
  const connection: Connection = {
    sender: null,
    cookie: undefined,
    address: '',
    schema,
    subscriptions: new Map(),
    isAlive: true,
    write({ plain }) {
      const start = plain[1] === 127 ? 10 : plain[1] === 126 ? 4 : 2;
      messages.push(JSON.parse(plain.toString('utf8', start)) as ServerMessage);
    },
    send: (message) => messages.push(message),
    close: () => undefined,
    cut: () => undefined,
  };
  const subscription: EventSubscription = {
    connection,
    topic: 'event:event',
    key: 'viewerkey',
    hasEnded: false,
    index: NOWHERE,
    leave: () => topic.leave(subscription),
  };
  beginSubscription(subscription);
  await topic.follow(subscription, after);
  return { messages };
}

const write = (...run: Parameters<typeof race.run>): void => topic.take(race.run(...run).changes);

const seqs = ({ messages }: Reader) =>
  messages.flatMap((message): (string | number)[] => {
    if (message.type === 'changes') return message.changes.map(({ seq }) => seq);
    if (message.type === 'rows') return [message.seq];
    return message.type === 'event' ? [`whole ${message.event.seq}`] : [];
  });

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('It did not come to that');
    await nextRound();
  }
}

/** The first message sent unasked is the number of followers; after it and its pause nothing is under way. */
async function settle(...readers: readonly Reader[]): Promise<void> {
  await until(() => readers.every(({ messages }) => messages.some(({ type }) => type === 'watching')));
  await sleep(60);
}

const kinds = ({ messages }: Reader) => messages.map(({ type }) => type).filter((type) => type !== 'watching');

test('[V34] a viewer is sent the rows that were touched, as they stand, and the head only when it has changed', async () => {
  race.run({ type: 'entries.add', racers: [racer('b')] });
  topic = openTopic();
  const reader = await follow();
  await settle(reader);
  write(tap('start', 'a'));
  await until(() => seqs(reader).includes(4));
  write({ type: 'event.rename', name: 'Evening 10' });
  await until(() => seqs(reader).includes(5));
  expect(reader.messages.filter(({ type }) => type === 'rows')).toMatchObject([
    { after: 3, seq: 4, rows: [{ entry: { racerId: 'a' }, taps: [{ line: 'start' }] }], gone: [] },
    { after: 4, seq: 5, rows: [], head: { name: 'Evening 10' } },
  ]);
  expect(reader.messages.find(({ type }) => type === 'rows')).not.toHaveProperty('head');
});

test('[V34] a finish that is given to another racer is taken from the one who had it, on every viewer’s page', async () => {
  race.run({ type: 'entries.add', racers: [racer('b')] });
  const { id: tapId } = race.run(tap('finish', 'a'));
  topic = openTopic();
  const reader = await follow();
  await settle(reader);
  write({ type: 'tap.assign', tapId, racerId: 'b' });
  await until(() => seqs(reader).includes(5));
  expect(kinds(reader)).toEqual(['event', 'rows']);
  expect(reader.messages.find(({ type }) => type === 'rows')).toMatchObject({
    rows: [
      { entry: { racerId: 'a' }, taps: [] },
      { entry: { racerId: 'b' }, taps: [{ id: tapId }] },
    ],
  });
  // Who had the tap before is not in the log that a returning page has missed.
  topic = openTopic();
  expect(kinds(await follow(4))).toEqual(['event']);
});

test('[V34] a viewer’s page of the release before gets the event with all its taps, and changes as they are', async () => {
  race.run(tap('start', 'a'));
  const { id: second } = race.run(tap('start', 'a'));
  topic = openTopic();
  const [fresh, back, present] = [await follow(null, 6), await follow(3, 6), await follow(4, 6)];
  for (const reader of [fresh, back]) expect(seqs(reader)).toEqual(['whole 4']);
  expect(fresh.messages[0]).toMatchObject({ event: { taps: { [second]: { by: { userId: '' } } } } });
  // The page may have fewer taps than the change is about, and would ignore a whole that is not later than its own.
  expect(seqs(present)).toEqual([]);
  await settle(fresh, back, present);
  write({ type: 'tap.choose', tapId: second });
  await until(() => [fresh, back, present].every((reader) => seqs(reader).length === 1 + Number(reader !== present)));
  expect(seqs(fresh)).toEqual(['whole 4', 5]);
  expect(fresh.messages.at(-1)).toMatchObject({ type: 'changes', changes: [{ type: 'tap-chosen', tapId: second }] });
  expect(seqs(present)).toEqual(['whole 5']);
  write(tap('finish', 'a'));
  await until(() => seqs(present).includes(6));
  expect(seqs(present)).toEqual(['whole 5', 6]);
});
