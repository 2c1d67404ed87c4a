import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { durationMs } from '../../src/domain/units.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import type { Database } from '../../src/server/storage/engine.ts';
import { openStorage } from '../../src/server/storage/database.ts';
import { addRacers, batchOf, createEvent, createRacer, eventCommand, racerCommand, tap } from '../support/commands.ts';
import { quiet } from '../support/database.ts';
import { confirmAddress } from '../support/people.ts';
import { createClient } from '../support/running-server.ts';
import type { BuiltServer } from '../cluster/server.ts';
import { bibOf, payloadAddress, PAYLOADS, penaltyReason, shifted, statusReason } from './payloads.ts';
import { createRace, type Race, send } from './race.ts';

const MOST_AT_ONCE = 100;

/** Every free text of an account and its events, filled with the forty payloads. */
export interface Stage {
  /** Forty racers who can be timed, and forty admins with an account. */
  readonly race: Race;
  /** A race where all forty have finished without a start. */
  readonly doubtful: Race;
  readonly racerIds: readonly string[];
  readonly groupPath: string;
  /** Gives the owner another name, as if signed up with it. */
  callOwner(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function setStage(server: BuiltServer, request: APIRequestContext, email: string): Promise<Stage> {
  await askRunningServer(server.dataDir, ['grant', email, '3000']);
  const storage = await openStorage({ dataDir: server.dataDir, databaseUrl: undefined }, quiet);
  const { db } = storage;
  const racerIds = PAYLOADS.map(() => randomUUID()).toSorted();
  await sendAll(request, racerIds.flatMap(makeRacer));
  await sendAll(
    request,
    PAYLOADS.flatMap((name) => {
      const eventId = randomUUID();
      return [createEvent(eventId, name), eventCommand(eventId, { type: 'group.share' })];
    }),
  );
  const race = await createRaceOf(request, racerIds, 'The race');
  const doubtful = await createRaceOf(request, racerIds, 'The doubtful race');
  // One racer stays when the others are removed: an empty event has no share menu.
  const stays = createRacer();
  await send(request, stays, addRacers(doubtful.eventId, stays.racerId));
  await sendAll(
    request,
    racerIds.map((racerId) => tap(doubtful.eventId, 'finish', racerId)),
  );
  await sendAll(
    request,
    racerIds.flatMap((racerId, index) => judge(race.eventId, racerId, PAYLOADS[index]!)),
  );
  await confirmAddress({ db, storage }, email);
  for (const at of [0, 1, 2])
    await send(request, eventCommand(race.eventId, { type: 'admin.invite', email: payloadAddress(at) }));
  await addAdmins(server, db, race);
  const owner = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return {
    race,
    doubtful,
    racerIds,
    groupPath: `/events?id=${owner.id}`,
    async callOwner(name) {
      await db.updateTable('profiles').set({ username: name }).where('userId', '=', owner.id).execute();
    },
    close: () => storage.close(),
  };
}

/** Placed again at the end, so that the board shows everybody. */
function judge(eventId: string, racerId: string, payload: string): Command[] {
  const attempt = { racerId, attempt: 1 as const };
  return [
    eventCommand(eventId, { ...attempt, type: 'status.set', status: 'DSQ', reason: statusReason(payload) }),
    eventCommand(eventId, { ...attempt, type: 'status.set', status: 'OK', reason: '' }),
    eventCommand(eventId, { ...attempt, type: 'adjustment.add', ms: durationMs(1000), reason: penaltyReason(payload) }),
  ];
}

function makeRacer(racerId: string, index: number): Command[] {
  return [
    racerCommand(racerId, { type: 'racer.create', name: 'Somebody', groups: [shifted(index, 11)] }),
    racerCommand(racerId, { type: 'racer.rename', name: PAYLOADS[index]! }),
    racerCommand(racerId, { type: 'racer.tag', group: shifted(index, 23) }),
  ];
}

async function createRaceOf(request: APIRequestContext, racerIds: readonly string[], name: string): Promise<Race> {
  const race = await createRace(request, name, []);
  const racers = racerIds.map((racerId, index) => ({
    racerId,
    name: PAYLOADS[index]!,
    groups: [shifted(index, 17)],
    bib: bibOf(shifted(index, 5)),
  }));
  await send(request, eventCommand(race.eventId, { type: 'entries.add', racers }));
  // Another name and the first one again: both are in the history.
  await send(
    request,
    ...racerIds.flatMap((racerId, index) =>
      [shifted(index, 29), PAYLOADS[index]!].map((name) =>
        eventCommand(race.eventId, { type: 'entry.rename', racerId, name }),
      ),
    ),
  );
  return race;
}

/**
 * Forty admins, each with an action in the history. They join as guests and get accounts straight in the database:
 * hashing forty passwords would take longer than everything else.
 */
async function addAdmins(server: BuiltServer, db: Database, { eventId, keys }: Race): Promise<void> {
  await Promise.all(
    PAYLOADS.map(async (username, index) => {
      const guest = createClient(server.url);
      const { body } = await guest.post(api.anonymous);
      const userId = body.viewer.kind === 'anonymous' ? body.viewer.userId : '';
      const act = (command: Command) =>
        guest.post(api.commands, { ...batchOf(command), keys: { [eventId]: keys.admin } });
      await act(eventCommand(eventId, { type: 'admin.join' }));
      const user = { isAnonymous: 0, email: `p${index}-${payloadAddress(index)}` };
      await db.updateTable('user').set(user).where('id', '=', userId).execute();
      const profile = { userId, username, accepted: 1, origin: server.url, createdAt: Date.now() };
      await db.insertInto('profiles').values(profile).execute();
      await act(eventCommand(eventId, { type: 'tap.record', line: 'start', run: 1, racerId: null }));
    }),
  );
}

export async function sendAll(request: APIRequestContext, commands: readonly Command[]): Promise<void> {
  for (let from = 0; from < commands.length; from += MOST_AT_ONCE)
    await send(request, ...commands.slice(from, from + MOST_AT_ONCE));
}
