import { expect, test } from 'vitest';
import { rangeOf } from './byte-range.ts';

test('[U15] a range is cut to what there is, and one beyond the end is none', () => {
  expect(rangeOf('bytes=0-', 100)).toEqual({ first: 0, last: 99 });
  expect(rangeOf('bytes=10-19', 100)).toEqual({ first: 10, last: 19 });
  expect(rangeOf('bytes=90-500', 100)).toEqual({ first: 90, last: 99 });
  expect(rangeOf('bytes=-10', 100)).toEqual({ first: 90, last: 99 });
  expect(rangeOf('bytes=-500', 100)).toEqual({ first: 0, last: 99 });
  for (const beyond of ['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=20-10']) {
    expect(rangeOf(beyond, 100)).toBe('none');
  }
});

test('[U15] what is not one range of bytes gets the whole', () => {
  for (const header of [undefined, '', 'bytes=-', 'bytes=0-1,5-6', 'items=0-1', 'bytes=a-b']) {
    expect(rangeOf(header, 100)).toBe('whole');
  }
});
