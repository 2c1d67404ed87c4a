import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createRace, racer, tap, user } from '../../../tests/support/event-history.ts';
import { applyAll } from '../../domain/events/apply.ts';
import type { GuestKeys, ServerMessage } from '../../protocol/live.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { createLog } from '../log.ts';
import type { Connection } from './connection.ts';
import { beginSubscription, endSubscription } from './connection.ts';
import { createEventTopic, type EventTopic } from './event-topic.ts';
import { type EventSubscription, NOWHERE } from './followers.ts';
import { createFrameBuilder, type Frame } from './frame.ts';
import type { EventReader } from './hub-parts.ts';
import { systemTimers } from './timers.ts';
import { createTurns, SLICE } from './turns.ts';

const quiet = createLog('silent');

interface Reader {
  readonly messages: ServerMessage[];
  readonly subscription: EventSubscription;
}

let race: ReturnType<typeof createRace>;
let keys: GuestKeys;
let readKeys: () => Promise<GuestKeys>;
let built: () => number;
let topic: EventTopic;

beforeEach(() => {
  race = createRace('a');
  keys = { admin: 'adminkey', viewer: 'viewerkey' };
  readKeys = async () => keys;
});

function openTopic(more: Partial<EventReader> = {}, isStoring = () => false): EventTopic {
  const frames = createFrameBuilder();
  built = () => frames.built;
  const reader: EventReader = {
    isOpenTo: async () => true,
    loadEvent: async () => applyAll(race.event, []),
    readChanges: async (_eventId, after) => race.log.filter(({ seq }) => seq > after),
    readKeys: () => readKeys(),
    ...more,
  };
  return createEventTopic('event', {
    address: '192.0.2.1',
    reader,
    frames,
    turns: createTurns(systemTimers),
    timers: systemTimers,
    log: quiet,
    isStoring,
    onIdle: () => undefined,
  });
}

/** A reader with the viewer's link by default. */
function createReader(key: string | null = 'viewerkey', userId: string | null = null, schema = SCHEMA_VERSION): Reader {
  const messages: ServerMessage[] = [];
  const write = ({ plain }: Frame) => {
    const start = plain[1] === 127 ? 10 : plain[1] === 126 ? 4 : 2;
    messages.push(JSON.parse(plain.toString('utf8', start)) as ServerMessage);
  };
  const connection: Connection = {
    sender: userId === null ? null : { userId, isAnonymous: false, verifiedEmail: null, name: '', keys: {} },
    cookie: undefined,
    address: '',
    schema,
    subscriptions: new Map(),
    isAlive: true,
    write,
    send: (message) => messages.push(message),
    close: () => undefined,
    cut: () => undefined,
  };
  const subscription: EventSubscription = {
    connection,
    topic: 'event:event',
    key: key ?? undefined,
    hasEnded: false,
    index: NOWHERE,
    leave: () => topic.leave(subscription),
  };
  beginSubscription(subscription);
  return { messages, subscription };
}

async function follow(after: number | null = null, ...who: Parameters<typeof createReader>): Promise<Reader> {
  const reader = createReader(...who);
  await topic.follow(reader.subscription, after);
  return reader;
}

function write(...run: Parameters<typeof race.run>): void {
  topic.take(race.run(...run).changes);
}

/** A reader who takes as long to tell as thousands, and who was told of a tap. */
async function followSlowly(): Promise<Reader> {
  const reader = await follow();
  await settle(reader);
  const { connection } = reader.subscription;
  const { write: quick } = connection;
  connection.write = (frame) => {
    const over = performance.now() + 100;
    while (performance.now() < over);
    quick(frame);
  };
  write(tap('start', 'a'));
  await until(() => seqs(reader).includes(3));
  return reader;
}

