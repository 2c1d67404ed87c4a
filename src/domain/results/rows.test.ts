import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyAll } from '../events/apply.ts';
import type { EventCommandBody } from '../events/commands.ts';
import { readingRules, startPolicies } from '../events/race-settings.ts';
import { createRace, racer, tap } from '../../../tests/support/event-history.ts';
import { durationMs, epochMs } from '../units.ts';
import { directions } from './precision.ts';
import { type ResultRow, rowsOf, type TouchedRows } from './rows.ts';
import { statuses } from './ruling.ts';
import { joinTouched, touchedBy, touchedSince, type TouchedRacers } from './touched-racers.ts';

const somebody = fc.constantFrom('a', 'b', 'c');
const someCommand = fc.integer({ min: 3, max: 9 }).map((number) => `command-${number}`);
const ofAttempt = { racerId: somebody, attempt: fc.constantFrom(1, 1, 2) };
const reason = fc.constantFrom('', 'a reason');
const racerIds = fc.array(somebody, { minLength: 1, maxLength: 3 });
const moment = fc.integer({ min: 0, max: 40 }).map((second) => epochMs(1_700_000_000_000 + second * 1000));

const command: fc.Arbitrary<EventCommandBody> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('tap.record' as const),
      line: fc.constantFrom('start' as const, 'finish' as const, 'top' as const),
      run: fc.constantFrom(1, 1, 2),
      racerId: fc.option(somebody),
    }),
  },
  fc.record({
    type: fc.constantFrom('tap.undo' as const, 'tap.redo' as const, 'tap.choose' as const),
    tapId: someCommand,
  }),
  fc.record({
    type: fc.constant('tap.correct' as const),
    tapId: someCommand,
    to: fc.option(fc.double({ min: 1e12, max: 2e12, noNaN: true }).map(epochMs)),
  }),
  fc.record({ type: fc.constant('tap.assign' as const), tapId: someCommand, racerId: fc.option(somebody) }),
  fc.record({ type: fc.constantFrom('entry.remove' as const, 'entry.restore' as const), racerId: somebody }),
  somebody.map((racerId) => ({ type: 'entries.add' as const, racers: [racer(racerId)] })),
  fc.record({ type: fc.constant('status.set' as const), ...ofAttempt, status: fc.constantFrom(...statuses), reason }),
  fc.record({
    type: fc.constant('adjustment.add' as const),
    ...ofAttempt,
    ms: fc.constantFrom(-5000, 1, 60_000).map(durationMs),
    reason,
  }),
  fc.record({ type: fc.constant('adjustment.remove' as const), ...ofAttempt, adjustmentId: someCommand }),
  fc.record({
    type: fc.constant('precision.set' as const),
    precision: fc.record({
      unit: fc.constantFrom(10, 1000).map(durationMs),
      direction: fc.constantFrom(...directions),
    }),
  }),
  fc.record({
    type: fc.constant('tap.enter' as const),
    line: fc.constantFrom('start', 'finish'),
    racerId: fc.option(somebody),
    to: moment,
  }),
  someCommand.chain((tapId) =>
    fc.constantFrom(
      { type: 'tap.fill' as const, tapId, to: epochMs(1_700_000_001_000), correction: durationMs(40), of: 3 },
      { type: 'taps.shift' as const, tapIds: [tapId, 'command-4'], ms: durationMs(500), reason: '' },
      { type: 'shift.undo' as const, shiftId: tapId },
    ),
  ),
  fc.record({ type: fc.constant('statuses.set' as const), racerIds, status: fc.constantFrom(...statuses), reason }),
  fc.record({ racerId: somebody, bib: fc.constantFrom('1', '2', null) }).map((given) => ({
    type: 'bibs.set' as const,
    bibs: [given],
  })),
  fc.record({ racerId: somebody, order: fc.nat(3), at: fc.option(moment) }).map((slot) => ({
    type: 'schedule.set' as const,
    slots: [slot],
  })),
  moment.map((from) => ({ type: 'schedule.shift' as const, from, ms: durationMs(2000) })),
  fc.record({
    type: fc.constant('race.configure' as const),
    settings: fc.record({
      startPolicy: fc.constantFrom(...startPolicies),
      readings: fc.constantFrom(...readingRules),
      mainDevice: fc.constantFrom('device', null),
    }),
  }),
  fc.constantFrom(
    { type: 'rehearsal.begin' as const },
    { type: 'rehearsal.end' as const, keeps: false },
    { type: 'rehearsal.end' as const, keeps: true },
    { type: 'entries.add' as const, racers: [{ ...racer('dummy'), rehearsal: true as const }] },
    tap('start', 'dummy'),
  ),
);
const batches = fc.array(fc.array(command, { maxLength: 5 }), { maxLength: 10 });

