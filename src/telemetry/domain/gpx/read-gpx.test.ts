import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSample } from '../../../../tests/telemetry/support/samples.ts';
import { type GpxPoint, writeGpx, writeRoute } from '../../../../tests/telemetry/support/write-gpx.ts';
import type { Recording } from '../recording.ts';
import { summarise } from '../summary.ts';
import { readGpx } from './read-gpx.ts';

function read(text: string): Recording {
  const result = readGpx(text);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const refusal = (code: string) => ({ ok: false, error: { code } });
const known = (values: Float64Array | undefined) => values?.filter((value) => !Number.isNaN(value)).length ?? 0;
const codes = ({ warnings }: Recording) => warnings.map(({ code }) => code);

const START = Date.parse('2024-05-01T10:00:00Z');
const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString();
const walk = (from: number, to: number): GpxPoint[] =>
  Array.from({ length: to - from }, (_, index) => ({
    lat: 47 + (from + index) * 1e-4,
    lon: 8,
    elevation: 400 + index,
    time: at(from + index),
  }));

test.each(['1.0', '1.1'] as const)(
  '[DT10] GPX %s: tracks and segments in one recording, with a break before each',
  (version) => {
    const recording = read(writeGpx([[walk(0, 3), walk(10, 12)], [walk(20, 24)]], { version, creator: 'A &amp; B' }));
    expect([...recording.samples.time]).toEqual([0, 1, 2, 10, 11, 20, 21, 22, 23]);
    expect(recording.breaks).toEqual([0, 3, 5]);
    expect(recording.samples.channels.elevation?.[1]).toBe(401);
    expect(recording.device).toBe('A & B');
    expect(recording.clocks).toEqual([{ method: 'sample-time', at: START, uncertaintySeconds: 1 }]);
    expect(recording.warnings).toEqual([]);
  },
);

test('[DT10] a route is read where there is no track, and only there', () => {
  const route = writeRoute(walk(0, 4));
  expect(read(route).samples.time).toHaveLength(4);
  const both = writeGpx([[walk(0, 2)]], { before: '<rte><rtept lat="1" lon="1"/></rte>' });
  expect(read(both).samples.channels.lat).toHaveLength(2);
});

test.each([
  [
    'Garmin',
    '<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>151</gpxtpx:hr><gpxtpx:cad>88</gpxtpx:cad><gpxtpx:atemp>21.5</gpxtpx:atemp></gpxtpx:TrackPointExtension><power>250</power></extensions>',
  ],
  [
    'another prefix',
    '<extensions><ns3:TrackPointExtension><ns3:hr>151</ns3:hr><ns3:cad>88</ns3:cad><ns3:atemp>21.5</ns3:atemp></ns3:TrackPointExtension><pwr:PowerInWatts>250</pwr:PowerInWatts></extensions>',
  ],
  [
    'Cluetrust',
    '<extensions><gpxdata:hr>151</gpxdata:hr><gpxdata:cadence>88</gpxdata:cadence><gpxdata:temp>21.5</gpxdata:temp><gpxdata:power>250</gpxdata:power></extensions>',
  ],
  [
    'no prefix',
    '<extensions><heartrate>151</heartrate><cadence>88</cadence><temperature>21.5</temperature><power>250</power></extensions>',
  ],
  [
    'CDATA and entities',
    '<extensions><hr><![CDATA[151]]></hr><cad>&#56;8</cad><temp> 21.5 </temp><power>25&#x30;</power></extensions>',
  ],
])('[DT11] what %s puts into a point is read', (_, inside) => {
  const { channels } = read(writeGpx([[[{ ...walk(0, 1)[0]!, inside }]]])).samples;
  const values = [channels.heartRate, channels.cadence, channels.temperature, channels.power].map(
    (values) => values?.[0],
  );
  expect(values).toEqual([151, 88, 21.5, 250]);
});

test('[DT11] speed, course and fix of a point are read', () => {
  const inside = '<speed>12.5</speed><course>270</course><fix>3d</fix><hdop>0.9</hdop>';
  const { channels } = read(writeGpx([[[{ ...walk(0, 1)[0]!, inside }]]])).samples;
  expect([channels.speed?.[0], channels.heading?.[0], channels.fix?.[0], channels.precision?.[0]]).toEqual([
    12.5, 270, 3, 0.9,
  ]);
});

test('[DT11] elements with names from the language itself do no harm', () => {
  const inside = '<constructor>5</constructor><toString>6</toString><fix>constructor</fix><__proto__>7</__proto__>';
  const recording = read(writeGpx([[[{ ...walk(0, 1)[0]!, inside }]]], { creator: 'A\n\u0007 B\uD800' }));
  expect(Object.keys(recording.samples.channels).toSorted()).toEqual(['elevation', 'lat', 'lon']);
  expect(recording.device).toBe('A B');
});

test('[DT11] times with a zone, with fractions and without seconds', () => {
  const times = ['2024-05-01T12:00:00.25+02:00', '2024-05-01T10:00:01.5Z', '2024-05-01T04:31-0530'];
  const recording = read(writeGpx([[times.map((time) => ({ lat: 1, lon: 2, time }))]]));
  expect([...recording.samples.time]).toEqual([0, 1.25, 59.75]);
  expect(recording.clocks).toEqual([{ method: 'sample-time', at: START + 250, uncertaintySeconds: 0.2 }]);
});

test('[DT12] a DOCTYPE is refused, whatever it defines', () => {
  const preface = '<?xml version="1.0"?>\n<!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n';
  expect(readGpx(writeGpx([[walk(0, 3)]], { preface }))).toEqual(refusal('gpx-doctype'));
  expect(readGpx(writeGpx([[walk(0, 3)]], { preface: '<!doctype gpx SYSTEM "x">' }))).toEqual(refusal('gpx-doctype'));
});

test('[DT12] entities that nobody defined are not expanded', () => {
  const inside = '<hr>&lol;</hr><cad>90</cad>';
  const recording = read(writeGpx([[[{ ...walk(0, 1)[0]!, inside }]]]));
  expect(recording.samples.channels.heartRate).toBeUndefined();
  expect(recording.samples.channels.cadence?.[0]).toBe(90);
  expect(recording.warnings).toEqual([{ code: 'values-skipped', count: 1 }]);
});

test.each([
  ['opening brackets', `<gpx>${'<'.repeat(300_000)}`],
  ['opening brackets and an end', `<gpx>${'<'.repeat(300_000)}>`],
  ['comments', `<gpx>${'<!--'.repeat(300_000)}`],
  ['CDATA', `<gpx><trk><trkpt lat="1" lon="1"><ele>${'<![CDATA[1]]>'.repeat(100_000)}`],
  ['quotes', `<gpx>${'<a b="'.repeat(300_000)}`],
  ['attributes', `<gpx ${'a '.repeat(300_000)}></gpx>`],
  ['one attribute', `<gpx creator="${'a'.repeat(3_000_000)}"></gpx>`],
  ['entities', `<gpx><trk><trkpt lat="1" lon="1"><time>${'&lol;'.repeat(1_000_000)}</time></trkpt></trk></gpx>`],
  ['depth', '<gpx>'.repeat(200_000)],
])('a text of nothing but %s comes to an end', (_, text) => {
  const result = readGpx(text);
  if (result.ok) expect(result.value.samples.time).toHaveLength(1);
  else expect(result.error.code).toBe('gpx-no-track');
});

test('[DT13] a latitude of 999 is left out and counted', () => {
  const points = [
    ...walk(0, 2),
    { lat: 999, lon: 8, time: at(2) },
    { lat: 'north', lon: 8, time: at(3) },
    ...walk(4, 6),
  ];
  const recording = read(writeGpx([[points]]));
  expect([...recording.samples.time]).toEqual([0, 1, 4, 5]);
  expect(recording.warnings).toEqual([{ code: 'values-skipped', count: 2 }]);
});

test('[DT14] one time that goes back, or far ahead, costs that point its time and no other', () => {
  const times = [0, 1, 2, -3_600, 4, 5, 7_200, 7, 8];
  const recording = read(
    writeGpx([[times.map((time, index) => ({ lat: 47 + index * 1e-4, lon: 8, time: at(time) }))]]),
  );
  expect([...recording.samples.time]).toEqual([0, 1, 2, NaN, 4, 5, NaN, 7, 8]);
  expect(known(recording.samples.channels.lat)).toBe(9);
  expect(recording.warnings).toEqual([{ code: 'times-went-back', count: 2 }]);
});

test('[DT14] a receiver without a fix that says 1980 does not make a run of 44 years', () => {
  const early = { lat: 47, lon: 8, time: '1980-01-06T00:00:00Z' };
  const recording = read(writeGpx([[[early, ...walk(0, 5)]]]));
  expect([...recording.samples.time]).toEqual([NaN, 0, 1, 2, 3, 4]);
  expect(recording.clocks[0]?.at).toBe(START);
});

test('[DT14] tracks that stand in another order than they were made are put right, and nothing is lost', () => {
  const recording = read(writeGpx([[walk(100, 103)], [walk(0, 2)]]));
  expect([...recording.samples.time]).toEqual([0, 1, 100, 101, 102]);
  expect(recording.breaks).toEqual([0, 2]);
  expect(recording.samples.channels.lat?.[0]).toBeCloseTo(47, 9);
  expect(recording.warnings).toEqual([]);
});

test('[DT15] points without a time are kept on the map', () => {
  const points = walk(0, 4).map((point, index) => (index === 2 ? { lat: 47.1, lon: 8 } : point));
  const recording = read(writeGpx([[points]]));
  expect([...recording.samples.time]).toEqual([0, 1, NaN, 3]);
  expect(recording.samples.channels.lat?.[2]).toBe(47.1);
  expect(recording.warnings).toEqual([{ code: 'points-without-time', count: 1 }]);
  const timeless = read(
    writeGpx([
      [
        [
          { lat: 1, lon: 2 },
          { lat: 1.1, lon: 2 },
        ],
      ],
    ]),
  );
  expect([timeless.samples.time.every(Number.isNaN), timeless.clocks]).toEqual([true, []]);
});

test('[DT16] a text that was cut keeps every point that began', () => {
  const whole = writeGpx([[walk(0, 50)]]);
  const cut = read(whole.slice(0, whole.length / 2));
  expect(cut.samples.time.length).toBeGreaterThan(20);
  expect(codes(cut)[0]).toBe('file-cut');
  const betweenPoints = read(whole.slice(0, whole.lastIndexOf('<trkpt')));
  expect([betweenPoints.samples.time.length, codes(betweenPoints)]).toEqual([49, ['file-cut']]);
  const withinPoint = read(whole.slice(0, whole.lastIndexOf('<time>')));
  expect([withinPoint.samples.time.length, codes(withinPoint)]).toEqual([50, ['file-cut', 'points-without-time']]);
});

test('[DT16] what has no track says so, and what is no GPX says that', () => {
  expect(readGpx(writeGpx([]))).toEqual(refusal('gpx-no-track'));
  expect(readGpx('<gpx><wpt lat="1" lon="2"/></gpx>')).toEqual(refusal('gpx-no-track'));
  expect(readGpx('<kml><trkpt lat="1" lon="2"/></kml>')).toEqual(refusal('gpx-not-gpx'));
  expect(readGpx('')).toEqual(refusal('gpx-not-gpx'));
});

test('any text, and any cut or damage of a track, gets an answer', () => {
  const whole = `\u{FEFF}${writeGpx([[walk(0, 8)], [walk(20, 25)]])}`;
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '/',
    '<trkpt lat="1" lon="2">',
    '</trkpt>',
    '<![CDATA[',
    '<!--',
    '<gpx>',
    'x',
  );
  fc.assert(fc.property(fc.array(piece), (pieces) => void readGpx(`<gpx>${pieces.join('')}`)));
  fc.assert(
    fc.property(fc.nat(whole.length), piece, (cut, inserted) => {
      readGpx(whole.slice(0, cut) + inserted + whole.slice(cut));
      const result = readGpx(whole.slice(0, cut));
      if (result.ok) expect(result.value.samples.time.length).toBeLessThanOrEqual(13);
    }),
  );
});

