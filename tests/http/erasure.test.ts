import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORMER_HELPER } from '../../src/domain/events/erase-person.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { epochMs } from '../../src/domain/units.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import type { EventHistory, EventPeople } from '../../src/protocol/event-reads.ts';
import { api } from '../../src/protocol/routes.ts';
import { SETTLED_MS } from '../../src/server/accounts/erasures.ts';
import { eraseFromEvent } from '../../src/server/storage/erase-event.ts';
import { claimErasure, insertErasure } from '../../src/server/storage/erasures.ts';
import { deleteMailTo } from '../../src/server/storage/mail.ts';
import { closeUser } from '../../src/server/storage/users.ts';
import { verifyLog } from '../../src/server/storage/verify-log.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { enginesOf } from '../support/database.ts';
import { inFull } from '../support/in-full.ts';
import { leaveTracks, organise } from '../support/leavings.ts';
import { openLive } from '../support/live-client.ts';
import { arrive, PASSWORD } from '../support/people.ts';
import { until } from '../support/purchases.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { createRun, runsOf } from '../support/runs.ts';
import { findWords } from '../support/stored-rows.ts';

describe.each(enginesOf('postgres'))('an account that is deleted, on %s', (engine) => {
  let server: TestServer;
  let later = 0;
  beforeAll(async () => {
    server = await startTestServer(engine, { clock: { now: () => epochMs(Date.now() + later) } });
  });
  afterAll(() => server.stop());

  const read = async <Body>(client: TestClient, path: string) => (await (await client.get(path)).json()) as Body;
  const eventOf = async (client: TestClient, eventId: string) =>
    (await read<{ event: EventState }>(client, `/api/events/${eventId}`)).event;
  const readChanges = (client: TestClient, eventId: string) =>
    read<EventHistory>(client, `/api/events/${eventId}/history`);
  /** The fields of a tap that count for a result. */
  const timesOf = ({ taps, counting }: EventState) => ({
    counting,
    taps: Object.values(taps).map((each) => ({ ...each, by: null })),
  });

  async function eraseFully(): Promise<void> {
    await server.upkeep.workOff('erasures');
    later += SETTLED_MS + 1000;
    // The goodbye mail and the deletion of the video's file happen by themselves.
    await until(async () => {
      await server.upkeep.workOff('erasures');
      const left = await server.db.selectFrom('erasures').select('id').execute();
      if (left.length > 0) later += SETTLED_MS + 1000;
      return left.length === 0;
    });
  }

  test('[A25] leaves no name, address, id or device in any row of any table', async () => {
    const host = await organise(server);
    const { client, words, waitingMail } = await leaveTracks(server, host);
    const before = await findWords(server.db, words);
    // The search must find the words in these places before the deletion: otherwise it would pass without searching
    // anything.
    for (const place of [
      'changes.body: name',
      'changes.body: email',
      'changes.body: deviceId',
      'snapshots.state: userId',
      'stateSnapshots.state: userId',
      'receipts.userId: userId',
      'eventAdmins.subject: email',
      'screenKeys.createdBy: userId',
      'runShares.email: email',
      'videoUploads.ownerId: userId',
      'mail.text: name',
    ]) {
      expect(before).toContain(place);
    }

    expect((await client.post(api.deleteAccount, { password: PASSWORD })).status).toBe(200);
    await server.upkeep.workOff('erasures');
    // For an hour the note of the remaining work and the goodbye mail are left.
    const afterFirst = (await findWords(server.db, words)).filter(
      (place) => !/^(?:erasures\.|mail\.to: email|videoUploads\.ownerId)/.test(place),
    );
    expect(afterFirst).toEqual([]);
    await eraseFully();
    expect(await findWords(server.db, words)).toEqual([]);
    const invitation = await server.db
      .selectFrom('mail')
      .select('text')
      .where('id', '=', waitingMail)
      .executeTakeFirst();
    expect(invitation?.text).toContain('A former helper invites you');
  });

  test("[A25] an address that was never confirmed may be another person's: invitations and shares to it stay", async () => {
    const host = await organise(server);
    const { client, person } = await arrive(server);
    const { email } = person;
    await host.client.post(api.commands, batchOf(eventCommand(host.eventId, { type: 'admin.invite', email })));
    const { runId } = await createRun(server, host.client);
    await runsOf(server, host.client).share(runId, email);
    await client.post(api.deleteAccount, { password: PASSWORD });
    await eraseFully();
    const left = await findWords(server.db, { email });
    expect(left).toEqual(expect.arrayContaining(['eventAdmins.subject: email', 'runShares.email: email']));
    expect(left.filter((place) => /^(?:user|erasures)/.test(place))).toEqual([]);
  });

  test('[A26] the races where the person helped keep every number and time, and their logs verify', async () => {
    const host = await organise(server);
    const { client, events, finish } = await leaveTracks(server, host);
    const before = await eventOf(host.client, events.helped);
    const changesBefore = await server.db.selectFrom('changes').select(['eventId', 'seq']).execute();
    await client.post(api.deleteAccount, { password: PASSWORD });
    // The log verifies also in the middle: the account is closed, and nothing is rewritten yet.
    expect((await verifyLog(server.storage)).findings).toEqual([]);
    await eraseFully();
    const after = await eventOf(host.client, events.helped);
    expect(after.seq).toBe(before.seq);
    expect(timesOf(after)).toEqual(timesOf(before));
    expect((await server.db.selectFrom('changes').select(['eventId', 'seq']).execute()).length).toBe(
      changesBefore.filter(({ eventId }) => eventId !== events.own).length,
    );
    expect((await verifyLog(server.storage)).findings).toEqual([]);

    // A command of theirs that is sent again is recognised as done, and tells strangers nothing (C1).
    const guest = server.client();
    await guest.post(api.anonymous);
    const sendAgain = async (by: TestClient) =>
      (await by.post<CommandAnswers>(api.commands, batchOf(finish))).body.answers;
    expect(await sendAgain(guest)).toMatchObject([{ status: 'refused', code: 'event-not-found' }]);
    expect(await sendAgain(host.client)).toMatchObject([{ status: 'accepted', changes: [{ commandId: finish.id }] }]);
    expect((await eventOf(host.client, events.helped)).seq).toBe(before.seq);

    const history = await read<EventHistory>(host.client, `/api/events/${events.helped}/history`);
    const theirs = history.changes.filter(({ by }) => by.userId !== host.userId).map(({ by }) => by);
    expect(new Set(theirs.map(({ name, deviceId }) => `${name}${deviceId}`))).toEqual(new Set([FORMER_HELPER]));
    expect(new Set(theirs.map(({ userId }) => userId)).size).toBe(1);
    const people = await read<EventPeople>(host.client, `/api/events/${events.helped}/people`);
    const [listed] = people.admins.filter((admin) => admin.kind === 'user');
    expect(listed).toMatchObject({ name: 'Deleted account', email: null });
    // In another race the person has another id.
    const handed = await read<EventHistory>(host.client, `/api/events/${events.handed}/history`);
    const elsewhere = handed.changes.find(({ by }) => by.name === FORMER_HELPER);
    expect(elsewhere?.by.userId).not.toBe(theirs[0]!.userId);
    // The owner can remove the former helper.
    const remove = eventCommand(events.helped, { type: 'admin.remove', userId: theirs[0]!.userId });
    expect((await host.client.post<CommandAnswers>(api.commands, batchOf(remove))).body.answers[0]!.status).toBe(
      'accepted',
    );
  });

  test('[A26] no new read shows who the person was, whatever the server had in memory', async () => {
    const host = await organise(server);
    const { client, words, events } = await leaveTracks(server, host);
    const live = await openLive(server.url, host.client.cookie);
    live.send({ type: 'follow-event', eventId: events.helped, after: null });
    const { event } = await live.until('event');
    expect(JSON.stringify(event)).toContain(words.name);
    expect(JSON.stringify(await eventOf(host.client, events.helped))).toContain(words.name);
    const watcher = await openLive(server.url, client.cookie);
    watcher.send({ type: 'follow-event', eventId: events.own, after: null });
    await watcher.until('event');

    live.mark();
    await client.post(api.deleteAccount, { password: PASSWORD });
    await server.upkeep.workOff('erasures');
    const told = await live.until('event');
    for (const word of Object.values(words)) expect(JSON.stringify(told)).not.toContain(word);
    // A page with an older copy gets the whole event, also where nothing has happened since.
    live.mark();
    live.send({ type: 'follow-event', eventId: events.helped, after: event.seq });
    expect((await live.until('event')).event.seq).toBe(event.seq);
    const missed = await read<object>(host.client, `/api/events/${events.helped}/changes?after=${event.seq}`);
    expect(missed).toHaveProperty('event');
    const answers = [missed, await eventOf(host.client, events.helped), await readChanges(host.client, events.helped)];
    for (const word of Object.values(words)) expect(JSON.stringify(answers)).not.toContain(word);
    // The state in memory must be replaced too, because the next snapshot stores it.
    const taps = Array.from({ length: 70 }, () => tap(events.helped, 'start', host.racerId));
    await host.client.post(api.commands, batchOf(...taps));
    const left = (await findWords(server.db, words)).filter((place) =>
      /^(?:snapshots|stateSnapshots|changes|events)/.test(place),
    );
    expect(left).toEqual([]);
    await live.close();
    await watcher.close();
  });

  test('[A25] is erased also where a server was killed right after it was closed', async () => {
    const host = await organise(server);
    const { words, events } = await leaveTracks(server, host);
    // The rows as the first transaction of a deletion leaves them.
    await server.db.transaction().execute(async (trx) => {
      await closeUser(trx, words.userId);
      await insertErasure(trx, words, Date.now() + later);
      await deleteMailTo(trx, words.email);
    });
    // A node has begun the erasure and was killed: another one continues when its lease is over.
    const now = Date.now() + later;
    const [first] = [events.helped, events.handed, events.brief].toSorted();
    const begun = await claimErasure(server.db, now, now + 60_000);
    await eraseFromEvent(server.storage, first!, begun!);
    await server.upkeep.workOff('erasures');
    expect(await eventOf(host.client, events.helped)).toBeDefined();
    expect(await findWords(server.db, { userId: words.userId })).toContain('events.ownerId: userId');
    later += 61_000;
    await server.upkeep.workOff('erasures');
    const left = (await findWords(server.db, words)).filter((place) =>
      /^(?:user|events|changes|snap|rece)/.test(place),
    );
    expect(left).toEqual([]);
    expect((await verifyLog(server.storage)).findings).toEqual([]);
  });

  test('[A26] hides no forged tap in the log, whether forged before or after', async () => {
    const host = await organise(server);
    const { client, events } = await leaveTracks(server, host);
    const taps = await server.db
      .selectFrom('changes')
      .select(['seq', 'body'])
      .where('eventId', '=', events.helped)
      .where('body', 'like', '%"tap-recorded"%')
      .orderBy('seq')
      .execute();
    const forge = async (seq: number) => {
      const { body } = await server.db
        .selectFrom('changes')
        .select('body')
        .where('eventId', '=', events.helped)
        .where('seq', '=', seq)
        .executeTakeFirstOrThrow();
      await server.db
        .updateTable('changes')
        .set({ body: body.replace(/"wall":\d/, '"wall":2') })
        .where('eventId', '=', events.helped)
        .where('seq', '=', seq)
        .execute();
    };
    const [before, after] = [taps[5]!.seq, taps.at(-1)!.seq];
    await forge(before);
    const found = async () => (await verifyLog(server.storage)).findings.map((finding) => finding.slice(44));
    const told = await found();
    expect(told).toHaveLength(2);
    await client.post(api.deleteAccount, { password: PASSWORD });
    await server.upkeep.workOff('erasures');
    expect(await found()).toEqual(told);
    await forge(after);
    expect(await found()).toContain(`change ${after} is not the tap that was sent`);
    // Restores the event for the tests that follow.
    await server.db.deleteFrom('events').where('id', '=', events.helped).execute();
    expect(await found()).toEqual([]);
  });

  test('[A26] taps go on while a person with hundreds of taps is erased', async () => {
    const host = await organise(server);
    const { client, words, events } = await leaveTracks(server, host);
    for (let batch = 0; batch < inFull(10, 3); batch += 1) {
      const taps = Array.from({ length: 100 }, () => tap(events.helped, 'finish', host.racerId));
      await client.post(api.commands, batchOf(...taps));
    }
    await client.post(api.deleteAccount, { password: PASSWORD });
    let isOver = false;
    const erasing = server.upkeep.workOff('erasures').then(() => (isOver = true));
    let accepted = 0;
    while (!isOver) {
      const made = tap(events.helped, 'start', host.racerId);
      const { body } = await host.client.post<CommandAnswers>(api.commands, batchOf(made));
      expect(body.answers[0]!.status).toBe('accepted');
      accepted += 1;
    }
    await erasing;
    expect(accepted).toBeGreaterThan(1);
    const left = (await findWords(server.db, words)).filter((place) =>
      /^(?:changes|snapshots|stateSnapshots|receipts)/.test(place),
    );
    expect(left).toEqual([]);
    expect((await verifyLog(server.storage)).findings).toEqual([]);
  });
});

