import { afterEach, expect, test, vi } from 'vitest';
import { createRace, racer } from '../../../tests/support/event-history.ts';
import type { ServerMessage } from '../../protocol/live.ts';
import { fromText } from '../../protocol/live-text.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { createLog } from '../log.ts';
import { toListed } from './account-lists.ts';
import { createAccountTopics } from './account-topics.ts';
import type { Connection } from './connection.ts';
import { createFrameBuilder, type Frame } from './frame.ts';
import type { LoadedAccount } from './hub-parts.ts';
import { createListChecks } from './list-checks.ts';
import { systemTimers } from './timers.ts';

afterEach(() => void vi.useRealTimers());

test('a newer state read from storage stands above an older one that this node stored', async () => {
  const race = createRace('a');
  const ownerId = race.event.ownerId;
  const before = race.event;
  race.run({ type: 'entries.add', racers: [racer('b')] });
  const loaded: LoadedAccount = {
    account: { credits: 0, events: [toListed(race.event, ownerId)], racers: [] },
    seqs: new Map([[race.event.id, race.event.seq]]),
  };
  let haveRead!: (account: LoadedAccount) => void;
  const reading = new Promise<LoadedAccount>((resolve) => (haveRead = resolve));
  const topics = createAccountTopics({
    frames: createFrameBuilder(),
    checks: createListChecks(systemTimers, 60_000, false),
    timers: systemTimers,
    log: createLog('silent'),
    loadAccount: () => reading,
  });
  const told: ServerMessage[] = [];
  topics.follow(connectionOf(ownerId, told));
  // This node hears of its own commit only now; another node's later one is being read already.
  topics.publish([{ event: before, changes: [] }], []);
  haveRead(loaded);
  await expect.poll(() => told.length).toBe(1);
  expect(told[0]).toMatchObject({ type: 'account', account: loaded.account });
  topics.stop();
});

test('changes of another node that sent no news are read after a while', async () => {
  vi.useFakeTimers();
  let credits = 100;
  const topics = createAccountTopics({
    frames: createFrameBuilder(),
    checks: createListChecks(systemTimers, 60_000, true),
    timers: systemTimers,
    log: createLog('silent'),
    loadAccount: async () => ({ account: { credits, events: [], racers: [] }, seqs: new Map() }),
  });
  const told: ServerMessage[] = [];
  topics.follow(connectionOf('coach', told));
  await vi.advanceTimersByTimeAsync(1000);
  credits = 80;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told.slice(1)).toEqual([{ type: 'credits', credits: 80 }]);
  topics.stop();
});

function connectionOf(userId: string, told: ServerMessage[]): Connection {
  return {
    sender: { userId, isAnonymous: false, verifiedEmail: null, name: '', keys: {} },
    cookie: undefined,
    address: '',
    schema: SCHEMA_VERSION,
    subscriptions: new Map(),
    isAlive: true,
    write: ({ plain }: Frame) => void told.push(fromText(plain.toString('utf8', plain[1] === 126 ? 4 : 2))!),
    send: (message) => void told.push(message),
    close: () => undefined,
    cut: () => undefined,
  };
}