const keyOf = ({ racerId, attempt }: { readonly racerId: string; readonly attempt: number }) => `${racerId} ${attempt}`;
const stored = (rows: Iterable<ResultRow>) =>
  new Map(
    [...rows]
      .map((row) => [keyOf(row), { ...row, seq: 0 }] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** Runs each batch as one transaction, and writes the rows of the racers that `choose` returns. */
function follow(
  commands: readonly (readonly EventCommandBody[])[],
  choose: (race: ReturnType<typeof createRace>, batch: readonly EventCommandBody[]) => TouchedRacers,
): number {
  const race = createRace('a', 'b', 'c');
  const table = new Map<string, ResultRow>();
  const write = ({ rows, gone }: TouchedRows) => {
    for (const row of rows) table.set(keyOf(row), row);
    for (const key of gone) table.delete(keyOf(key));
  };
  write(rowsOf(race.event, 'all'));
  for (const batch of commands) {
    const touched = choose(race, batch);
    write(rowsOf(race.event, touched));
    expect(stored(table.values())).toEqual(stored(rowsOf(applyAll(null, race.log)!, 'all').rows));
  }
  return race.log.length;
}

test('[RES9] writing only the racers whom changes touch leaves every row as the whole log makes it', () => {
  let changes = 0;
  fc.assert(
    fc.property(batches, (commands) => {
      changes += follow(commands, (race, batch) => {
        const before = race.event;
        return touchedBy(
          before,
          batch.flatMap((body) => race.run(body).changes),
        );
      });
    }),
    { numRuns: 500 },
  );
  expect(changes).toBeGreaterThan(1000);
});

test('[RES10] what a node left out is made up for from the changes alone', () => {
  fc.assert(
    fc.property(batches, (commands) => {
      follow(commands, (race, batch) => {
        const missed = batch.slice(0, -1).flatMap((body) => race.run(body).changes);
        const before = race.event;
        const own = touchedBy(
          before,
          batch.slice(-1).flatMap((body) => race.run(body).changes),
        );
        return joinTouched(own, touchedSince(race.event, missed));
      });
    }),
    { numRuns: 300 },
  );
});

test('[RES9] a tap touches one racer, giving it away two, a precision everybody', () => {
  const race = createRace('a', 'b', 'c');
  const touched = (body: EventCommandBody) => {
    const before = race.event;
    return touchedBy(before, race.run(body).changes);
  };
  expect(touched(tap('start', 'a'))).toEqual(new Set(['a']));
  expect(touched({ type: 'tap.assign', tapId: 'command-3', racerId: 'b' })).toEqual(new Set(['a', 'b']));
  expect(touched({ type: 'event.rename', name: 'Else' })).toEqual(new Set());
  const precision = { unit: durationMs(1000), direction: 'up' } as const;
  expect(touched({ type: 'precision.set', precision })).toBe('all');
});

test('[RES9] every number of a row fits a column of whole numbers, whatever the clocks said', () => {
  const race = createRace('a');
  const start = race.run(tap('start', 'a'));
  race.run(tap('finish', 'a'));
  const far = applyAll(
    null,
    race.log.map((change) =>
      change.type === 'tap-recorded'
        ? { ...change, placed: { ...change.placed, uncertainty: durationMs(1e300) } }
        : change,
    ),
  )!;
  expect(rowsOf(far, 'all').rows[0]!.uncertaintyMs).toBe(Number.MAX_SAFE_INTEGER);
  race.run({ type: 'tap.correct', tapId: start.id, to: epochMs(1_700_000_000_000.4) });
  for (const value of Object.values(rowsOf(race.event, 'all').rows[0]!)) {
    if (typeof value === 'number') expect(Number.isSafeInteger(value)).toBe(true);
  }
});