const text = (name: string) => new TextDecoder().decode(readSample(name));

test.each([
  ['cerknicko-without-times.gpx', 296, 5, 57, 296, '2010-08-05T16:22:52Z'],
  ['korita-zbevnica.gpx', 871, 513, 13_381, 871, '2010-10-03T09:36:30Z'],
  ['togeojson-apple_watch_route.gpx', 44, 44, 43, 44, '2019-12-15T20:19:55Z'],
  ['togeojson-run.gpx', 206, 206, 948, 206, '2012-10-24T23:29:40Z'],
  ['track-with-empty-segment.gpx', 9, 9, 76, 9, '2013-07-06T17:26:26Z'],
])('%s is read as the reference tool reads it', (name, points, timed, seconds, elevations, start) => {
  const { samples, clocks } = read(text(`gpx/${name}`));
  expect(known(samples.channels.lat)).toBe(points);
  expect(known(samples.time)).toBe(timed);
  expect(samples.time.findLast((time) => !Number.isNaN(time))).toBe(seconds);
  expect(known(samples.channels.elevation)).toBe(elevations);
  expect(clocks[0]?.at).toBe(Date.parse(start));
});

test('a real run has a heart rate in each point', () => {
  expect(known(read(text('gpx/togeojson-run.gpx')).samples.channels.heartRate)).toBe(206);
});

