import { expect, test } from 'vitest';
import { encodingOf } from './decode-text.ts';

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(values.flatMap((value) => (typeof value === 'number' ? [value] : [...Buffer.from(value, 'latin1')])));

test.each([
  ['a mark of UTF-8', bytes(0xef, 0xbb, 0xbf, '<gpx>'), 'utf-8'],
  ['a mark of UTF-16', bytes(0xff, 0xfe, '<', 0), 'utf-16le'],
  ['the other mark of UTF-16', bytes(0xfe, 0xff, 0, '<'), 'utf-16be'],
  ['UTF-16 without a mark', bytes('<', 0, 'g', 0), 'utf-16le'],
  ['what the file says of itself', bytes('<?xml version="1.0" encoding="ISO-8859-2"?>'), 'ISO-8859-2'],
  ['plain letters', bytes('time,lat,lon'), 'utf-8'],
  ['a character cut at the end of what was looked at', bytes('Z', 0xc3), 'utf-8'],
  ['a table from an old program', bytes('L', 0xe4, 'nge;Breite'), 'windows-1252'],
  ['an encoding that there is not', bytes('<?xml version="1.0" encoding="x-unheard-of"?>'), 'utf-8'],
])('the encoding is known by %s', (_case, head, expected) => {
  expect(encodingOf(head)).toBe(expected);
});
