import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorAnswer } from '../../src/protocol/errors.ts';
import type { EventHistory, EventPeople } from '../../src/protocol/event-reads.ts';
import { eventCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { useLiveRaces } from '../support/live-races.ts';
import { arrive } from '../support/people.ts';
import type { TestClient } from '../support/running-server.ts';

describe.each(engines)('what admins read of an event on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { joinAsGuest, keysOf, newRace, send, sendWithKeys } = races;

  async function read<Body>(client: TestClient, path: string): Promise<{ status: number; body: Body & ErrorAnswer }> {
    const response = await client.get(path);
    return { status: response.status, body: (await response.json()) as Body & ErrorAnswer };
  }
  const history = (client: TestClient, eventId: string, query = '') =>
    read<EventHistory>(client, `/api/events/${eventId}/history${query}`);
  const people = (client: TestClient, eventId: string, query = '') =>
    read<EventPeople>(client, `/api/events/${eventId}/people${query}`);

  async function joinWithAccount(eventId: string) {
    const { client, person } = await arrive(races.server);
    const { admin } = await keysOf(eventId);
    await sendWithKeys(client, { [eventId]: admin }, eventCommand(eventId, { type: 'admin.join' }));
    return { client, person };
  }

  test('the history comes newest first, a hundred at a time, as it is stored', async () => {
    const { owner, eventId, racerId } = await newRace();
    for (const count of [90, 60]) {
      await send(owner, ...Array.from({ length: count }, () => tap(eventId, 'finish', racerId)));
    }
    const first = (await history(owner, eventId)).body;
    expect(first.changes.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, index) => 152 - index));
    expect(first.hasMore).toBe(true);
    expect(first.changes[0]!.by).toMatchObject({ name: expect.stringMatching(/^Person/), userId: expect.any(String) });
    const second = (await history(owner, eventId, '?before=53')).body;
    expect(second.changes.map(({ seq }) => seq)).toEqual(Array.from({ length: 52 }, (_, index) => 52 - index));
    expect(second.hasMore).toBe(false);
    expect(second.changes.at(-1)).toMatchObject({ type: 'event-created', seq: 1 });
    expect((await history(owner, eventId, '?before=1')).body).toEqual({ changes: [], hasMore: false });
  });

  test('an invalid number to read before is refused', async () => {
    const { owner, eventId } = await newRace();
    for (const before of ['-1', '1.5', 'x', '', '1e3', '9999999999999999']) {
      const { status, body } = await history(owner, eventId, `?before=${before}`);
      expect([status, body.error.code], before).toEqual([400, 'invalid-argument']);
    }
  });

  test('[V29] the owner opens the history to viewers: they read no author, no reason and nothing about admins', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    const nobody = races.server.client();
    const seen = () => history(nobody, eventId, `?key=${keys.viewer}`);
    expect((await seen()).status).toBe(403);
    await send(
      owner,
      tap(eventId, 'start', racerId),
      eventCommand(eventId, { type: 'helper.name', name: 'Sam', post: 'finish' }),
      eventCommand(eventId, { type: 'status.set', racerId, attempt: 1, status: 'DSQ', reason: 'pushed Bo' }),
      eventCommand(eventId, { type: 'race.configure', settings: { openHistory: true } }),
    );
    const { status, body } = await seen();
    expect(status).toBe(200);
    expect(body.changes.map(({ type }) => type).slice(0, 4)).toEqual([
      'race-configured',
      'status-set',
      'withheld',
      'tap-recorded',
    ]);
    expect(JSON.stringify(body)).not.toMatch(/Sam|pushed|Person/);
    expect(body.taps, 'V35 with the taps that it is about').toMatchObject([
      { line: 'start', racerId, captured: { wall: 0 }, by: { userId: '', deviceId: '' } },
    ]);
    await send(owner, eventCommand(eventId, { type: 'race.configure', settings: { openHistory: false } }));
    expect((await seen()).status).toBe(403);
    expect((await history(nobody, eventId, '?key=wrongkey')).status).toBe(404);
  });

  test('[V14] both are for admins: viewers are refused, and for strangers the event does not exist', async () => {
    const { owner, eventId, keys } = await newRace();
    const { guest } = await joinAsGuest(eventId, keys.admin);
    const { client: helper } = await joinWithAccount(eventId);
    const { client: stranger } = await arrive(races.server);
    const nobody = races.server.client();
    const asked: [string, TestClient, string, string, number, string | undefined][] = [
      ['owner', owner, eventId, '', 200, undefined],
      ['admin', helper, eventId, '', 200, undefined],
      ['guest admin', guest, eventId, '', 200, undefined],
      ['admin link, not joined', nobody, eventId, `?key=${keys.admin}`, 403, 'permission-denied'],
      ['viewer', nobody, eventId, `?key=${keys.viewer}`, 403, 'permission-denied'],
      ['stranger with the viewer link', stranger, eventId, `?key=${keys.viewer}`, 403, 'permission-denied'],
      ['stranger', stranger, eventId, '', 404, 'event-not-found'],
      ['wrong key', nobody, eventId, '?key=wrongkey', 404, 'event-not-found'],
      ['nobody', nobody, eventId, '', 404, 'event-not-found'],
      ['no such event', owner, randomUUID(), '', 404, 'event-not-found'],
      ['no id', owner, 'nothing', '', 404, 'event-not-found'],
    ];
    for (const [who, client, id, query, status, code] of asked) {
      for (const ask of [history, people]) {
        const answer = await ask(client, id, query);
        expect([answer.status, answer.body.error?.code], `${who}, ${ask.name}`).toEqual([status, code]);
      }
    }
  });

  test('[V14] people are named; their addresses are for those with an account', async () => {
    const { owner, ownerId, person, eventId, keys } = await newRace();
    const { guest, guestId } = await joinAsGuest(eventId, keys.admin);
    const helper = await joinWithAccount(eventId);
    await send(owner, eventCommand(eventId, { type: 'admin.invite', email: 'eli@example.org' }));
    const joined = { kind: 'user', via: 'guest-link' };
    const expected = {
      owner: { kind: 'user', via: 'owner', userId: ownerId, name: person.username, email: person.email },
      admins: [
        { ...joined, userId: guestId, name: 'Guest', email: null, isAnonymous: true },
        { ...joined, name: helper.person.username, email: helper.person.email, isAnonymous: false },
        { kind: 'email', email: 'eli@example.org' },
      ],
    };
    for (const client of [owner, helper.client]) {
      expect((await people(client, eventId)).body).toMatchObject(expected);
    }
    const forGuest = (await people(guest, eventId)).body;
    expect(forGuest).toMatchObject({
      owner: { name: person.username, email: null },
      admins: [{ name: 'Guest' }, { name: helper.person.username, email: null }, { email: 'e…@example.org' }],
    });
    const text = JSON.stringify([forGuest, (await history(guest, eventId)).body]);
    for (const email of [person.email, helper.person.email, 'eli@example.org']) expect(text).not.toContain(email);
    expect(JSON.stringify((await history(owner, eventId)).body)).toContain('eli@example.org');
  });

  test('a person who has deleted the account is still in the list, without a name', async () => {
    const { owner, eventId } = await newRace();
    const helper = await joinWithAccount(eventId);
    await races.server.db.deleteFrom('user').where('email', '=', helper.person.email).execute();
    expect((await people(owner, eventId)).body.admins).toMatchObject([
      { kind: 'user', name: 'Deleted account', email: null, isAnonymous: false },
    ]);
  });
});
