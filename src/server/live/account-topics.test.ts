import { expect, test } from 'vitest';
import { createRace, racer } from '../../domain/events/fixtures.ts';
import type { ServerMessage } from '../../protocol/live.ts';
import { fromText } from '../../protocol/live-text.ts';
import { createLog } from '../log.ts';
import { toListed } from './account-lists.ts';
import { createAccountTopics } from './account-topics.ts';
import type { Connection } from './connection.ts';
import { createFrameBuilder, type Frame } from './frame.ts';
import type { LoadedAccount } from './parts.ts';
import { systemTimers } from './timers.ts';

test('what was read stands above what this node had stored before it', async () => {
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

function connectionOf(userId: string, told: ServerMessage[]): Connection {
  return {
    sender: { userId, isAnonymous: false, verifiedEmail: null, name: '', keys: {} },
    cookie: undefined,
    address: '',
    subscriptions: new Map(),
    isAlive: true,
    write: ({ plain }: Frame) => void told.push(fromText(plain.toString('utf8', plain[1] === 126 ? 4 : 2))!),
    send: (message) => void told.push(message),
    close: () => undefined,
    cut: () => undefined,
  };
}
