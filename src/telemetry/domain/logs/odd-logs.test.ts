import { expect, test } from 'vitest';
import { sniff } from '../sniff.ts';
import { summarise } from '../summary.ts';
import { readLog } from './read-log.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A receiver's sentence with its checksum. */
function sentence(body: string): string {
  const sum = [...body].reduce((before, sign) => before ^ sign.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
}

const clock = (at: number) => `2006${String(20 + at).padStart(2, '0')}`;
const minutes = (at: number) => (4_600 + at * 0.005).toFixed(4);
const gga = (at: number, fix = 1) =>
  sentence(`GPGGA,${clock(at)}.30,${minutes(at)},N,00700.0000,E,${fix},08,1.0,500,M,48,M,,`);
const rmc = (at: number, status = 'A') =>
  sentence(`GPRMC,${clock(at)}.30,${status},${minutes(at)},N,00700.0000,E,18.0,0.0,100526,,,A`);

const POINTS = 20;
const plain = Array.from({ length: POINTS }, (_, at) => [gga(at), rmc(at)]).flat();

test.each([
  ['a line of the logger in front', ['$ADVER,3080,2.2', ...plain]],
  ['a program that says that it started', ['*** program startup', '', ...plain]],
  ['comments', ['# logged by gpsd', '# at noon', ...plain]],
  ['other ships between', plain.flatMap((line) => ['!AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0*7D', line])],
  ['the other devices of a boat', plain.flatMap((line) => ['$SDDPT,3.6,0.0*52', '$IIVHW,,,,,5.2,N,,*2B', line])],
  ['an empty line first and between', plain.flatMap((line) => ['', line])],
])('[DT95] the sentences of a receiver are known by most of the lines: %s', (_, lines) => {
  for (const end of ['\r\n', '\n', '\r']) {
    const text = lines.join(end);
    expect(sniff(bytes(text))).toBe('nmea');
    const result = readLog('nmea', text);
    expect(result.ok && result.value.samples.time.length).toBe(POINTS);
  }
});

test('[DT95] the flight of a glider without a line of its recorder, and with other ends of lines', () => {
  const fixes = Array.from(
    { length: 30 },
    (_, at) => `B0800${String(at).padStart(2, '0')}46${String(30_000 + at * 20).padStart(5, '0')}N00730000EA0050000520`,
  );
  for (const end of ['\r\n', '\n', '\r']) {
    const text = ['HFDTE100526', 'HFPLTPILOT:Ann', ...fixes].join(end);
    expect(sniff(bytes(text))).toBe('igc');
    const result = readLog('igc', text);
    expect(result.ok && result.value.samples.time.length).toBe(30);
  }
});

test('[DT95] the subtitles of a drone without arrows', () => {
  const cue = (at: number) =>
    `${at + 1}\n2018.11.14 15:35:${String(10 + at)}\n[iso : 100] [latitude : ${(46 + at * 1e-4).toFixed(6)}] [longitude : 7.100000] [altitude: 520.5]\n`;
  const text = Array.from({ length: 12 }, (_, at) => cue(at)).join('\n');
  expect(sniff(bytes(text))).toBe('srt');
  const result = readLog('srt', text);
  if (!result.ok) throw new Error(result.error.code);
  const { samples, breaks } = result.value;
  expect([...samples.time]).toEqual(Array.from({ length: 12 }, (_, at) => at));
  expect(samples.channels.lat![11]).toBeCloseTo(46.0011, 6);
  expect(summarise(samples, breaks).distance! / 122.3).toBeCloseTo(1, 2);
});

test.each([
  ['a table', 'time,lat,lon\n1,2,3\n4,5,6\n'],
  ['a table with notes', '# made by a logger\n# $GPRMC is not in it\ntime,lat,lon\n1,2,3\n'],
  ['a file of comments only', '# one\n# two\n# three\n'],
  ['a letter', 'Dear Ann,\nhere are the files.\nBob\n'],
])('[DT95] %s is none of these formats', (_, text) => {
  expect(sniff(bytes(text))).toBe('text');
});

test('[DT81] sentences that round one moment in two ways are one point', () => {
  const gll = (at: number) => sentence(`GPGLL,${minutes(at)},N,00700.0000,E,${clock(at)}.295,A,A`);
  const lines = Array.from({ length: POINTS }, (_, at) => [gll(at), gga(at)]).flat();
  const result = readLog('nmea', lines.join('\n'));
  expect(result.ok && result.value.samples.time.length).toBe(POINTS);
});

test('[DT81] a moment at which every sentence says that there is no fix is no place', () => {
  const shifted = (at: number) => sentence(`GPGLL,${minutes(at)},N,00700.0000,E,${clock(at)}.30,,V`);
  const mode = (at: number) => sentence(`GPRMC,${clock(at)}.30,A,${minutes(at)},N,00700.0000,E,0.0,0.0,100526,,,N`);
  const lines = [...plain.slice(0, 10), shifted(5), mode(6), gga(7, 0), rmc(8, 'V'), ...plain.slice(18)];
  const result = readLog('nmea', lines.join('\n'));
  expect(result.ok && [...result.value.samples.time]).toEqual([
    0,
    1,
    2,
    3,
    4,
    ...Array.from({ length: 11 }, (_, at) => at + 9),
  ]);
});