test('[A26] another node forgets a person too, also when it was not told', async () => {
  const environment = { SECRET: 'the same secret on every node, long enough' };
  const one = await startTestServer('postgres', { environment });
  const { database } = one;
  const other = await startTestServer('postgres', { environment, database, liveLimits: { sweepMs: 100 } });
  try {
    const host = await organise(one);
    const { client, words, events } = await leaveTracks(one, host);
    const elsewhere = other.client();
    elsewhere.cookie = host.client.cookie;
    const live = await openLive(other.url, elsewhere.cookie);
    live.send({ type: 'follow-event', eventId: events.helped, after: null });
    expect(JSON.stringify(await live.until('event'))).toContain(words.name);
    // After this the other node has the event in memory for the next command.
    await elsewhere.post(api.commands, batchOf(tap(events.helped, 'start', host.racerId)));
    live.mark();
    await client.post(api.deleteAccount, { password: PASSWORD });
    await one.upkeep.workOff('erasures');
    expect(JSON.stringify(await live.until('event'))).not.toContain(words.name);
    await elsewhere.post(
      api.commands,
      batchOf(...Array.from({ length: 70 }, () => tap(events.helped, 'start', host.racerId))),
    );
    const left = (await findWords(one.db, words)).filter((place) =>
      /^(?:changes|snapshots|stateSnapshots)/.test(place),
    );
    expect(left).toEqual([]);

    // The log is rewritten without news: the next check of the logs finds it.
    live.mark();
    await one.db.updateTable('events').set({ rewrites: 7 }).where('id', '=', events.helped).execute();
    await live.until('event');
    await live.close();
  } finally {
    await other.stop();
    await one.stop();
  }
});