test('the malformed GPX files end as their list says', () => {
  const cut = read(text('malformed/truncated.gpx'));
  expect([cut.samples.time.length, known(cut.samples.time)]).toEqual([26, 25]);
  expect(codes(cut)).toEqual(['file-cut', 'points-without-time']);
  expect(readGpx(text('malformed/empty.gpx'))).toEqual(refusal('gpx-no-track'));
  expect(readGpx(text('malformed/gpx-named-as-fit.fit'))).toEqual(refusal('gpx-no-track'));
  expect(readGpx(text('gpx/unicode_with_bom.gpx'))).toEqual(refusal('gpx-no-track'));
});

test('[DT17] times that step back by some seconds cost no point its time', () => {
  const { samples, warnings } = read(text('more/gpx/times-step-back.gpx'));
  expect(samples.time.filter((value) => !Number.isNaN(value))).toHaveLength(800);
  expect(samples.time.every((value, at) => at === 0 || value >= samples.time[at - 1]!)).toBe(true);
  expect(samples.time.at(-1)).toBe(799);
  expect(warnings.map(({ code }) => code)).toEqual(['times-mended']);
});

test('[DT17] the times of a route say when it was drawn: none is a time of a ride', () => {
  const { samples, clocks, warnings, breaks } = read(text('more/gpx/opencpn-route.gpx'));
  expect(samples.time.every(Number.isNaN)).toBe(true);
  expect(clocks).toEqual([]);
  expect(warnings).toEqual([{ code: 'route-only' }]);
  expect(Math.abs(summarise(samples, breaks).distance! - 62_606)).toBeLessThan(60);
});

