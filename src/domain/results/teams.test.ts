import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createRace, tap } from '../../../tests/support/event-history.ts';
import { type TeamRules, teamScores } from '../model/race-format.ts';
import { readTeams } from './read-teams.ts';
import { fitsQuota, rankTeams, type TeamRacer } from './teams.ts';

const rules: TeamRules = { of: 'team', score: 'nth', n: 3, displaces: true, quota: null, startsTogether: false };
const racer = (racerId: string, team: string | null, ms: number | null, fits = false): TeamRacer => ({
  racerId,
  team,
  ms,
  fitsQuota: fits,
});
/** For example 'Wheelers 1 63: a1+ a2+ a3+ a4': the racers who count have a plus. */
const told = (racers: readonly TeamRacer[], of: Partial<TeamRules> = {}) =>
  rankTeams(racers, { ...rules, ...of }).map(
    ({ name, rank, score, members }) =>
      `${name} ${rank} ${score}: ${members.map(({ racerId, counts }) => `${racerId}${counts ? '+' : ''}`).join(' ')}`,
  );

const two = [
  racer('a1', 'Wheelers', 60),
  racer('a2', 'Wheelers', 61),
  racer('a3', 'Wheelers', 70),
  racer('a4', 'Wheelers', 90),
  racer('b1', 'Rovers', 62),
  racer('b2', 'Rovers', 63),
  racer('b3', 'Rovers', 64),
  racer('c1', null, 65),
];

describe('[TE2] what counts', () => {
  it('is the time of the nth racer', () => {
    expect(told(two)).toEqual(['Rovers 1 64: b1+ b2+ b3+', 'Wheelers 2 70: a1+ a2+ a3+ a4']);
  });

  it('is the sum of the best', () => {
    expect(told(two, { score: 'sum', n: 2 })).toEqual(['Wheelers 1 121: a1+ a2+ a3 a4', 'Rovers 2 125: b1+ b2+ b3']);
  });

  it('is the sum of the places on the leaderboard, where everybody takes a place', () => {
    // a1 a2 b1 b2 b3 c1 a3 a4
    expect(told(two, { score: 'places' })).toEqual(['Wheelers 1 10: a1+ a2+ a3+ a4', 'Rovers 2 12: b1+ b2+ b3+']);
  });

  it('is the sum of places among those who count, where nobody else takes one', () => {
    // a1 a2 b1 b2 b3 a3
    expect(told(two, { score: 'places', displaces: false })).toEqual([
      'Wheelers 1 9: a1+ a2+ a3+ a4',
      'Rovers 2 12: b1+ b2+ b3+',
    ]);
  });
});

test('[TE3] a team with too few finishers is listed last, without a rank, and with what it lacks', () => {
  const found = rankTeams([...two, racer('d1', 'Duo', 50), racer('d2', 'Duo', null)], rules);
  expect(found.at(-1)).toMatchObject({ name: 'Duo', rank: null, score: null, lacks: 2, lacksOfQuota: 0 });
  expect(found.at(-1)!.members.every(({ counts }) => !counts)).toBe(true);
});

test('[TE4] a quota brings the fastest of those who are asked for into the result', () => {
  const mixed = [
    racer('a1', 'Mixed', 60),
    racer('a2', 'Mixed', 61),
    racer('a3', 'Mixed', 62),
    racer('a4', 'Mixed', 75, true),
    racer('a5', 'Mixed', 80, true),
  ];
  const quota = { gender: 'F', class: null, least: 1 } as const;
  expect(told(mixed, { quota })).toEqual(['Mixed 1 75: a1+ a2+ a3 a4+ a5']);
  expect(rankTeams(mixed.slice(0, 3), { ...rules, quota })).toMatchObject([{ rank: null, lacks: 0, lacksOfQuota: 1 }]);
  expect(fitsQuota({ gender: 'F', class: 'Elite', least: 1 }, { gender: 'F', class: 'Elite' })).toBe(true);
  expect(fitsQuota({ gender: 'F', class: 'Elite', least: 1 }, { gender: 'F' })).toBe(false);
  expect(fitsQuota({ gender: 'F', class: null, least: 1 }, undefined)).toBe(false);
});

test('[TE1] names that differ in spaces or capitals are one team, named as most have typed it', () => {
  const typed = [
    racer('1', 'Wheelers', 60),
    racer('2', ' wheelers ', 61),
    racer('3', 'Wheelers', 62),
    racer('4', ' ', 9),
  ];
  expect(told(typed)).toEqual(['Wheelers 1 62: 1+ 2+ 3+']);
});

