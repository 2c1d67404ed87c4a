import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventCommandBody } from '../events/commands.ts';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { readBoard } from '../board/board.ts';
import { listLooks } from './looks.ts';
import { countersOf } from '../board/counts.ts';
import { writeDetailedCsv, writeResultsCsv } from '../exports/csv.ts';
import { durationMs, epochMs } from '../units.ts';
import { directions, type Precision } from '../model/precision.ts';
import { readLeaderboard } from './read-leaderboard.ts';
import { readResults } from './read-results.ts';
import { uncertaintyOf } from './uncertainty.ts';
import type { ResultStatus } from '../model/ruling.ts';

const of = (racerId: string) => ({ racerId, attempt: 1 });
const status = (racerId: string, code: ResultStatus, reason = ''): EventCommandBody => ({
  type: 'status.set',
  ...of(racerId),
  status: code,
  reason,
});
const adjust = (racerId: string, ms: number, reason = ''): EventCommandBody => ({
  type: 'adjustment.add',
  ...of(racerId),
  ms: durationMs(ms),
  reason,
});

/** Durations in ms by racer, all from the same start. */
function timed(durations: Readonly<Record<string, number>>) {
  const race = createRace(...Object.keys(durations));
  for (const [racerId, ms] of Object.entries(durations)) {
    race.run(tap('start', racerId), { second: 100 });
    race.run(tap('finish', racerId), { second: 100 + ms / 1000 });
  }
  return race;
}
type Race = ReturnType<typeof timed>;
const ranked = ({ event }: Race) => readLeaderboard(event).ranked.map(({ entry, rank }) => [entry.racerId, rank]);
const resultOf = ({ event }: Race, racerId: string) =>
  readResults(event).find(({ entry }) => entry.racerId === racerId)!;

