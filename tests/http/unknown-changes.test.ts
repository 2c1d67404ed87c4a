import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/domain/events/changes.ts';
import { guestPath } from '../../src/protocol/routes.ts';
import { SCHEMA_HEADER, SCHEMA_VERSION } from '../../src/protocol/schema-version.ts';
import { readChanges } from '../../src/server/storage/command-store.ts';
import { tap } from '../support/commands.ts';
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

  test('every answer carries the version of this server, and a page that sends none counts as one of the release before', async () => {
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
});
