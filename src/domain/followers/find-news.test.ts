import { expect, test } from 'vitest';
import { findNews, nothingKnown, type TellableRow, knownOf } from './find-news.ts';

const idle: TellableRow = { startAt: null, splits: [], publishedMs: null, status: 'OK' };
const started: TellableRow = { ...idle, startAt: 1000 };
const atTop: TellableRow = { ...started, splits: [{ line: 'p1', at: 61_000 }] };
const finished: TellableRow = { ...atTop, publishedMs: 120_000 };

/** Kinds of news along a way of results, each told before the next. */
function kindsAlong(...rows: readonly TellableRow[]): readonly (readonly string[])[] {
  let told = nothingKnown;
  return rows.map((row) => {
    const kinds = findNews(told, row).map(({ kind }) => kind);
    told = knownOf(row);
    return kinds;
  });
}

test('[FO1] a racer who starts, passes a split and finishes makes one message each', () => {
  expect(kindsAlong(idle, started, atTop, finished, finished)).toEqual([[], ['started'], ['split'], ['finished'], []]);
});

test('[FO1] taps that arrive together after a long way without signal are one message: the finish', () => {
  expect(kindsAlong(finished)).toEqual([['finished']]);
});

test('[FO2] a tap that was undone before anybody was told is told to nobody', () => {
  expect(kindsAlong(idle, idle)).toEqual([[], []]);
});

test('[FO3] a correction names the time before, and a finish that is taken back is told', () => {
  expect(findNews(knownOf(finished), { ...finished, publishedMs: 119_000 })).toEqual([
    { kind: 'corrected', ms: 119_000, before: 120_000 },
  ]);
  expect(kindsAlong(finished, atTop, finished)).toEqual([['finished'], ['finish-undone'], ['finished']]);
  expect(kindsAlong(started, idle, started)).toEqual([['started'], ['start-undone'], ['started']]);
});

test('[FO3] a status is told once, and the time that comes back with it', () => {
  const out: TellableRow = { ...atTop, status: 'DSQ' };
  expect(kindsAlong(finished, out, out, finished)).toEqual([['finished'], ['status'], [], ['status']]);
});
