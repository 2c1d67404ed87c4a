import { expect, test } from 'vitest';
import { describeFailure, describeWarning } from './read-texts.ts';
import type { ReadFailure, ReadWarningCode } from './recording.ts';

const FAILURES: readonly ReadFailure[] = [
  { code: 'file-empty' },
  { code: 'fit-not-fit' },
  { code: 'gpx-doctype' },
  { code: 'csv-columns-unknown', header: ['a'], rows: [['1']] },
  { code: 'movie-model-without-gps', device: 'HERO12 Black' },
];

test('[DT21] a failure is said in whole sentences', () => {
  for (const failure of FAILURES) expect(describeFailure(failure)).toMatch(/^[A-Z].*\.$/);
  expect(describeFailure(FAILURES[4]!)).toBe(
    'The HERO12 Black has no GPS. Add a GPX, FIT or CSV file of the same run instead.',
  );
});

test('[DT21] a warning counts what it is about, in singular and plural', () => {
  expect(describeWarning({ code: 'points-without-time', count: 1 })).toBe(
    '1 point has no time: it is kept on the map.',
  );
  expect(describeWarning({ code: 'rows-skipped', count: 1_234 })).toBe(
    '1,234 rows couldn’t be used and were left out.',
  );
  expect(describeWarning({ code: 'undefined-message', detail: 'byte 7471' })).toContain('damaged at byte 7471.');
  const codes: ReadWarningCode[] = [
    'file-cut',
    'values-skipped',
    'no-fix-at-start',
    'line-too-long',
    'samples-thinned',
  ];
  for (const code of codes) expect(describeWarning({ code })).toMatch(/^[A-Z].*\.$/);
});

test('[DT21] a warning that this version does not know is no reason to fail', () => {
  for (const code of ['of-the-future', 'constructor']) {
    expect(describeWarning({ code: code as ReadWarningCode })).toBe('We couldn’t read something in this file.');
  }
});

test('[DT21] a file that is too large says how large one may be', () => {
  expect(describeFailure({ code: 'file-too-large', megabytes: 256 })).toContain('larger than 256 MB');
  expect(describeFailure({ code: 'file-too-large', rows: 2_000_000 })).toContain('more than 2,000,000 rows');
  expect(describeFailure({ code: 'file-too-large' })).toContain('more than 4,000,000 points');
});
