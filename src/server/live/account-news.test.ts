import { expect, test } from 'vitest';
import type { AccountSnapshot, ServerMessage } from '../../protocol/live.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import type { EventNews } from '../bus/news.ts';
import { createLog } from '../log.ts';
import { createAccountTopics } from './account-topics.ts';
import type { Connection } from './connection.ts';
import { createFrameBuilder, type Frame } from './frame.ts';
import { createListChecks } from './list-checks.ts';
import { systemTimers } from './timers.ts';

const EVENTS = 20;

/** An account on this node that has its page open, and the database that another node writes to. */
async function openAccount() {
  const messages: ServerMessage[] = [];
  const stored = { seq: 1, finished: 0 };
  const asked = { accounts: 0, rows: 0 };
  const listed = (id: string) => {
    const { seq, finished } = stored;
    const columns = { id, name: id, createdAt: 1, deletedAt: null, awaitingCredits: false, total: 9, onCourse: 0 };
    return { ...columns, finished, ownerId: 'coach', seq };
  };
  const account = (): AccountSnapshot => ({
    credits: 0,
    racers: [],
    events: Array.from({ length: EVENTS }, (_, index) => {
      const { ownerId, seq: _seq, ...event } = listed(`event ${index}`);
      return { ...event, isOwner: ownerId === 'coach' };
    }),
  });
  const topics = createAccountTopics({
    frames: createFrameBuilder(),
    checks: createListChecks(systemTimers, 60_000, false),
    timers: systemTimers,
    log: createLog('silent'),
    async loadAccount() {
      asked.accounts += 1;
      return { account: account(), seqs: new Map() };
    },
    async loadListed(eventIds) {
      asked.rows += eventIds.length;
      return eventIds.map(listed);
    },
  });
  const write = ({ plain }: Frame) => {
    const start = plain[1] === 127 ? 10 : plain[1] === 126 ? 4 : 2;
    messages.push(JSON.parse(plain.toString('utf8', start)) as ServerMessage);
  };
  const connection: Connection = {
    sender: { userId: 'coach', isAnonymous: false, verifiedEmail: null, name: '', keys: {} },
    schema: SCHEMA_VERSION,
    cookie: undefined,
    address: '',
    subscriptions: new Map(),
    isAlive: true,
    write,
    send: (message) => messages.push(message),
    close: () => undefined,
    cut: () => undefined,
  };
  topics.follow(connection);
  await expect.poll(() => messages.length).toBe(1);
  const lastFinished = () => {
    const told = messages.flatMap((message) => (message.type === 'listed-event' ? [message.event] : []));
    return told.at(-1)?.finished;
  };
  function tapElsewhere(more: Partial<EventNews> = {}): void {
    stored.seq += 1;
    stored.finished += 1;
    topics.hint({ id: 'event 3', seq: stored.seq, people: ['coach'], groupId: null, lists: false, ...more });
  }
  return { topics, asked, tapElsewhere, lastFinished };
}

test('[UK11] taps that another node tells of read the row of their event, never the whole account again', async () => {
  const { topics, asked, tapElsewhere, lastFinished } = await openAccount();
  for (let taps = 1; taps <= 10; taps += 1) {
    for (let more = 0; more < 10; more += 1) tapElsewhere();
    await expect.poll(lastFinished).toBe(taps * 10);
  }
  expect(asked.accounts).toBe(1);
  expect(asked.rows).toBeLessThanOrEqual(20);
  topics.stop();
});

test.each([{ lists: true }, { lists: undefined }] as const)(
  '[UK11] news that says %s about lists has the account read again: a node of the release before says nothing',
  async ({ lists }) => {
    const { topics, asked, tapElsewhere, lastFinished } = await openAccount();
    tapElsewhere({ lists } as Partial<EventNews>);
    await expect.poll(lastFinished).toBe(1);
    expect(asked.accounts).toBe(2);
    topics.stop();
  },
);

test('[UK11] a tap that is heard of while the account is being read is not missed', async () => {
  const { topics, tapElsewhere, lastFinished } = await openAccount();
  topics.accountChanged('coach');
  tapElsewhere();
  await expect.poll(lastFinished).toBe(1);
  topics.stop();
});
