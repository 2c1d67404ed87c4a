import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/domain/units.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { keptFor } from '../../src/protocol/retention.ts';
import { api } from '../../src/protocol/routes.ts';
import { queueMail } from '../../src/server/storage/mail.ts';
import { CHANGES_AT_ONCE } from '../../src/server/storage/remove-event.ts';
import { ROWS_AT_ONCE } from '../../src/server/storage/retention.ts';
import { claimJob, noteJob } from '../../src/server/storage/upkeep.ts';
import { verifyLog } from '../../src/server/storage/verify-log.ts';
import { retentionJobs } from '../../src/server/upkeep/retention.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { openLive } from '../support/live-client.ts';
import { lengthenLog } from '../support/long-log.ts';
import { arrive, arriveConfirmed } from '../support/people.ts';
import { newRace } from '../support/races.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { findWords } from '../support/stored-rows.ts';
import { passOnce } from '../support/upkeep.ts';

const DAY_MS = 24 * 3_600_000;

describe.each(engines)('what is kept for a time only, on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  function jobOf(name: string) {
    const jobs = retentionJobs({ db: server.db, onEventsRewritten: server.live.rewritten });
    return jobs.find((job) => job.name === name)!;
  }
  const passAfter = (name: string, ms: number) => passOnce(jobOf(name), Date.now() + ms);
  const send = async (client: TestClient, command: Parameters<typeof batchOf>[0], keys = {}) =>
    (await client.post<CommandAnswers>(api.commands, { ...batchOf(command), keys })).body.answers[0]!;
  const idOf = async (client: TestClient) => {
    const { viewer } = await client.boot();
    return viewer.kind === 'nobody' ? '' : viewer.userId;
  };
  const hasUser = async (id: string) =>
    (await server.db.selectFrom('user').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

  async function joinAsGuest(eventId: string, key: string) {
    const guest = server.client();
    await guest.post(api.anonymous);
    const userId = await idOf(guest);
    expect(await send(guest, eventCommand(eventId, { type: 'admin.join' }), { [eventId]: key })).toMatchObject({
      status: 'accepted',
    });
    return { guest, userId };
  }

  test('[UK4] a deleted event is brought back within 30 days; then nothing of it is left, and its taps are refused with a reason', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId, racerId, keys } = await newRace(client);
    const start = tap(eventId, 'start', racerId);
    await send(client, start);
    const invite = eventCommand(eventId, { type: 'admin.invite', email: `${randomUUID()}@example.org` });
    expect(await send(client, invite)).toMatchObject({ status: 'accepted' });
    const follower = await openLive(server.url);
    follower.send({ type: 'follow-event', eventId, after: null, key: keys.viewer });
    await follower.until('event');
    await send(client, eventCommand(eventId, { type: 'event.delete' }));
    await follower.until('gone', ({ code }) => code === 'event-deleted');

    await passAfter('deleted events', keptFor.deletedEvents - DAY_MS);
    expect(await send(client, eventCommand(eventId, { type: 'event.restore' }))).toMatchObject({ status: 'accepted' });
    await passAfter('deleted events', keptFor.deletedEvents + DAY_MS);
    expect(await send(client, tap(eventId, 'finish', racerId))).toMatchObject({ status: 'accepted' });
    await send(client, eventCommand(eventId, { type: 'event.delete' }));

    follower.mark();
    await passAfter('deleted events', keptFor.deletedEvents + DAY_MS);
    await follower.until('gone', ({ code }) => code === 'event-not-found');
    await passAfter('receipts', keptFor.receipts + DAY_MS);
    await passAfter('invitation mails', keptFor.invitations + DAY_MS);
    // The ledger keeps the id of the event that was paid for.
    expect((await findWords(server.db, { eventId })).filter((place) => !place.startsWith('mail.'))).toEqual([
      'creditTransfers.subjectId: eventId',
    ]);
    for (const late of [start, tap(eventId, 'finish', racerId)]) {
      expect(await send(client, late, { [eventId]: keys.admin })).toMatchObject({
        status: 'refused',
        code: 'event-not-found',
      });
    }
    expect((await verifyLog(server.storage)).findings).toEqual([]);
    await follower.close();
  });

  test('[UK4] an event that is being deleted is shown to nobody, and verify stays clean in the middle', async () => {
    await passAfter('deleted events', keptFor.deletedEvents + DAY_MS);
    const { client } = await arrive(server);
    const { eventId, racerId, keys } = await newRace(client);
    await send(client, tap(eventId, 'start', racerId));
    await lengthenLog(server.db, eventId, 3 * CHANGES_AT_ONCE);
    await send(client, eventCommand(eventId, { type: 'event.delete' }));
    const job = jobOf('deleted events');
    const now = Date.now() + keptFor.deletedEvents + DAY_MS;
    for (let step = 0; step < 2; step += 1) await job.step('', epochMs(now), () => false);
    const left = await server.db.selectFrom('changes').select('seq').where('eventId', '=', eventId).execute();
    expect(left.length).toBeGreaterThan(CHANGES_AT_ONCE);
    expect(left.length).toBeLessThan(3 * CHANGES_AT_ONCE);
    expect((await verifyLog(server.storage)).findings).toEqual([]);
    expect(await send(client, tap(eventId, 'finish', racerId))).toMatchObject({ code: 'event-not-found' });
    expect((await client.get(`${api.event.replace(':eventId', eventId)}?key=${keys.viewer}`)).status).toBe(404);
    // Another node, or the same one after a restart, continues the deletion.
    await passOnce(job, now);
    expect(await server.db.selectFrom('events').select('id').where('id', '=', eventId).execute()).toEqual([]);
  });

  test('[UK5] taps go on while long logs are deleted', async () => {
    const { client } = await arrive(server);
    const gone = await newRace(client);
    await send(client, tap(gone.eventId, 'start', gone.racerId));
    await lengthenLog(server.db, gone.eventId, 40 * CHANGES_AT_ONCE);
    await send(client, eventCommand(gone.eventId, { type: 'event.delete' }));
    const { eventId, racerId } = await newRace(client);
    const job = jobOf('deleted events');
    let steps = 0;
    let isOver = false;
    const now = Date.now() + keptFor.deletedEvents + DAY_MS;
    const counted = { ...job, step: (...args: Parameters<typeof job.step>) => ((steps += 1), job.step(...args)) };
    const purging = passOnce(counted, now).then(() => (isOver = true));
    const stepsPerTap: number[] = [];
    while (!isOver) {
      const before = steps;
      expect(await send(client, tap(eventId, 'start', racerId))).toMatchObject({ status: 'accepted' });
      stepsPerTap.push(steps - before);
    }
    await purging;
    expect(steps).toBeGreaterThan(40);
    // A tap waits for a few steps at most, never for the whole deletion.
    expect(stepsPerTap.length).toBeGreaterThan(3);
    expect(Math.max(...stepsPerTap.slice(0, -1)) / steps).toBeLessThan(0.5);
  });

  test('[UK6] guests are removed when unused: not while a session is valid, nor while they are admins of an event', async () => {
    const { client } = await arrive(server);
    const kept = await newRace(client);
    const { eventId, keys } = await newRace(client);
    const helper = await joinAsGuest(kept.eventId, kept.keys.admin);
    const former = await joinAsGuest(eventId, keys.admin);
    const lone = server.client();
    await lone.post(api.anonymous);
    const loneId = await idOf(lone);
    const guests = [helper.userId, former.userId, loneId];
    const left = async () => Promise.all(guests.map(hasUser));

    await passAfter('guests', 20 * DAY_MS);
    expect(await left()).toEqual([true, true, true]);
    // By then all sessions of the guests have expired.
    const later = keptFor.guests + DAY_MS;
    await passAfter('guests', later);
    expect(await left()).toEqual([true, true, false]);
    await send(client, eventCommand(eventId, { type: 'event.delete' }));
    await passAfter('guests', later);
    expect(await left(), 'the event may be brought back').toEqual([true, true, false]);
    await passAfter('deleted events', keptFor.deletedEvents + DAY_MS);
    await passAfter('guests', later);
    expect(await left()).toEqual([true, false, false]);
    expect(await hasUser(await idOf(client)), 'an account is no guest').toBe(true);
    // A phone with waiting taps joins as a new guest, by the key that it has kept.
    const again = await joinAsGuest(kept.eventId, kept.keys.admin);
    expect(await send(again.guest, tap(kept.eventId, 'start', kept.racerId))).toMatchObject({ status: 'accepted' });
  });

  test('[UK7] receipts of refused commands go after 30 days; of accepted ones they stay with the event', async () => {
    const { client } = await arrive(server);
    const { eventId, racerId } = await newRace(client);
    const accepted = tap(eventId, 'start', racerId);
    const refused = eventCommand(eventId, { type: 'event.rename', name: ' ' });
    await send(client, accepted);
    expect(await send(client, refused)).toMatchObject({ status: 'refused' });
    const has = async (id: string) =>
      (await server.db.selectFrom('receipts').select('commandId').where('commandId', '=', id).execute()).length === 1;
    await passAfter('receipts', keptFor.receipts - DAY_MS);
    expect([await has(accepted.id), await has(refused.id)]).toEqual([true, true]);
    await passAfter('receipts', 10 * keptFor.receipts);
    expect([await has(accepted.id), await has(refused.id)]).toEqual([true, false]);
    const length = async () =>
      (await server.db.selectFrom('changes').select('seq').where('eventId', '=', eventId).execute()).length;
    const before = await length();
    expect(await send(client, accepted)).toMatchObject({ status: 'accepted' });
    expect(await length()).toBe(before);
  });

  test('[UK8] sessions and codes go when they have run out, mails 30 days and counts of invitations a week later', async () => {
    const { client } = await arriveConfirmed(server);
    const { eventId } = await newRace(client);
    const userId = await idOf(client);
    const invite = eventCommand(eventId, { type: 'admin.invite', email: `${randomUUID()}@example.org` });
    expect(await send(client, invite)).toMatchObject({ status: 'accepted' });
    const moment = new Date(Date.now() - 1000).toISOString();
    const dates = { expiresAt: moment, createdAt: moment, updatedAt: moment };
    const over = Array.from({ length: ROWS_AT_ONCE + 1 }, () => randomUUID());
    await server.db
      .insertInto('session')
      .values(over.map((id) => ({ id, token: id, userId, ipAddress: null, userAgent: null, ...dates })))
      .execute();
    await server.db
      .insertInto('verification')
      .values(over.map((id) => ({ id, identifier: id, value: userId, ...dates })))
      .execute();
    const waiting = await queueMail(
      server.db,
      { to: 'later@example.org', subject: 'Waits', text: '' },
      Date.now() + 100 * DAY_MS,
    );
    const count = async (table: 'session' | 'verification' | 'invitations' | 'invitationMails') =>
      (await server.db.selectFrom(table).select('id').execute()).length;

    expect(await passAfter('sessions', 0), 'in steps').toBe(2);
    await passAfter('verifications', 0);
    expect(await count('verification')).toBe(0);
    expect((await client.boot()).viewer.kind).toBe('user');
    await server.db.updateTable('mail').set({ sentAt: Date.now() }).where('id', '!=', waiting).execute();
    for (const [name, kept] of [
      ['finished mail', keptFor.finishedMail],
      ['invitations', keptFor.invitations],
      ['invitation mails', keptFor.invitations],
    ] as const) {
      await passAfter(name, kept - DAY_MS);
    }
    expect(await count('invitations')).toBeGreaterThan(0);
    expect((await server.db.selectFrom('mail').select('id').execute()).length).toBeGreaterThan(1);
    for (const name of ['finished mail', 'invitations', 'invitation mails']) await passAfter(name, 40 * DAY_MS);
    expect([await count('invitations'), await count('invitationMails')]).toEqual([0, 0]);
    const mails = await server.db.selectFrom('mail').select('id').execute();
    expect(mails).toEqual([{ id: waiting }]);
  });

  test('[UK9] one node at a time does a job, and another continues where it died', async () => {
    const { db } = server;
    const claims = await Promise.all([1, 2, 3].map(() => claimJob(db, 'a test', 1000, 2000)));
    expect(claims.toSorted()).toEqual(['', undefined, undefined]);
    await noteJob(db, 'a test', { cursor: 'half', dueAt: 2000 });
    expect(await claimJob(db, 'a test', 1999, 3000)).toBeUndefined();
    expect(await claimJob(db, 'a test', 2000, 3000)).toBe('half');
  });
});
