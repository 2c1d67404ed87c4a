import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/domain/model/changes.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { guestPath } from '../../src/protocol/routes.ts';
import { ROWS_SINCE, SCHEMA_HEADER, SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { readChanges } from '../../src/server/storage/command-store.ts';
import { eventCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { openLive } from '../support/live-client.ts';
import { useLiveRaces } from '../support/live-races.ts';

describe.each(engines)('a change of a later release, on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { connect, send, newRace, follow } = races;

  /** Writes a change as a node of a later release would, bypassing this node. */
  async function writeFuture(eventId: string): Promise<void> {
    const { db } = races.server;
    const last = (await readChanges(db, eventId, 0)).at(-1)!;
    const body = { ...last, type: 'x-from-the-future', seq: last.seq + 1 } as never as Change;
    await db
      .insertInto('changes')
      .values({ eventId, seq: body.seq, body: JSON.stringify(body) })
      .execute();
    await db.updateTable('events').set({ seq: body.seq }).where('id', '=', eventId).execute();
    races.server.live.hint({
      events: [{ id: eventId, seq: body.seq, people: [], groupId: null }],
      users: [],
      rewritten: [],
      screens: [],
    });
  }

  test('makes only this event unreadable on this node: no view of it is served, other races go on', async () => {
    const race = await newRace();
    const other = await newRace();
    const [follower, elsewhere] = [await connect(race.owner), await connect(other.owner)];
    await follow(follower, race.eventId);
    await follow(elsewhere, other.eventId);
    await writeFuture(race.eventId);

    await follower.until('gone', ({ code }) => code === 'unavailable');
    expect(follower.messages.filter(({ type }) => type === 'changes')).toEqual([]);
    const late = await connect();
    late.send({ type: 'follow-event', eventId: race.eventId, after: null, key: race.keys.viewer });
    await late.until('gone', ({ code }) => code === 'unavailable');

    for (const path of ['', '/changes?after=1', '/history', '/people']) {
      const response = await race.owner.get(`/api/events/${race.eventId}${path}`);
      expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '30']);
    }
    const page = await races.server.client().get(guestPath(race.eventId, 'viewer', race.keys.viewer));
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('"entries"');

    await send(other.owner, tap(other.eventId, 'start', other.racerId));
    await elsewhere.until('changes', ({ changes }) => changes[0]?.type === 'tap-recorded');
    expect((await other.owner.get(`/api/events/${other.eventId}`)).status).toBe(200);
  });

  test('a page that knows less than an event needs is told to update; a page of this release sees it', async () => {
    const { owner, eventId, racerId } = await newRace();
    const disqualify = { type: 'status.set', racerId, attempt: 1, status: 'DSQ', reason: 'cut the course' } as const;
    await send(owner, eventCommand(eventId, disqualify));
    const path = `${races.server.url}/api/events/${eventId}`;
    const answers = await Promise.all(
      [undefined, '1', String(SCHEMA_VERSION)].map((version) =>
        fetch(path, { headers: { cookie: owner.cookie, ...(version && { [SCHEMA_HEADER]: version }) } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([426, 426, 200]);
    const old = races.keep(await openLive(races.server.url, owner.cookie, { schema: null }));
    old.send({ type: 'follow-event', eventId, after: null });
    await old.until('gone', ({ code }) => code === 'client-outdated');
    await follow(await connect(owner), eventId);
  });

  test('every answer says the version of this server, and a page that says none is taken for one of before', async () => {
    const { owner, eventId } = await newRace();
    const response = await owner.get(`/api/events/${eventId}`);
    expect(response.headers.get(SCHEMA_HEADER)).toBe(String(SCHEMA_VERSION));
    const present = await connect(owner);
    await follow(present, eventId);
    expect(present.greeting).toBe(SCHEMA_VERSION);
    const before = races.keep(await openLive(races.server.url, owner.cookie, { schema: null }));
    await follow(before, eventId);
    expect(before.greeting).toBeNull();
  });

  test('[UP9] a viewer’s page of before there were rows gets the whole with all its taps, and changes; with a number it gets the whole', async () => {
    const { owner, eventId, racerId, keys } = await newRace();
    await send(owner, tap(eventId, 'start', racerId), tap(eventId, 'finish', racerId), tap(eventId, 'finish', racerId));
    const { seq } = await races.stored(owner, eventId);
    const openOld = async () => races.keep(await openLive(races.server.url, '', { schema: ROWS_SINCE - 1 }));
    const page = await openOld();
    await follow(page, eventId, keys.viewer);
    const { event } = await page.until('event');
    expect(Object.values(event.taps), 'also the second finish, which is in no result').toHaveLength(3);

    const [returned, newest] = [await openOld(), await openOld()];
    returned.send({ type: 'follow-event', eventId, after: seq - 1, key: keys.viewer });
    expect(Object.values((await returned.until('event')).event.taps)).toHaveLength(3);
    newest.send({ type: 'follow-event', eventId, after: seq, key: keys.viewer });
    await newest.until('watching');
    expect(newest.messages.filter(({ type }) => type === 'event')).toEqual([]);

    await send(owner, tap(eventId, 'finish', racerId));
    expect((await page.until('changes')).changes.map(({ type }) => type)).toEqual(['tap-recorded']);
    expect((await newest.until('event')).event.seq).toBe(seq + 1);
    for (const each of [page, returned, newest]) {
      expect(each.messages.filter(({ type }) => type === 'rows')).toEqual([]);
    }
  });

  test('[RES2] a disqualified winner is no winner on any page: a page that says the version gets the status, others get nothing', async () => {
    const { owner, eventId, racerId } = await newRace();
    const decided = { type: 'status.set', racerId, attempt: 1, status: 'DSQ', reason: 'short cut' } as const;
    await send(owner, tap(eventId, 'start', racerId), eventCommand(eventId, decided));
    const path = `/api/events/${eventId}`;
    const answer = await owner.get(`/api/events/${eventId}`);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { event: EventState }).event.rulings).toEqual({
      [`${racerId} 1`]: { status: 'DSQ', reason: 'short cut', adjustments: [] },
    });
    for (const said of [{}, { [SCHEMA_HEADER]: '1' }, { [SCHEMA_HEADER]: 'x' }]) {
      const old = await fetch(races.server.url + path, { headers: { cookie: owner.cookie, ...said } });
      expect(old.status, JSON.stringify(said)).toBe(426);
      expect(await old.text()).toContain('client-outdated');
    }
  });
});
