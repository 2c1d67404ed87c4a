import { describe, expect, test } from 'vitest';
import { viewEvent } from '../../src/domain/sights/views.ts';
import type { EventState } from '../../src/domain/model/state.ts';
import { addRacers, createRacer, eventCommand, tap } from '../support/commands.ts';
import { engines } from '../support/database.ts';
import { replay } from '../support/live-client.ts';
import { seqOf, useLiveRaces } from '../support/live-races.ts';

const NAME = 'Chioma Okafor';

describe.each(engines)('names that are hidden from viewers on %s', (engine) => {
  const races = useLiveRaces(engine);
  const { connect, follow, newRace, send, stored } = races;

  const hide = (eventId: string, initialsOnly: boolean) =>
    eventCommand(eventId, { type: 'event.configure', initialsOnly });

  /** Adds a racer with a name that must not reach viewers. */
  async function addNamed({ owner, eventId }: Awaited<ReturnType<typeof newRace>>): Promise<void> {
    const racer = createRacer(undefined, NAME);
    const added = addRacers(eventId, racer.racerId);
    if (added.type !== 'entries.add') throw new Error('Not an addition');
    await send(owner, racer, { ...added, racers: added.racers.map((entry) => ({ ...entry, name: NAME })) });
  }
  const poll = async (eventId: string, key: string, after: number) => {
    const response = await races.server.client().get(`/api/events/${eventId}/changes?after=${after}&key=${key}`);
    return response.text();
  };

  test('[V11] viewers who follow end with the same state as a new viewer, and nobody gets a name after the switch', async () => {
    const race = await newRace();
    const { owner, eventId, keys } = race;
    const [viewer, boss] = [await connect(), await connect(owner)];
    await follow(viewer, eventId, keys.viewer);
    await follow(boss, eventId);
    await addNamed(race);
    await viewer.until('rows', (message) => seqOf(message) === 3);
    expect(viewer.received).toContain(NAME);
    await send(owner, hide(eventId, true));
    await viewer.until('event', ({ event }) => event.initialsOnly);
    await addNamed(race);
    await viewer.until('rows', (message) => seqOf(message) === 5);
    const shown = await stored(owner, eventId);
    expect(replay(viewer.messages, eventId)).toEqual(viewEvent(shown, 'viewer'));
    expect(replay(boss.messages, eventId)).toEqual(shown);
    expect(Object.values(shown.entries).map(({ name }) => name)).toEqual(['Ada', NAME, NAME]);

    const answers = await Promise.all([0, 1, 2, 3, 4, 5, 99].map((after) => poll(eventId, keys.viewer, after)));
    for (const answer of answers) expect(answer).not.toContain('Chioma');
    expect(JSON.parse(answers[2]!)).toEqual({ view: 'viewer', event: viewEvent(shown, 'viewer') });
    const returning = [null, 1, 3, 4].map(async (after) => {
      const back = await connect();
      back.send({ type: 'follow-event', eventId, after, key: keys.viewer });
      await back.until('watching');
      expect(back.received, `after ${after}`).not.toContain('Chioma');
    });
    await Promise.all(returning);
  });

  test('names come back when they are shown again', async () => {
    const race = await newRace();
    const { owner, eventId, keys } = race;
    await send(owner, hide(eventId, true));
    await addNamed(race);
    const viewer = await connect();
    await follow(viewer, eventId, keys.viewer);
    const before = replay(viewer.messages, eventId)!;
    await send(owner, hide(eventId, false));
    await viewer.until('event', ({ event }) => !event.initialsOnly);
    const shown = await stored(owner, eventId);
    expect(replay(viewer.messages, eventId)).toEqual(viewEvent(shown, 'viewer'));
    const polled = JSON.parse(await poll(eventId, keys.viewer, before.seq)) as { event: EventState };
    expect(polled.event).toEqual(viewEvent(shown, 'viewer'));
    expect(JSON.stringify(polled)).toContain(NAME);
  });

  test('[V16] the name of a removed racer is in no message to a viewer from then on, and comes back with the racer', async () => {
    const race = await newRace();
    const { owner, eventId, keys } = race;
    await addNamed(race);
    const viewer = await connect();
    await follow(viewer, eventId, keys.viewer);
    const racerId = Object.values((await stored(owner, eventId)).entries).find(({ name }) => name === NAME)!.racerId;
    await send(owner, eventCommand(eventId, { type: 'entry.remove', racerId }), tap(eventId, 'start', racerId));
    await viewer.until('rows', (message) => seqOf(message) === 5);
    const removed = await stored(owner, eventId);
    expect(replay(viewer.messages, eventId)).toEqual(viewEvent(removed, 'viewer'));

    const client = races.server.client();
    const page = await client.get(`/timer?eventId=${eventId}&guestViewerKey=${keys.viewer}`);
    const whole = await client.get(`/api/events/${eventId}?key=${keys.viewer}`);
    const answers = await Promise.all([0, 1, 2, 3, 4, 5, 99].map((after) => poll(eventId, keys.viewer, after)));
    for (const answer of [...answers, await page.text(), await whole.text()]) expect(answer).not.toContain('Chioma');
    const returning = [null, 0, 2, 3, 4].map(async (after) => {
      const back = await connect();
      back.send({ type: 'follow-event', eventId, after, key: keys.viewer });
      await back.until('watching');
      expect(back.received, `after ${after}`).not.toContain('Chioma');
      return back;
    });
    const [late] = await Promise.all(returning);

    await send(owner, eventCommand(eventId, { type: 'entry.restore', racerId }));
    const shown = viewEvent(await stored(owner, eventId), 'viewer');
    for (const live of [viewer, late!]) {
      await live.until('rows', (message) => seqOf(message) === 6);
      expect(replay(live.messages, eventId)).toEqual(shown);
    }
    expect(JSON.parse(await poll(eventId, keys.viewer, 5))).toMatchObject({ rows: [{ entry: { name: NAME } }] });
    expect(shown.entries[racerId]).toMatchObject({ name: NAME, removed: false });
  });

  test('an event that was stored before there were settings is read with the defaults', async () => {
    const { owner, eventId } = await newRace();
    const row = await races.server.db
      .selectFrom('stateSnapshots')
      .select('state')
      .where('eventId', '=', eventId)
      .executeTakeFirstOrThrow();
    const { initialsOnly: _, isIndexed: __, ...before } = JSON.parse(row.state) as EventState;
    await races.server.db
      .updateTable('stateSnapshots')
      .set({ state: JSON.stringify(before), schema: 1 })
      .where('eventId', '=', eventId)
      .execute();
    expect(await stored(owner, eventId)).toMatchObject({ initialsOnly: false, isIndexed: false });
  });
});