test('[DT17] a time of 1901 is none', () => {
  const point = (time: string, at: number) => `<trkpt lat="${46 + at}" lon="7"><time>${time}</time></trkpt>`;
  const times = ['1901-12-13T20:45:52Z', '1970-01-01T00:00:01Z', '2024-05-01T10:00:00Z', '2024-05-01T10:00:01Z'];
  const { samples, clocks, warnings } = read(`<gpx><trk><trkseg>${times.map(point).join('')}</trkseg></trk></gpx>`);
  expect([...samples.time]).toEqual([NaN, NaN, 0, 1]);
  expect(clocks[0]?.at).toBe(Date.parse('2024-05-01T10:00:00Z'));
  expect(warnings).toEqual([{ code: 'points-without-time', count: 2 }]);
});

test('[DT18] times more than a month apart are not called wrong', () => {
  const point = (time: string) => `<trkpt lat="46" lon="7"><time>${time}</time></trkpt>`;
  const times = ['2024-05-01T10:00:00Z', '2024-05-01T10:00:01Z', '2024-05-01T10:00:02Z', '2024-09-01T10:00:00Z'];
  const { warnings } = read(`<gpx><trk><trkseg>${times.map(point).join('')}</trkseg></trk></gpx>`);
  expect(warnings).toEqual([{ code: 'times-far-apart', count: 1 }]);
});
