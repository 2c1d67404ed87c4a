import { setTimeout as sleep } from 'node:timers/promises';
import { readLeaderboard } from '../../src/domain/results/read-leaderboard.ts';
import { applyAll } from '../../src/domain/events/apply.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { sinceOf } from '../../src/domain/model/changes.ts';
import type { SyncClient } from '../../src/client/sync/sync-client.ts';
import type { startWatcher, Watcher } from './audience.ts';
import type { Cluster } from '../cluster/two-nodes.ts';
import type { Board } from './boards.ts';
import type { createDevice } from './device.ts';
import { openDevices, readLog, type SignedIn, untilAll } from './race-under-way.ts';
import type { SecureFetch } from './secure-fetch.ts';

export interface Pages {
  readonly createDevice: typeof createDevice;
  readonly startWatcher: typeof startWatcher;
  read(event: EventState): Board;
}

export interface NewKindParts {
  readonly cluster: Cluster;
  readonly fetch: SecureFetch;
  readonly person: SignedIn;
  readonly race: {
    readonly eventId: string;
    readonly racerIds: readonly string[];
    readonly keys: { viewer: string; admin: string };
  };
  readonly before: Pages;
  readonly now: Pages;
  readonly surprises: string[];
}

/**
 * A page of this release disqualifies the winner while a node of the release before is up, which would skip that change and
 * show the winner for ever. The command has to wait on its device until the gate is open.
 */
export function disqualifyWinner(parts: NewKindParts) {
  const { cluster, fetch, person, race, surprises } = parts;
  const { eventId } = race;
  const [winner, second] = race.racerIds as [string, string];
  const [device] = openDevices(cluster, fetch, person, race, [parts.now.createDevice]) as [SyncClient];
  const follow = ({ startWatcher: start, read }: Pages): { watcher: Watcher; read: Pages['read'] } => ({
    watcher: start({ nginx: cluster.nginx, fetch }, { eventId, racerId: '', keys: race.keys }),
    read,
  });
  const [old, present] = [follow(parts.before), follow(parts.now)];
  const tap = (line: 'start' | 'finish', racerId: string) =>
    device.recordForEvent(eventId, { type: 'tap.record', line, run: 1, racerId });
  const kinds = async () => (await readLog(cluster, eventId)).filter(({ type }) => sinceOf(type) > 1);
  const leaderOf = ({ watcher: { sync }, read }: ReturnType<typeof follow>) => {
    const { event } = sync.event(eventId).getSnapshot();
    return event === null ? undefined : read(event).leaderboard[0]?.[1];
  };

  return {
    async whileMixed(): Promise<void> {
      for (const racerId of [winner, second]) await tap('start', racerId);
      await tap('finish', winner);
      await sleep(200);
      await tap('finish', second);
      await untilAll([old, present], surprises, 'see the winner', (watcher) => leaderOf(watcher) === winner);
      const reason = 'cut the course';
      await device.recordForEvent(eventId, { type: 'status.set', racerId: winner, attempt: 1, status: 'DSQ', reason });
    },
    async stillWaits(): Promise<void> {
      if (device.status.getSnapshot().unsynced !== 1) surprises.push('the disqualification did not wait on its device');
      if ((await kinds()).length > 0) surprises.push('a disqualification was stored beside the release before');
    },
    async onceOpen(): Promise<void> {
      await untilAll([device], surprises, 'send what waited', (sync) => sync.status.getSnapshot().unsynced === 0);
      if ((await kinds()).length !== 1) surprises.push(`${(await kinds()).length} disqualifications are stored`);
      await untilAll([present], surprises, 'see the new winner', (watcher) => leaderOf(watcher) === second);
      await untilAll([old], surprises, 'be told to update', ({ watcher: { sync } }) => {
        const { problem } = sync.event(eventId).getSnapshot();
        return problem === 'client-outdated';
      });
      const truth = readLeaderboard(applyAll(null, await readLog(cluster, eventId))!);
      if (truth.ranked[0]?.entry.racerId !== second) surprises.push('the log says another winner');
      for (const { watcher } of [old, present]) watcher.sync.stop();
      device.stop();
    },
  };
}
