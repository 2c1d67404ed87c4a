import { describe, expect, test } from 'vitest';
import { type CopyName, readName, writeName } from './names.ts';
import { findSuperfluous, oldestMoment, planFor } from './plan.ts';

const [ONE, TWO] = ['0000000001000-0000aaaa', '0000000005000-0000bbbb'];
const whole = (line: string, begun: number, after: number): string[] => [
  writeName({ kind: 'chunk', line, begun, number: 0 }),
  writeName({ kind: 'whole', line, begun, chunks: 1, after, at: begun + 10 }),
];
const pieces = (line: string, ...ats: [sequence: number, at: number][]): string[] =>
  ats.map(([sequence, at]) => writeName({ kind: 'piece', line, sequence, at }));

test('a name says all of it', () => {
  const names: CopyName[] = [
    { kind: 'piece', line: ONE, sequence: 12, at: 1_763_546_400_123 },
    { kind: 'chunk', line: ONE, begun: 1_763_546_400_123, number: 3 },
    { kind: 'whole', line: ONE, begun: 1_763_546_400_123, chunks: 4, after: 11, at: 1_763_546_400_999 },
  ];
  expect(names.map((name) => readName(writeName(name)))).toEqual(names);
  expect(readName('holiday/beach.jpg')).toBeUndefined();
});

describe('the plan for a moment', () => {
  const names = [
    ...whole(ONE, 1_000, 2),
    ...pieces(ONE, [2, 990], [3, 1_500], [4, 2_500], [5, 4_000]),
    ...whole(ONE, 3_000, 4),
    ...whole(TWO, 5_000, 0),
    ...pieces(TWO, [1, 5_500]),
  ];
  const sequencesAt = (moment: number) => planFor(names, moment)?.pieces.map(({ sequence }) => sequence);

  test('[BM2] takes the newest whole database before it, and what was committed up to it', () => {
    expect(planFor(names, 2_999)).toMatchObject({ base: { begun: 1_000 }, until: 2_500, hasGap: false });
    expect(sequencesAt(2_999)).toEqual([3, 4]);
    expect(planFor(names, 4_999)).toMatchObject({ base: { begun: 3_000 }, until: 4_000 });
    expect(sequencesAt(4_999)).toEqual([5]);
  });

  test('[BM4] takes the line that began last, for a restored database goes on in its own', () => {
    expect(planFor(names, 6_000)).toMatchObject({ base: { line: TWO }, until: 5_500 });
  });

  test('[BM2] has nothing before the first whole database', () => {
    expect(planFor(names, 1_009)).toBeUndefined();
    expect(oldestMoment(names)).toBe(1_010);
    expect(oldestMoment([])).toBeUndefined();
  });

  test('a database of which the last part did not arrive is none', () => {
    const [chunk] = whole(ONE, 1_000, 0);
    expect(planFor([chunk!], 9_000)).toBeUndefined();
  });

  test('stops at a piece that is missing, and says so', () => {
    const torn = [...whole(ONE, 1_000, 0), ...pieces(ONE, [1, 1_100], [3, 1_300])];
    expect(planFor(torn, 9_000)).toMatchObject({ until: 1_100, hasGap: true });
  });

  test('takes both of two pieces with one number, the longer one last', () => {
    const twice = [...whole(ONE, 1_000, 0), ...pieces(ONE, [1, 1_400], [1, 1_100], [2, 1_500])];
    expect(planFor(twice, 9_000)?.pieces.map(({ at }) => at)).toEqual([1_100, 1_400, 1_500]);
  });
});

describe('what can go', () => {
  const names = [
    ...whole(ONE, 1_000, 2),
    ...pieces(ONE, [2, 990], [3, 1_500]),
    ...whole(ONE, 2_000, 3),
    ...pieces(ONE, [4, 2_500]),
    ...whole(ONE, 4_000, 4),
    ...pieces(ONE, [5, 4_500]),
    'holiday/beach.jpg',
  ];

  test('[BM5] every moment since then can still be restored, and nothing else is touched', () => {
    const gone = findSuperfluous(names, 3_000, ONE);
    expect(gone.toSorted()).toEqual([...whole(ONE, 1_000, 2), ...pieces(ONE, [2, 990], [3, 1_500])].toSorted());
    const left = names.filter((name) => !gone.includes(name));
    for (const moment of [3_000, 3_500, 4_200, 5_000]) expect(planFor(left, moment)).toEqual(planFor(names, moment));
  });

  test('[BM5] the newest whole database stays, however old it is', () => {
    expect(
      planFor(
        names.filter((name) => !findSuperfluous(names, 9e9, ONE).includes(name)),
        9e9,
      ),
    ).toEqual(planFor(names, 9e9));
  });

  test('[BM5] what another server is just beginning stays', () => {
    const beginning = [writeName({ kind: 'chunk', line: TWO, begun: 5_000, number: 0 }), ...pieces(TWO, [1, 5_100])];
    expect(findSuperfluous([...names, ...beginning], 3_000, ONE)).not.toEqual(expect.arrayContaining([beginning[0]]));
    expect(findSuperfluous([...names, ...beginning], 6_000, ONE)).toEqual(expect.arrayContaining(beginning));
  });
});
