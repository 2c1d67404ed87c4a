import fc from 'fast-check';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import {
  countingRules,
  type Quota,
  type RaceFormat,
  shownDetails,
  type TeamRules,
} from '../../src/domain/model/race-format.ts';
import { readingRules, startPolicies } from '../../src/domain/model/race-settings.ts';
import { ZERO_LINE } from '../../src/domain/model/lines.ts';
import { directions } from '../../src/domain/model/precision.ts';
import { statuses } from '../../src/domain/model/ruling.ts';
import { durationMs, epochMs } from '../../src/domain/units.ts';
import { racer, tap } from './event-history.ts';

const somebody = fc.constantFrom('a', 'b', 'c');
const someCommand = fc.integer({ min: 3, max: 9 }).map((number) => `command-${number}`);
const ofAttempt = { racerId: somebody, attempt: fc.constantFrom(1, 1, 2) };
const reason = fc.constantFrom('', 'a reason');
const racerIds = fc.array(somebody, { minLength: 1, maxLength: 3 });
const moment = fc.integer({ min: 0, max: 40 }).map((second) => epochMs(1_700_000_000_000 + second * 1000));

const clubs = (quota: Quota | null): TeamRules => ({
  of: 'club',
  score: 'sum',
  n: 1,
  displaces: false,
  quota,
  startsTogether: false,
});

/** A command on a race of a, b and c: most of them change something, and some are refused. */
export const raceCommand: fc.Arbitrary<EventCommandBody> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('tap.record' as const),
      line: fc.constantFrom('start' as const, 'finish' as const, 'top' as const, ZERO_LINE),
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
  fc.record({ type: fc.constant('entry.rename' as const), racerId: somebody, name: fc.constantFrom('Ada', 'Bea') }),
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
      { type: 'tap.see' as const, tapId, uncertainty: durationMs(21) },
      { type: 'tap.fill' as const, tapId, to: epochMs(1_700_000_001_000), correction: durationMs(40), of: 3 },
      { type: 'taps.shift' as const, tapIds: [tapId, 'command-4'], ms: durationMs(500), reason: '' },
      { type: 'shift.undo' as const, shiftId: tapId },
      {
        type: 'taps.move' as const,
        taps: [
          { tapId, line: 'finish' },
          { tapId: 'command-4', line: 'top' },
        ],
      },
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
  fc
    .record({
      racerId: somebody,
      details: fc.option(
        fc.constantFrom(
          { born: 1980, club: 'Wheelers' },
          { category: 'Guests' },
          { class: ' ' },
          { gender: 'F' as const, club: 'Wheelers' },
          { gender: 'M' as const, club: 'Climbers' },
        ),
      ),
    })
    .map((given) => ({ type: 'details.set' as const, given: [given] })),
  fc
    .record({ racerId: somebody, handicap: fc.constantFrom(null, { ms: 30_000, source: 'Table 2026' }) })
    .map((given) => ({ type: 'handicaps.set' as const, given: [given] })),
  fc.constantFrom('', null).map((note) => ({ type: 'official.set' as const, note })),
  fc.record({
    type: fc.constant('format.set' as const),
    format: fc.record(
      {
        categories: fc.constantFrom([], [{ name: 'V40', group: null, gender: null, class: null, ages: [40, 49] }]),
        shows: fc.subarray([...shownDetails]),
        handicap: fc.constantFrom(null, 'time' as const),
        teams: fc.constantFrom(null, clubs(null), clubs({ gender: 'F', class: null, least: 1 })),
        attempts: fc.record({
          count: fc.constant(2),
          counts: fc.constantFrom(...countingRules),
          current: fc.constant(2),
        }),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Partial<RaceFormat>>,
  }),
  fc.record({ ...ofAttempt, ms: fc.constantFrom(null, 4000, 10_000) }).map(({ ms, ...of }) => ({
    type: 'times.check' as const,
    times: [{ ...of, ms: ms === null ? null : durationMs(ms) }],
  })),
  fc.constantFrom(
    { type: 'race.stop' as const },
    { type: 'race.stop' as const, undoes: 'command-5' },
    { type: 'race.resume' as const, stopId: 'command-4', ms: durationMs(60_000) },
    { type: 'rehearsal.begin' as const },
    { type: 'rehearsal.end' as const, keeps: false },
    { type: 'rehearsal.end' as const, keeps: true },
    { type: 'entries.add' as const, racers: [{ ...racer('dummy'), rehearsal: true as const }] },
    tap('start', 'dummy'),
  ),
);