describe('ranking', () => {
  const precision: fc.Arbitrary<Precision> = fc.record({
    unit: fc.constantFrom(1, 10, 100, 1000).map(durationMs),
    direction: fc.constantFrom(...directions),
  });

  test('[RES6] in every precision a rank is one more than the number of better published times', () => {
    const times = fc.array(fc.integer({ min: 59_000, max: 61_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(times, precision, (durations, chosen) => {
        const race = timed(Object.fromEntries(durations.map((ms, index) => [`racer-${index}`, ms])));
        race.run({ type: 'precision.set', precision: chosen });
        const list = readLeaderboard(race.event).ranked;
        expect(list).toHaveLength(durations.length);
        const netOf = (racerId: string) => resultOf(race, racerId).net!;
        for (const [index, { rank, duration, gap, entry }] of list.entries()) {
          expect(rank).toBe(1 + list.filter((other) => other.duration < duration).length);
          expect(gap).toBe(duration - list[0]!.duration);
          if (index > 0) expect(netOf(entry.racerId)).toBeGreaterThanOrEqual(netOf(list[index - 1]!.entry.racerId));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('[RES5] [RES6] whole seconds upwards make ties that hundredths do not', () => {
    const race = timed({ a: 60_010, b: 60_990, c: 61_001 });
    expect(ranked(race)).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    race.run({ type: 'precision.set', precision: { unit: durationMs(1000), direction: 'up' } });
    expect(ranked(race)).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 3],
    ]);
    expect(resultOf(race, 'a')).toMatchObject({ gross: 60_010, net: 60_010, duration: 61_000 });
  });
});

describe('penalties and bonuses', () => {
  test('[RES4] the net time counts, the measured one stays beside it, and taking back brings the old rank back', () => {
    const race = timed({ a: 60_000, b: 61_000 });
    const { id } = race.run(adjust('a', 5000, 'cut the corner'));
    race.run(adjust('b', -500));
    expect(ranked(race)).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
    expect(resultOf(race, 'a')).toMatchObject({ gross: 60_000, penalty: 5000, net: 65_000, duration: 65_000 });
    expect(resultOf(race, 'b')).toMatchObject({ gross: 61_000, penalty: -500, net: 60_500 });
    race.run({ type: 'adjustment.remove', ...of('a'), adjustmentId: id });
    expect(ranked(race)[0]).toEqual(['a', 1]);
  });

  test('[RES4] a bonus longer than the time leaves zero and never less', () => {
    const race = timed({ a: 1000 });
    race.run(adjust('a', -5000));
    expect(resultOf(race, 'a')).toMatchObject({ penalty: -5000, net: 0, duration: 0 });
  });
});

describe('statuses', () => {
  test.each(['DNS', 'DNF', 'DSQ', 'OTL', 'NP'] as const)(
    '[RES2] a winner who is %s is ranked and counted no more',
    (code) => {
      const race = timed({ a: 60_000, b: 61_000 });
      race.run(status('a', code, 'a reason'));
      expect(ranked(race)).toEqual([['b', 1]]);
      const board = readBoard(race.event);
      expect(board).toMatchObject({ best: 61_000, counters: { total: 2, finished: 1, onCourse: 0 } });
      expect(board.out.map((out) => [out.entry.racerId, out.status])).toEqual([['a', code]]);
      expect(countersOf(race.event)).toEqual(board.counters);
      expect(resultOf(race, 'a')).toMatchObject({ state: 'out', gross: 60_000, duration: null });
      expect(resultOf(race, 'a').outsideTime).toBe(code === 'OTL' || code === 'NP' ? 60_000 : null);
      const lines = writeDetailedCsv(race.event).split('\r\n');
      expect(lines[1]).toMatch(/^1,,Racer b,/);
      const time = code === 'OTL' || code === 'NP' ? '01:00.00' : '';
      expect(lines[2]!.startsWith(`,,Racer a,,${code},23:15:00,23:16:00,${time},${code},`)).toBe(true);
      expect(writeResultsCsv(race.event)).toContain('\r\nRacer a,23:15:00,23:16:00,\r\n');
    },
  );

  test('[RES2] setting it back to OK brings everything back', () => {
    const race = timed({ a: 60_000, b: 61_000 });
    const before = readBoard(race.event);
    race.run(status('a', 'DSQ', 'short cut'));
    race.run(status('a', 'OK'));
    expect(readBoard(race.event)).toEqual(before);
    expect(race.run(status('a', 'OK')).changes).toEqual([]);
  });

  test('[RES2] those without a place are listed by status: OTL, NP, DNF, DSQ, DNS', () => {
    const race = createRace('a', 'b', 'c', 'd', 'e');
    for (const [racerId, code] of Object.entries({ a: 'DNS', b: 'DSQ', c: 'DNF', d: 'NP', e: 'OTL' } as const)) {
      race.run(status(racerId, code));
    }
    expect(readBoard(race.event).out.map((out) => out.status)).toEqual(['OTL', 'NP', 'DNF', 'DSQ', 'DNS']);
  });

  test('[RES3] a racer who is disqualified and timed afterwards stays out, and the tap is kept', () => {
    const race = createRace('a');
    race.run(status('a', 'DSQ'));
    race.run(tap('start', 'a'));
    expect(Object.keys(race.event.taps)).toHaveLength(1);
    expect(readBoard(race.event)).toMatchObject({ onCourse: [], inactive: [] });
    expect(listLooks(race.event)).toEqual([]);
    race.run(status('a', 'OK'));
    expect(readBoard(race.event).onCourse).toHaveLength(1);
  });

  test('[RES3] a racer who is removed and added again starts without the decisions of before', () => {
    const race = createRace('a');
    race.run(status('a', 'DNS'));
    race.run({ type: 'entry.remove', racerId: 'a' });
    race.run({ type: 'entries.add', racers: [{ racerId: 'a', name: 'Ada', groups: [], bib: null }] });
    expect(readResults(race.event)[0]).toMatchObject({ status: 'OK', state: 'inactive' });
  });

  test('[RES3] nothing is decided about a racer who is not in the event', () => {
    expect(createRace('a').run(status('x', 'DNS')).refused).toBe('racer-not-in-event');
    expect(createRace('a').run(adjust('x', 1000)).refused).toBe('racer-not-in-event');
  });
});

describe('ties', () => {
  const numbered = (bibs: Readonly<Record<string, string | null>>) => {
    const race = timed({ a: 60_001, b: 60_004, c: 60_002, d: 59_000 });
    race.run({ type: 'bibs.set', bibs: Object.entries(bibs).map(([racerId, bib]) => ({ racerId, bib })) });
    race.run({ type: 'race.configure', settings: { ties: 'higher-number-first' } });
    return readLeaderboard(race.event).ranked.map(({ entry, rank }) => `#${rank} ${entry.racerId}`);
  };

  test('[GATE9] of equal ranks the higher number is listed first, by its value and not by its letters', () => {
    expect(numbered({ a: '9', b: '10', c: '2', d: '1' })).toEqual(['#1 d', '#2 b', '#2 a', '#2 c']);
  });

  test('[GATE9] racers without a number are listed after those with one', () => {
    expect(numbered({ c: '2', b: 'A' })).toEqual(['#1 d', '#2 c', '#2 a', '#2 b']);
  });
});

describe('uncertainty', () => {
  test('[RES7] is that of both taps together, and unknown where a time was set by hand', () => {
    const race = timed({ a: 60_000 });
    expect(uncertaintyOf(resultOf(race, 'a'))).toBe(2 * (5 + 17));
    const { finish } = resultOf(race, 'a');
    race.run({ type: 'tap.correct', tapId: finish!.id, to: epochMs(finish!.placed.at + 1000) });
    expect(resultOf(race, 'a')).toMatchObject({ isCorrected: true, gross: 61_000 });
    expect(uncertaintyOf(resultOf(race, 'a'))).toBeNull();
  });
});

describe('one tap among many', () => {
  test('[RES8] makes one new result', () => {
    const ids = Array.from({ length: 50 }, (_, index) => `racer-${index}`);
    const race = createRace(...ids);
    for (const id of ids) race.run(tap('start', id));
    race.run(adjust('racer-3', 1000));
    const results = readResults(race.event);
    race.run(tap('finish', 'racer-7'));
    const touched = readResults(race.event).filter((result) => !results.includes(result));
    expect(touched.map(({ entry }) => entry.racerId)).toEqual(['racer-7']);
  });
});