test('[TE5] equal results share a rank', () => {
  const equal = ['A', 'B', 'C'].flatMap((team) =>
    [1, 2, 3].map((at) => racer(`${team}${at}`, team, team === 'C' ? 99 : at)),
  );
  expect(rankTeams(equal, rules).map(({ rank }) => rank)).toEqual([1, 1, 3]);
});

test('[TE6] with several runs the total of each racer counts', () => {
  const race = createRace('a', 'b');
  const given = ['a', 'b'].map((racerId) => ({ racerId, details: { team: 'Wheelers' } }));
  race.run({ type: 'details.set', given });
  race.run({
    type: 'format.set',
    format: { teams: { ...rules, score: 'sum', n: 2 }, attempts: { count: 2, counts: 'sum', current: 2 } },
  });
  for (const [run, begin] of [
    [1, 1000],
    [2, 2000],
  ] as const) {
    for (const [racerId, seconds] of [
      ['a', 60],
      ['b', 70],
    ] as const) {
      race.run({ ...tap('start', racerId), run }, { second: begin });
      race.run({ ...tap('finish', racerId), run }, { second: begin + seconds });
    }
  }
  expect(readTeams(race.event)).toMatchObject([{ name: 'Wheelers', rank: 1, score: 260_000 }]);
});

/** Written anew from the rules' words, by trying every set of n racers: it shares no code with the program. */
function oracle(
  racers: readonly TeamRacer[],
  { score, n, displaces, quota }: TeamRules,
): Map<string, [number, number]> {
  const least = quota === null ? 0 : quota.least;
  const names = [...new Set(racers.flatMap(({ team }) => (team === null ? [] : [team.trim().toLowerCase()])))];
  const sets = new Map<string, TeamRacer[]>();
  for (const name of names) {
    const own = racers.filter(({ team, ms }) => ms !== null && team?.trim().toLowerCase() === name);
    for (let bits = 0; bits < 2 ** own.length; bits += 1) {
      const set = own.filter((_, index) => (bits >> index) % 2 === 1);
      if (set.length !== n || set.filter((each) => each.fitsQuota).length < least) continue;
      const sum = (of: readonly TeamRacer[]) => of.reduce((total, { ms }) => total + ms!, 0);
      const best = sets.get(name);
      if (best === undefined || sum(set) < sum(best)) sets.set(name, set);
    }
  }
  const taking = displaces ? racers.filter(({ ms }) => ms !== null) : [...sets.values()].flat();
  const placeOf = (ms: number) => 1 + taking.filter((other) => other.ms! < ms).length;
  const scores = [...sets].map(([name, set]): [string, number] => {
    const times = set.map(({ ms }) => ms!);
    if (score === 'nth') return [name, Math.max(...times)];
    return [name, times.reduce((total, ms) => total + (score === 'sum' ? ms : placeOf(ms)), 0)];
  });
  return new Map(
    scores.map(([name, value]) => [name, [value, 1 + scores.filter(([, other]) => other < value).length]]),
  );
}

test('[TE2] results and ranks of teams equal those of an oracle that tries every set of racers', () => {
  const racers = fc.array(
    fc.record({
      team: fc.option(fc.constantFrom('Wheelers', 'wheelers ', 'Rovers', ' rovers', 'Duo'), { nil: null }),
      ms: fc.option(fc.integer({ min: 50, max: 58 }), { nil: null }),
      fitsQuota: fc.boolean(),
    }),
    { maxLength: 16 },
  );
  const rule = fc.record({
    score: fc.constantFrom(...teamScores),
    n: fc.integer({ min: 1, max: 4 }),
    displaces: fc.boolean(),
    least: fc.integer({ min: 0, max: 4 }),
  });
  fc.assert(
    fc.property(racers, rule, (given, { score, n, displaces, least }) => {
      const all = given.map((each, index) => ({ ...each, racerId: `r${index}` }));
      const quota = least === 0 || least > n ? null : { gender: 'F' as const, class: null, least };
      const by: TeamRules = { ...rules, score, n, displaces, quota };
      const found = rankTeams(all, by);
      const ranked = found.filter(({ rank }) => rank !== null);
      expect(new Map(ranked.map((team) => [team.key, [team.score, team.rank]]))).toEqual(oracle(all, by));
      for (const { members, rank } of found) {
        expect(members.filter(({ counts }) => counts)).toHaveLength(rank === null ? 0 : n);
      }
      const onTeams = found.flatMap(({ members }) => members.map(({ racerId }) => racerId));
      expect(onTeams.toSorted()).toEqual(
        all.flatMap(({ racerId, team }) => (team === null ? [] : [racerId])).toSorted(),
      );
    }),
    { numRuns: 400 },
  );
});
