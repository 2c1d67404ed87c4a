import { expect, test } from 'vitest';
import { newsBetween } from './news.ts';
import type { ResultStatus } from '../model/ruling.ts';

const row = (racerId: string, publishedMs: number | null, status: ResultStatus = 'OK') => ({
  racerId,
  attempt: 1,
  publishedMs,
  status,
});
const kinds = (before: ReturnType<typeof row>[], after: ReturnType<typeof row>[]) =>
  newsBetween(before, after).map(({ racerId, kind }) => `${racerId} ${kind}`);

test('[AP20] a first time is a result, another time a correction, another status a status', () => {
  const before = [row('ada', null), row('ben', 1000), row('cem', 2000), row('dan', 3000), row('eva', null)];
  const after = [row('ada', 900), row('ben', 1100), row('cem', null, 'DSQ'), row('dan', 3000), row('eva', null, 'DNS')];
  expect(kinds(before, after)).toEqual(['ada result', 'ben correction', 'cem status', 'eva status']);
  expect(newsBetween(before, after)[1]?.before).toEqual({ status: 'OK', publishedMs: 1000 });
});

test('[AP20] a time that is undone, or whose racer is taken out, is a correction; a racer without a time is no news', () => {
  expect(kinds([row('ada', 900)], [row('ada', null)])).toEqual(['ada correction']);
  expect(kinds([row('ada', 900)], [])).toEqual(['ada correction']);
  expect(kinds([row('ada', null, 'DNF')], [])).toEqual(['ada correction']);
  expect(kinds([row('ada', null)], [])).toEqual([]);
  expect(kinds([], [row('ada', null)])).toEqual([]);
  expect(kinds([], [row('ada', 900)])).toEqual(['ada result']);
});
