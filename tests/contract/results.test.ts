import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import { rowsOf } from '../../src/domain/results/rows.ts';
import { UNMEASURED } from '../../src/domain/timing/place-reading.ts';
import { durationMs, epochMs } from '../../src/domain/units.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { toPublicResults } from '../../src/protocol/results.ts';
import { systemClock } from '../../src/server/clock.ts';
import { createCommandQueue } from '../../src/server/commands/command-queue.ts';
import { createLane } from '../../src/server/reads/lane.ts';
import { createEventRows } from '../../src/server/results/event-rows.ts';
import { catchUpResults, findBehind } from '../../src/server/storage/catch-up-results.ts';
import { createCommandStore } from '../../src/server/storage/command-store.ts';
import type { Storage } from '../../src/server/storage/engine.ts';
import { readEvent } from '../../src/server/storage/event-reads.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { readResultsSince } from '../../src/server/storage/results.ts';
import { insertUser } from '../../src/server/storage/users.ts';
import { verifyLog } from '../../src/server/storage/verify-log.ts';
import { resultsJob } from '../../src/server/upkeep/keep-results.ts';
import { startUpkeep } from '../../src/server/upkeep/upkeep.ts';
import { commandMail } from '../support/command-mail.ts';
import { addRacers, createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { engines, openTestStorage, quiet } from '../support/database.ts';
import { alwaysOpen } from '../support/gate.ts';
import { aReader } from '../support/readers.ts';

const AT = 1_800_000_000_000;

describe.each(engines)('stored results on %s', (engine) => {
  let storage: Storage;
  let queue: ReturnType<typeof createCommandQueue>;
  const userId = randomUUID();
  const racerIds = Array.from({ length: 3 }, () => randomUUID());
  const [one, two, three] = racerIds as [string, string, string];

  const newQueue = () => {
    const store = createCommandStore(storage, commandMail);
    return createCommandQueue({ store, clock: systemClock, log: quiet, gate: alwaysOpen, onCommitted: () => {} });
  };
  beforeAll(async () => {
    storage = await openTestStorage(engine);
    const user = { id: userId, name: '', email: 'coach@example.org', passwordHash: '', accountId: userId, now: 1 };
    await insertUser(storage.db, user);
    const gift = { userId, kind: 'grant', cause: 'gift', amount: 1000, now: 1 } as const;
    await storage.db.transaction().execute((trx) => giveCredits(trx, gift));
    queue = newQueue();
    await send(...racerIds.map((racerId) => createRacer(racerId)));
  });
  afterAll(() => storage.close());

  async function send(...commands: Command[]): Promise<void> {
    const sender = { userId, isAnonymous: false, verifiedEmail: null, name: 'Coach', keys: {} };
    const answers = await queue.submit(commands.map((command) => ({ command, sender, observations: [] })));
    expect(answers.filter(({ status }) => status !== 'accepted')).toEqual([]);
  }
  async function newRace(): Promise<string> {
    const eventId = randomUUID();
    await send(createEvent(eventId), addRacers(eventId, one, two));
    return eventId;
  }
  const bare = (row: object) => ({ ...row, seq: 0 });
  const inOrder = <Row extends { racerId: string; attempt: number }>(rows: readonly Row[]) =>
    rows.toSorted((a, b) => (a.racerId < b.racerId ? -1 : a.racerId > b.racerId ? 1 : a.attempt - b.attempt));
  const rowsIn = async (eventId: string) => (await readResultsSince(storage.db, eventId, 0))?.rows ?? null;
  async function expectWhole(eventId: string): Promise<void> {
    const made = rowsOf((await readEvent(storage.db, eventId))!, 'all').rows;
    const stored = await rowsIn(eventId);
    expect(stored).not.toBeNull();
    expect(inOrder(stored!).map(bare)).toEqual(inOrder(made).map(bare));
  }
  const seqsOf = async (eventId: string) =>
    Object.fromEntries((await rowsIn(eventId))!.map(({ racerId, seq }) => [racerId, seq]));
  /** Writes changes without their rows, as a node of the release before does. */
  async function writeWithoutResults(eventId: string, ...commands: Command[]): Promise<void> {
    const { resultsSeq } = await storage.db
      .selectFrom('events')
      .select('resultsSeq')
      .where('id', '=', eventId)
      .executeTakeFirstOrThrow();
    const rows = await storage.db.selectFrom('results').selectAll().where('eventId', '=', eventId).execute();
    await send(...commands);
    await storage.db.deleteFrom('results').where('eventId', '=', eventId).execute();
    if (rows.length > 0) await storage.db.insertInto('results').values(rows).execute();
    await sql`update "events" set "resultsSeq" = ${resultsSeq} where "id" = ${eventId}`.execute(storage.db);
  }
  const isBehind = async (eventId: string) => (await rowsIn(eventId)) === null;

  test('[RES9] a tap writes the row of its racer and no other', async () => {
    const eventId = await newRace();
    await send(tap(eventId, 'start', one, { at: AT }));
    await send(tap(eventId, 'finish', one, { at: AT + 61_234 }));
    expect(await seqsOf(eventId)).toEqual({ [one]: 4, [two]: 2 });
    expect((await rowsIn(eventId))!.find(({ racerId }) => racerId === one)).toEqual({
      eventId,
      racerId: one,
      attempt: 1,
      name: 'Ada',
      publicName: 'Ada',
      bib: null,
      groups: [],
      category: null,
      details: null,
      publicDetails: null,
      handicapMs: null,
      correction: null,
      adjusted: null,
      total: null,
      status: 'OK',
      startAt: AT,
      finishAt: AT + 61_234,
      splits: [],
      grossMs: 61_234,
      penaltyMs: 0,
      netMs: 61_234,
      publishedMs: 61_230,
      uncertaintyMs: 2 * (UNMEASURED + 17),
      checkedMs: null,
      seq: 4,
    });
  });

  test('[OF7] corrections are stored with the rows, those of removed racers with the event, and equal the replay', async () => {
    const eventId = await newRace();
    const start = tap(eventId, 'start', one, { at: AT });
    const finish = tap(eventId, 'finish', one, { at: AT + 61_234 });
    const run = (body: EventCommandBody) => send(eventCommand(eventId, body));
    await send(start, finish, tap(eventId, 'start', two, { at: AT }), tap(eventId, 'finish', two, { at: AT + 70_000 }));
    await run({ type: 'official.set', note: '' });
    const read = async () => {
      await expectWhole(eventId);
      expect((await verifyLog(storage)).findings).toEqual([]);
      return toPublicResults(
        { id: eventId, ...(await readResultsSince(storage.db, eventId, 0))! },
        (await rowsIn(eventId))!,
        'viewer',
      );
    };
    expect((await read()).corrections).toEqual([]);
    await run({ type: 'tap.undo', tapId: finish.id });
    await run({ type: 'entry.remove', racerId: two });
    expect((await read()).corrections).toMatchObject([
      { racerId: two, name: null, was: { publishedMs: 70_000 }, is: null },
      { racerId: one, name: 'Ada', was: { publishedMs: 61_230 }, is: null },
    ]);
    await run({ type: 'tap.redo', tapId: finish.id });
    expect((await read()).corrections).toMatchObject([{ racerId: two }]);
    await run({ type: 'entry.restore', racerId: two });
    expect((await read()).corrections).toEqual([]);
    await run({ type: 'precision.set', precision: { unit: durationMs(1000), direction: 'down' } });
    expect((await read()).corrections).toMatchObject([{ was: { publishedMs: 61_230 }, is: { publishedMs: 61_000 } }]);
    await run({ type: 'official.set', note: null });
    expect(await read()).toMatchObject({ official: null, corrections: [] });
  });

  const veterans = { name: 'V40', group: null, gender: null, class: null, ages: [40, 60] } as const;

  test('[RES9] after every kind of command the rows equal the replay of the log', async () => {
    const eventId = await newRace();
    const start = tap(eventId, 'start', one, { at: AT });
    const second = tap(eventId, 'start', one, { at: AT + 500 });
    const nobodys = tap(eventId, 'finish', null, { at: AT + 60_000 });
    const of = { racerId: one, attempt: 1 };
    const penalty = eventCommand(eventId, { type: 'adjustment.add', ...of, ms: durationMs(5000), reason: 'x' });
    const then = (body: EventCommandBody) => eventCommand(eventId, body);
    const steps: readonly Command[][] = [
      [start, second],
      [nobodys, then({ type: 'tap.assign', tapId: nobodys.id, racerId: one })],
      [then({ type: 'tap.assign', tapId: nobodys.id, racerId: two })],
      [then({ type: 'tap.assign', tapId: nobodys.id, racerId: one }), penalty],
      [then({ type: 'status.set', ...of, status: 'DSQ', reason: 'short cut' })],
      [then({ type: 'status.set', ...of, status: 'OK', reason: '' })],
      [then({ type: 'precision.set', precision: { unit: durationMs(1000), direction: 'up' } })],
      [then({ type: 'adjustment.remove', ...of, adjustmentId: penalty.id })],
      [then({ type: 'tap.choose', tapId: second.id })],
      [then({ type: 'tap.correct', tapId: second.id, to: epochMs(AT + 600.25) })],
      [then({ type: 'tap.undo', tapId: second.id }), then({ type: 'event.rename', name: 'Else' })],
      [then({ type: 'tap.redo', tapId: second.id })],
      [addRacers(eventId, three)],
      [then({ type: 'details.set', given: [{ racerId: one, details: { born: 1980, club: 'Wheelers' } }] })],
      [then({ type: 'format.set', format: { categories: [veterans], shows: ['category'] } })],
      [then({ type: 'format.set', format: { attempts: { count: 2, counts: 'best', current: 1 } } })],
      [then({ type: 'handicaps.set', given: [{ racerId: one, handicap: { ms: 30_000, source: 'Table 2026' } }] })],
      [then({ type: 'format.set', format: { handicap: 'time' } })],
      [then({ type: 'event.configure', initialsOnly: true })],
      [then({ type: 'entry.remove', racerId: one })],
      [then({ type: 'entry.restore', racerId: one })],
      [then({ type: 'entry.remove', racerId: one }), addRacers(eventId, one)],
      [then({ type: 'event.delete' })],
    ];
    for (const step of steps) {
      await send(...step);
      await expectWhole(eventId);
    }
    const copy = randomUUID();
    await send(then({ type: 'event.restore' }), eventCommand(copy, { type: 'event.duplicate', sourceId: eventId }));
    await expectWhole(copy);
    expect((await readEvent(storage.db, copy))!.precision).toEqual({ unit: 1000, direction: 'up' });
  });

  test('[RES10] rows that are behind after a node of the release before are shown to nobody, and the next tap catches up', async () => {
    const eventId = await newRace();
    await writeWithoutResults(eventId, tap(eventId, 'start', one, { at: AT }), tap(eventId, 'start', two, { at: AT }));
    expect(await isBehind(eventId)).toBe(true);
    expect((await verifyLog(storage)).findings).toEqual([]);
    await send(tap(eventId, 'finish', two, { at: AT + 60_000 }));
    await expectWhole(eventId);
    expect(await seqsOf(eventId)).toEqual({ [one]: 5, [two]: 5 });
  });

  test('[RES10] an event that is far behind is left alone by taps, and built anew from its log', async () => {
    const eventId = await newRace();
    const taps = Array.from({ length: 210 }, (_, index) => tap(eventId, 'start', one, { at: AT + index }));
    for (let from = 0; from < taps.length; from += 100) {
      await writeWithoutResults(eventId, ...taps.slice(from, from + 100));
    }
    await send(tap(eventId, 'finish', one, { at: AT + 60_000 }));
    expect(await isBehind(eventId)).toBe(true);
    expect((await findBehind(storage, '', 1000)).behind).toContain(eventId);
    const { read } = createEventRows(storage, createLane());
    expect(await read({ id: eventId, seq: 213, rewrites: 0 }, aReader)).toMatchObject({ seq: 213 });
    await expectWhole(eventId);
    expect((await findBehind(storage, '', 1000)).behind).not.toContain(eventId);
    await send(tap(eventId, 'start', two, { at: AT + 70_000 }));
    await expectWhole(eventId);
  });

  test('[RES10] taps that come while rows are built anew lose nothing, and two nodes may build at once', async () => {
    const eventIds = await Promise.all([newRace(), newRace(), newRace()]);
    for (const eventId of eventIds) {
      await writeWithoutResults(
        eventId,
        tap(eventId, 'start', one, { at: AT }),
        tap(eventId, 'start', two, { at: AT }),
      );
    }
    await Promise.all(
      eventIds.flatMap((eventId) => [
        catchUpResults(storage, eventId),
        send(tap(eventId, 'finish', one, { at: AT + 60_000 })),
        catchUpResults(storage, eventId),
        send(tap(eventId, 'finish', two, { at: AT + 61_000 })),
      ]),
    );
    for (const eventId of eventIds) await expectWhole(eventId);
  });

  test('[RES10] a starting node brings all rows up to date', async () => {
    const eventId = await newRace();
    await sql`update "events" set "resultsSeq" = 0`.execute(storage.db);
    await storage.db.deleteFrom('results').execute();
    const upkeep = startUpkeep({ db: storage.db, clock: systemClock, log: quiet }, [resultsJob(storage, quiet)]);
    await upkeep.workOff();
    await upkeep.stop();
    await expectWhole(eventId);
    const { counts, findings } = await verifyLog(storage);
    expect(findings).toEqual([]);
    expect(counts['results']).toBeGreaterThan(0);
  });

  test('[RES11] the rows of an event are deleted with it', async () => {
    const eventId = await newRace();
    await storage.db.deleteFrom('events').where('id', '=', eventId).execute();
    expect(await storage.db.selectFrom('results').selectAll().where('eventId', '=', eventId).execute()).toEqual([]);
  });
});
