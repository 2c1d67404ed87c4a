import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FORMER_HELPER } from '../../src/domain/events/erase-person.ts';
import type { EventState } from '../../src/domain/events/state.ts';
import { epochMs } from '../../src/domain/units.ts';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import type { EventHistory, EventPeople } from '../../src/protocol/event-reads.ts';
import { api } from '../../src/protocol/routes.ts';
import { SETTLED_MS } from '../../src/server/accounts/erasures.ts';
import { verifyLog } from '../../src/server/storage/verify-log.ts';
import { batchOf, eventCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { leaveTracks, organise } from '../support/leavings.ts';
import { openLive } from '../support/live-client.ts';
import { PASSWORD } from '../support/people.ts';
import { until } from '../support/purchases.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';
import { findWords } from '../support/stored-rows.ts';

describe.each(engines)('an account that is deleted, on %s', (engine) => {
  let server: TestServer;
  let later = 0;
  beforeAll(async () => {
    server = await startTestServer(engine, { clock: { now: () => epochMs(Date.now() + later) } });
  });
  afterAll(() => server.stop());

  const read = async <Body>(client: TestClient, path: string) => (await (await client.get(path)).json()) as Body;
  const eventOf = async (client: TestClient, eventId: string) =>
    (await read<{ event: EventState }>(client, `/api/events/${eventId}`)).event;
  /** Of a tap, all that counts for a result. */
  const timesOf = ({ taps, counting }: EventState) => ({
    counting,
    taps: Object.values(taps).map((each) => ({ ...each, by: null })),
  });

  async function eraseFully(): Promise<void> {
    await server.erasures.workOff();
    later += SETTLED_MS + 1000;
    // The goodbye goes out, and the video's file goes, by themselves.
    await until(async () => {
      await server.erasures.workOff();
      const left = await server.db.selectFrom('erasures').select('id').execute();
      if (left.length > 0) later += SETTLED_MS + 1000;
      return left.length === 0;
    });
  }

  test('[A25] leaves no name, address, id or device in any row of any table', async () => {
    const host = await organise(server);
    const { client, words, waitingMail } = await leaveTracks(server, host);
    const before = await findWords(server.db, words);
    // The test would find nothing because it looks at nothing: these are where it must.
    for (const place of [
      'changes.body: name',
      'changes.body: email',
      'changes.body: deviceId',
      'snapshots.state: userId',
      'receipts.userId: userId',
      'eventAdmins.subject: email',
      'runShares.email: email',
      'videoUploads.ownerId: userId',
      'mail.text: name',
    ]) {
      expect(before).toContain(place);
    }

    expect((await client.post(api.deleteAccount, { password: PASSWORD })).status).toBe(200);
    await server.erasures.workOff();
    // What is left for an hour: what is still to be done, and the goodbye.
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

  test('[A26] the races that they helped at keep every number and time, and their logs hold', async () => {
    const host = await organise(server);
    const { client, events, finish } = await leaveTracks(server, host);
    const before = await eventOf(host.client, events.helped);
    const changesBefore = await server.db.selectFrom('changes').select(['eventId', 'seq']).execute();
    await client.post(api.deleteAccount, { password: PASSWORD });
    // In the middle of it too: the account is closed, and nothing is rewritten yet.
    expect((await verifyLog(server.storage)).findings).toEqual([]);
    await eraseFully();
    const after = await eventOf(host.client, events.helped);
    expect(after.seq).toBe(before.seq);
    expect(timesOf(after)).toEqual(timesOf(before));
    expect((await server.db.selectFrom('changes').select(['eventId', 'seq']).execute()).length).toBe(
      changesBefore.filter(({ eventId }) => eventId !== events.own).length,
    );
    expect((await verifyLog(server.storage)).findings).toEqual([]);

    // What their device sends again has been done already.
    const guest = server.client();
    await guest.post(api.anonymous);
    const { body } = await guest.post<CommandAnswers>(api.commands, batchOf(finish));
    expect(body.answers).toMatchObject([{ status: 'accepted', changes: [{ commandId: finish.id }] }]);
    expect((await eventOf(host.client, events.helped)).seq).toBe(before.seq);

    const history = await read<EventHistory>(host.client, `/api/events/${events.helped}/history`);
    const theirs = history.changes.filter(({ by }) => by.userId !== host.userId).map(({ by }) => by);
    expect(new Set(theirs.map(({ name, deviceId }) => `${name}${deviceId}`))).toEqual(new Set([FORMER_HELPER]));
    expect(new Set(theirs.map(({ userId }) => userId)).size).toBe(1);
    const people = await read<EventPeople>(host.client, `/api/events/${events.helped}/people`);
    const [listed] = people.admins.filter((admin) => admin.kind === 'user');
    expect(listed).toMatchObject({ name: 'Deleted account', email: null });
    // In another race they are another former helper.
    const handed = await read<EventHistory>(host.client, `/api/events/${events.handed}/history`);
    const elsewhere = handed.changes.find(({ by }) => by.name === FORMER_HELPER);
    expect(elsewhere?.by.userId).not.toBe(theirs[0]!.userId);
    // The owner can take them off the list.
    const remove = eventCommand(events.helped, { type: 'admin.remove', userId: theirs[0]!.userId });
    expect((await host.client.post<CommandAnswers>(api.commands, batchOf(remove))).body.answers[0]!.status).toBe(
      'accepted',
    );
  });

  test('[A26] nobody who looks anew is told who they were, whatever the server still remembered', async () => {
    const host = await organise(server);
    const { client, words, events } = await leaveTracks(server, host);
    const live = await openLive(server.url, host.client.cookie);
    live.send({ type: 'follow-event', eventId: events.helped, after: null });
    const { event } = await live.until('event');
    expect(JSON.stringify(event)).toContain(words.name);
    const watcher = await openLive(server.url, client.cookie);
    watcher.send({ type: 'follow-event', eventId: events.own, after: null });
    await watcher.until('event');

    live.mark();
    await client.post(api.deleteAccount, { password: PASSWORD });
    await server.erasures.workOff();
    const told = await live.until('event');
    for (const word of Object.values(words)) expect(JSON.stringify(told)).not.toContain(word);
    // Whoever has it from before gets the whole, also where nothing has happened since.
    live.mark();
    live.send({ type: 'follow-event', eventId: events.helped, after: event.seq });
    expect((await live.until('event')).event.seq).toBe(event.seq);
    const missed = await read<object>(host.client, `/api/events/${events.helped}/changes?after=${event.seq}`);
    expect(missed).toHaveProperty('event');
    // The state that commands go on from was remembered too, and is stored with the next snapshot.
    const taps = Array.from({ length: 70 }, () => tap(events.helped, 'start', host.racerId));
    await host.client.post(api.commands, batchOf(...taps));
    const left = (await findWords(server.db, words)).filter((place) => /^(?:snapshots|changes|events)/.test(place));
    expect(left).toEqual([]);
    await live.close();
    await watcher.close();
  });
});