const seqs = ({ messages }: Reader) =>
  messages.flatMap((message): (string | number)[] => {
    if (message.type === 'changes') return message.changes.map(({ seq }) => seq);
    if (message.type === 'rows')
      return Array.from({ length: message.seq - message.after }, (_, index) => message.after + 1 + index);
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

test('a change that is published while the event is being read is not lost', async () => {
  const before = race.event;
  topic = openTopic({
    async loadEvent() {
      await nextRound();
      return before;
    },
  });
  const following = follow();
  write(tap('start', 'a'));
  const reader = await following;
  await until(() => seqs(reader).length > 1);
  expect(seqs(reader)).toEqual(['whole 2', 3]);
});

test('however much there is to tell at once, a follower is told the changes', async () => {
  topic = openTopic();
  const reader = await follow();
  const others = await Promise.all(Array.from({ length: 3 }, () => follow()));
  await settle(reader, ...others);
  const MANY = 1200;
  for (let taps = 0; taps < MANY; taps += 1) write(tap('finish', 'a'));
  const all = Array.from({ length: MANY }, (_, index) => 3 + index);
  for (const each of [reader, ...others]) {
    await until(() => seqs(each).length > 1);
    expect(seqs(each)).toEqual(['whole 2', ...all]);
  }
  write(tap('finish', 'a'));
  await until(() => seqs(reader).at(-1) === 3 + MANY);
  // A reader who was away for that long is better off with the whole.
  expect(seqs(await follow(2))).toEqual([`whole ${3 + MANY}`]);
});

test('a change that is published while missed ones are being read comes once', async () => {
  for (let taps = 0; taps < 5; taps += 1) race.run(tap('finish', 'a'));
  topic = openTopic({
    async readChanges(_eventId, after) {
      const read = race.log.filter(({ seq }) => seq > after);
      write(tap('finish', 'a'));
      await sleep(60);
      return read;
    },
  });
  await follow();
  const reader = await follow(4);
  await until(() => seqs(reader).includes(8));
  await sleep(60);
  expect(seqs(reader)).toEqual([5, 6, 7, 8]);
});

test('changes that come close together travel in one frame, the first at once', async () => {
  topic = openTopic();
  const reader = await follow();
  await settle(reader);
  const before = built();
  write(tap('start', 'a'));
  await nextRound();
  await nextRound();
  expect(seqs(reader)).toEqual(['whole 2', 3]);
  for (let taps = 0; taps < 20; taps += 1) write(tap('finish', 'a'));
  await until(() => seqs(reader).includes(23));
  expect(seqs(reader).slice(-2)).toEqual([22, 23]);
  expect(built() - before).toBe(2);
});

test('changes that come in the wrong order are told in the right one', async () => {
  topic = openTopic();
  const reader = await follow();
  await settle(reader);
  const events = [race.run(tap('start', 'a')), race.run(tap('finish', 'a'))];
  topic.take(events[1]!.changes);
  await until(() => seqs(reader).includes(4));
  topic.take(events[0]!.changes);
  topic.take(events[1]!.changes);
  await sleep(60);
  expect(seqs(reader)).toEqual(['whole 2', 3, 4]);
});

test('a link that is changed while a frame is on its way to thousands stops it for those who are not reached yet', async () => {
  topic = openTopic();
  const crowd = await Promise.all(Array.from({ length: SLICE * 3 }, () => follow()));
  await settle(...crowd);
  write(tap('start', 'a'));
  await until(() => seqs(crowd[0]!).includes(3));
  const reached = crowd.filter((reader) => seqs(reader).includes(3)).length;
  expect(reached).toBeGreaterThan(0);
  expect(reached).toBeLessThan(crowd.length);
  keys = { ...keys, viewer: 'newkey' };
  write({ type: 'keys.rotate', which: 'viewer' });
  write(tap('finish', 'a'));
  await until(() => crowd.every(({ subscription }) => subscription.hasEnded));
  await sleep(60);
  expect(crowd.filter((reader) => seqs(reader).includes(3)).length).toBe(reached);
  for (const { messages } of crowd) expect(messages.at(-1)).toMatchObject({ type: 'gone' });
  for (const reader of crowd) expect(seqs(reader)).not.toContain(4);
});

test('a follower who leaves during a telling hears nothing more, and the one who takes their place hears nothing twice', async () => {
  topic = openTopic();
  const crowd = await Promise.all(Array.from({ length: SLICE * 2 }, () => follow()));
  await settle(...crowd);
  write(tap('start', 'a'));
  await until(() => seqs(crowd[0]!).includes(3));
  const [told, untold] = [crowd[1]!, crowd.at(-1)!];
  expect([seqs(told), seqs(untold)]).toEqual([['whole 2', 3], ['whole 2']]);
  for (const { subscription } of [told, untold]) endSubscription(subscription);
  const newcomers = await Promise.all([follow(), follow(2), follow(3)]);
  await until(() => seqs(crowd.at(-2)!).includes(3));
  write(tap('finish', 'a'));
  await until(() => newcomers.every((reader) => seqs(reader).includes(4)));
  await until(() => seqs(crowd.at(-2)!).includes(4));
  expect(newcomers.map(seqs)).toEqual([['whole 3', 4], [3, 4], [4]]);
  expect([seqs(told), seqs(untold)]).toEqual([['whole 2', 3], ['whole 2']]);
});

test('a tap by itself waits for nothing, though it counts as being stored at the moment when it is published', async () => {
  let isStoring = false;
  const asked: boolean[] = [];
  topic = openTopic({}, () => {
    asked.push(isStoring);
    return isStoring;
  });
  const reader = await followSlowly();
  isStoring = true;
  write(tap('finish', 'a'));
  queueMicrotask(() => (isStoring = false));
  await until(() => seqs(reader).includes(4));
  expect(asked).toEqual([false]);
});

test('taps that are being stored are waited for where telling takes long, and travel together', async () => {
  let isStoring = false;
  topic = openTopic({}, () => isStoring);
  const reader = await followSlowly();
  isStoring = true;
  const frames = built();
  write(tap('finish', 'a'));
  for (let round = 0; round < 5; round += 1) await nextRound();
  write(tap('start', null));
  isStoring = false;
  await until(() => seqs(reader).includes(5));
  expect(built() - frames).toBe(1);
  isStoring = true;
  write(tap('finish', null));
  // The wait is bounded: storing may take long.
  await until(() => seqs(reader).includes(6));
});

test('as long as access to the event cannot be read, nothing is sent', async () => {
  topic = openTopic();
  const reader = await follow(null, null, 'coach');
  await settle(reader);
  readKeys = () => Promise.reject(new Error('the database is away'));
  write({ type: 'keys.rotate', which: 'admin' });
  write(tap('start', 'a'));
  await sleep(100);
  expect(seqs(reader)).toEqual(['whole 2']);
  readKeys = async () => keys;
  await until(() => seqs(reader).length > 1);
  expect(seqs(reader)).toEqual(['whole 2', 'whole 4']);
});

test('keys that were read before they were changed let nobody in', async () => {
  topic = openTopic();
  const answers: ((keys: GuestKeys) => void)[] = [];
  readKeys = () => new Promise((resolve) => answers.push(resolve));
  const reader = createReader();
  const following = topic.follow(reader.subscription, null);
  await sleep(5);
  write({ type: 'keys.rotate', which: 'viewer' });
  answers[0]!(keys);
  await sleep(5);
  answers[1]!({ ...keys, viewer: 'newkey' });
  expect(await following).toBe('event-not-found');
  expect(reader.messages).toEqual([{ type: 'gone', topic: 'event:event', code: 'event-not-found' }]);
});

test('a reader who knows more than was told yet gets only what they do not know', async () => {
  topic = openTopic();
  const other = await follow();
  await settle(other);
  write(tap('start', 'a'));
  await until(() => seqs(other).includes(3));
  write(tap('finish', 'a'));
  const reader = await follow(4);
  write(tap('finish', 'a'));
  await until(() => seqs(other).includes(5) && seqs(reader).includes(5));
  expect(seqs(other)).toEqual(['whole 2', 3, 4, 5]);
  expect(seqs(reader)).toEqual([5]);
});

test('an admin who was away while the keys changed gets the whole, with the keys', async () => {
  race.run({ type: 'keys.rotate', which: 'admin' });
  race.run(tap('start', 'a'));
  topic = openTopic();
  const owner = await follow(2, null, 'coach');
  expect(owner.messages[0]).toMatchObject({ type: 'event', keys });
  expect(seqs(await follow(2))).toEqual([3, 4]);
});

test('an admin who is removed is told, and hears nothing of what they then miss', async () => {
  race.run({ type: 'admin.join' }, { actor: user('guest', { isAnonymous: true, key: 'admin' }) });
  topic = openTopic();
  const guest = await follow(null, null, 'guest');
  await settle(guest);
  write(tap('start', 'a'));
  write({ type: 'admin.remove', userId: 'guest' });
  write(tap('finish', 'a'));
  await until(() => guest.subscription.hasEnded);
  await sleep(60);
  expect(seqs(guest)).toEqual(['whole 3']);
  expect(guest.messages.at(-1)).toMatchObject({ type: 'gone', code: 'event-not-found' });
});

const namesSent = ({ messages }: Reader) =>
  messages.flatMap((message) => {
    if (message.type === 'event') return [Object.values(message.event.entries).map(({ name }) => name)];
    if (message.type === 'rows') return [message.rows.map(({ entry }) => entry.name)];
    if (message.type !== 'changes') return [];
    return message.changes.flatMap((change) =>
      change.type === 'entries-added' ? [change.racers.map(({ name }) => name)] : [],
    );
  });
const hide = (initialsOnly: boolean) => ({ type: 'event.configure', initialsOnly }) as const;
const addAda = { type: 'entries.add', racers: [{ ...racer('b'), name: 'Ada Swift' }] } as const;

test('names that are hidden, and shown again, come to viewers as the whole, and to admins as a change', async () => {
  topic = openTopic();
  const [viewer, owner] = [await follow(), await follow(null, null, 'coach')];
  await settle(viewer, owner);
  write(hide(true));
  await until(() => seqs(viewer).length === 2);
  write(addAda);
  await until(() => seqs(viewer).includes(4));
  write(hide(false));
  await until(() => seqs(viewer).length === 4);
  expect(seqs(viewer)).toEqual(['whole 2', 'whole 3', 4, 'whole 5']);
  expect(namesSent(viewer)).toEqual([['Racer a'], ['R. A.'], ['A. S.'], ['Racer a', 'Ada Swift']]);
  expect(seqs(owner)).toEqual(['whole 2', 3, 4, 5]);
  expect(namesSent(owner)).toEqual([['Racer a'], ['Ada Swift']]);
});

test('a reader who arrives or comes back after names were hidden gets none, also before the others are told', async () => {
  topic = openTopic();
  const other = await follow();
  await settle(other);
  write(addAda);
  await until(() => seqs(other).includes(3));
  write(hide(true));
  const [late, back, further] = [await follow(), await follow(2), await follow(4)];
  await until(() => seqs(other).length === 3);
  for (const reader of [late, back]) expect(namesSent(reader)).toEqual([['R. A.', 'A. S.']]);
  expect(seqs(further)).toEqual([]);
});

test('a page that knows less than the event needs is told to update and gets nothing of it; the others follow on', async () => {
  topic = openTopic({ loadEvent: async () => ({ ...applyAll(race.event, [])!, needs: 2 }) });
  const old = await follow(null, 'viewerkey', null, 1);
  const present = await follow();
  expect(old.messages).toEqual([{ type: 'gone', topic: 'event:event', code: 'client-outdated' }]);
  expect(seqs(present)).toEqual(['whole 2']);
});
