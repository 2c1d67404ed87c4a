import { expect, test } from 'vitest';
import { readRecords, type RecordTime } from './course-records.ts';

const time = (name: string, category: string | null, ms: number, at: number): RecordTime => ({
  category,
  ms,
  racerId: name,
  name,
  at,
  eventId: `event ${at}`,
});
const told = (...times: RecordTime[]) => readRecords(times).map(({ category, name, at }) => [category, name, at]);

test('[CO9] everybody’s record comes first, then that of each category; of two equal times the first is the record', () => {
  expect(
    told(
      time('Ada', 'Women', 60_000, 2),
      time('Bo', 'Men', 59_000, 3),
      time('Cy', 'Men', 59_000, 1),
      time('Di', null, 58_000, 4),
      time('Eve', 'Women', 61_000, 1),
    ),
  ).toEqual([
    [null, 'Di', 4],
    ['Men', 'Cy', 1],
    ['Women', 'Ada', 2],
  ]);
});

test('[CO9] a course without a time has no record', () => expect(told()).toEqual([]));
