import { expect, test } from 'vitest';
import { readSample } from '../../../tests/telemetry/support/samples.ts';
import { writeRide } from '../../../tests/telemetry/support/write-fit.ts';
import { writeGpx } from '../../../tests/telemetry/support/write-gpx.ts';
import { sniff } from './sniff.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const GPX = writeGpx([[[{ lat: 1, lon: 2 }]]]);

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2 + 2));
  [...`\u{FEFF}${text}`].forEach((sign, index) => view.setUint16(index * 2, sign.charCodeAt(0), isLittle));
  return new Uint8Array(view.buffer);
}

test.each<[string, Uint8Array, string | null]>([
  ['a FIT file', writeRide({ count: 1, start: '2024-01-01T00:00:00Z' }), 'fit'],
  ['a GPX file', bytes(GPX), 'gpx'],
  [
    'a GPX file with a mark, blanks and comments',
    bytes(`\u{FEFF}\n <!-- <kml> -->\n${GPX.replace(/<\?.*\?>/, '')}`),
    'gpx',
  ],
  ['a GPX file in UTF-16', utf16(GPX, true), 'gpx'],
  ['a GPX file in UTF-16, the other way round', utf16(GPX, false), 'gpx'],
  ['a GPX file with a prefix', bytes('<g:gpx xmlns:g="x"></g:gpx>'), 'gpx'],
  ['a GPX file with a DOCTYPE, which its reader refuses', bytes('<!DOCTYPE gpx [<!ENTITY a "b">]><gpx></gpx>'), 'gpx'],
  ['another XML', bytes('<?xml version="1.0"?><html><name>gpx</name></html>'), null],
  ['a web page', bytes('<!doctype html><html></html>'), null],
  ['JSON', bytes('{"streams": []}'), null],
  ['a movie', bytes('\0\0\0\u0018ftypmp42'), 'movie'],
  ['a movie with its data in front', bytes('\0\0\0\u0001mdat\0\0\0\0'), 'movie'],
  ['a table', bytes('time,lat,lon\n1,2,3\n'), 'text'],
  ['a table with a mark', bytes('\u{FEFF}Zeit;Länge\n'), 'text'],
  ['bytes that no text has', new Uint8Array([65, 66, 0, 1, 2, 3]), null],
  ['nothing', new Uint8Array(0), null],
])('[DT20] %s is known by its content', (_, content, kind) => {
  expect(sniff(content)).toBe(kind);
});

test.each([
  ['malformed/gpx-named-as-fit.fit', 'gpx'],
  ['malformed/random-bytes.fit', null],
  ['malformed/zero-bytes.gpx', null],
  ['malformed/settings-not-activity.fit', 'fit'],
  ['malformed/gopro-first-3600-bytes.mp4', 'movie'],
  ['gopro/karma.mp4', 'movie'],
  ['gpx/unicode_with_bom.gpx', 'gpx'],
  ['csv/racechrono-tianma-lap9_v3.csv', 'text'],
  ['malformed/german-semicolon-decimal-comma.csv', 'text'],
])('[DT20] %s is %s', (name, kind) => {
  expect(sniff(readSample(name))).toBe(kind);
});

test('[DT20] cells that are filled up with zeros are text; zeros in front are none', () => {
  expect(sniff(readSample('more/csv/columbus-nul-padding.csv'))).toBe('text');
  expect(sniff(Uint8Array.of(0, 0, 0, 65, 66, 67, 68, 69, 70, 71))).toBeNull();
});
