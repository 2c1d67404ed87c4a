import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyAll } from '../events/apply.ts';
import type { EventCommandBody } from '../events/commands.ts';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { raceCommand } from '../../../tests/support/race-commands.ts';
import { durationMs, epochMs } from '../units.ts';
import { type ResultRow, rowsOf, type TouchedRacers, type TouchedRows } from './rows.ts';
import { joinTouched, touchedBy, touchedSince } from '../events/touched-racers.ts';
import { inFull } from '../../../tests/support/in-full.ts';

const batches = fc.array(fc.array(raceCommand, { maxLength: 5 }), { maxLength: 10 });

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
    { numRuns: inFull(500, 150) },
  );
  expect(changes).toBeGreaterThan(inFull(1000, 500));
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
    { numRuns: inFull(300, 100) },
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
