import { expect, test } from 'vitest';
import type { EventCommand } from '../../../domain/events/commands.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { readLeaderboard } from '../../../domain/results/read-leaderboard.ts';
import { readBoard } from '../../../domain/board/board.ts';
import { epochMs } from '../../../domain/units.ts';
import type { CachedEvent, CommandBatch } from '../../sync/ports.ts';
import { webIds } from '../../sync/ids.ts';
import { createLocalServer } from './local-server.ts';
import { prepareRace } from './prepare-race.ts';

const NOW = epochMs(1_790_000_000_000);
const userId = webIds.make();

async function open() {
  const actor = { userId, isAnonymous: false, verifiedEmail: null, key: null };
  const server = createLocalServer(actor, () => NOW);
  const eventId = await prepareRace(server, { userId, ids: webIds, now: NOW });
  const read = async (): Promise<CachedEvent> => {
    const answer = await server.fetchEvent(eventId);
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  };
  return { server, eventId, read };
}

const batch = (...commands: EventCommand[]): CommandBatch => ({
  protocol: 1,
  schema: 1,
  userId,
  commands,
  observations: [],
  keys: {},
});

test('the race to try has two finishers, two on course and three at the start, with the times that were meant', async () => {
  const { read } = await open();
  const { event } = await read();
  const { onCourse, inactive } = readBoard(event);
  expect(readLeaderboard(event).ranked.map(({ entry, duration }) => [entry.name, formatDuration(duration)])).toEqual([
    ['Eli Brandt', '12:44.02'],
    ['Farah Haddad', '13:02.77'],
  ]);
  expect(onCourse.map(({ entry }) => entry.name)).toEqual(['Dana Petrov', 'Gus Marlowe']);
  expect(inactive).toHaveLength(3);
});

test('a command that is sent twice is handled once, and one for a list of racers is refused', async () => {
  const { server, eventId, read } = await open();
  const { event } = await read();
  const captured = { wall: NOW, monotonic: 0, origin: NOW };
  const racerId = readBoard(event).inactive[0]!.entry.racerId;
  const envelope = { id: webIds.make(), deviceId: webIds.make(), captured };
  const start: EventCommand = { ...envelope, type: 'tap.record', line: 'start', run: 1, racerId, eventId };
  const [first, second] = [await server.sendCommands(batch(start)), await server.sendCommands(batch(start))];
  expect(second).toEqual(first);
  expect((await read()).event.seq).toBe(event.seq + 1);
  const create = {
    ...envelope,
    id: webIds.make(),
    type: 'racer.create',
    racerId: webIds.make(),
    name: 'Ada',
    groups: [],
  };
  const refused = await server.sendCommands({ ...batch(), commands: [create as CommandBatch['commands'][number]] });
  expect(refused.ok && refused.value.answers[0]).toMatchObject({ status: 'refused' });
});
