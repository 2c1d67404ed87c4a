import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSample } from '../../../../tests/telemetry/support/samples.ts';
import { checkPacked, pack } from '../pack.ts';
import type { Recording } from '../recording.ts';
import { type LogKind, sniff } from '../sniff.ts';
import { summarise } from '../summary.ts';
import { readLog } from './read-log.ts';

const text = (name: string) => new TextDecoder('windows-1252').decode(readSample(`more/${name}`));

function read(kind: LogKind, content: string): Recording {
  const result = readLog(kind, content);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const known = (values: Float64Array | undefined) =>
  (values ?? new Float64Array(0)).filter((value) => !Number.isNaN(value));

const FILES = [
  ['nmea', 'nmea/over-midnight-south-west.nmea'],
  ['vbo', 'vbo/ring-10hz.vbo'],
  ['tcx', 'tcx/togeojson-sample.tcx'],
  ['srt', 'srt/dji-mavic-air-2.srt'],
  ['srt', 'srt/dji-mavic-pro.srt'],
  ['kml', 'kml/togeojson-gxtrack.kml'],
  ['igc', 'igc/glider-ring.igc'],
] as const;

test.each(FILES)('[DT80] %s is known by its content: %s', (kind, name) => {
  expect(sniff(readSample(`more/${name}`))).toBe(kind);
});

test('[DT81] the sentences of a receiver, over midnight and without a fix for a while', () => {
  const recording = read('nmea', text('nmea/over-midnight-south-west.nmea'));
  const { samples, clocks, breaks, warnings } = recording;
  expect(samples.time).toHaveLength(175);
  expect(samples.time.at(-1)).toBe(179);
  expect(clocks[0]).toMatchObject({ method: 'sample-time', at: Date.parse('2026-05-10T23:58:30Z') });
  expect([samples.channels.lat![0], samples.channels.lon![0]]).toEqual([-33.45, -70.65]);
  expect(summarise(samples, breaks).speed!.max).toBeCloseTo(10, 1);
  expect(warnings).toEqual([]);
});

test('[DT81] a sentence whose checksum is wrong is left out and counted', () => {
  const lines = [
    '$GPGGA,235830.00,3327.0000,S,07039.0000,W,1,09,0.9,520.0,M,25.0,M,,*64',
    '$GPGGA,235831.00,3326.9946,S,07038.9997,W,1,09,0.9,520.2,M,25.0,M,,*00',
    '$GNGLL,3326.9893,S,07038.9987,W,235832.00,A',
  ];
  const { samples, clocks, warnings } = read('nmea', lines.join('\r\n'));
  expect([...samples.time]).toEqual([0, 2]);
  expect(clocks).toEqual([]);
  expect(warnings).toEqual([{ code: 'rows-skipped', count: 1 }]);
});

test('[DT82] a VBOX counts minutes of arc, and west is positive', () => {
  const { samples, clocks, breaks } = read('vbo', text('vbo/ring-10hz.vbo'));
  expect(samples.time).toHaveLength(1_200);
  expect(samples.time.at(-1)).toBeCloseTo(119.9, 6);
  expect(samples.channels.lat![0]).toBeCloseTo(46.95, 6);
  expect(samples.channels.lon![0]).toBeCloseTo(7.45, 6);
  expect(clocks[0]?.at).toBe(Date.parse('2026-05-10T08:00:00Z'));
  expect(summarise(samples, breaks).speed!.max).toBeCloseTo(17, 1);
});

test('[DT83] a Training Center file has its laps, and points without a place keep their time', () => {
  const { samples, laps } = read('tcx', text('tcx/togeojson-sample.tcx'));
  expect(samples.time).toHaveLength(19);
  expect(known(samples.channels.lat)).toHaveLength(17);
  expect(known(samples.channels.distance).at(-1)).toBeCloseTo(3_441.17, 2);
  expect(laps).toEqual([{ name: 'Lap 1', from: 0, to: 2_325.02 }]);
});

test('[DT83] heart rate, cadence, power and speed of a Training Center file', () => {
  const point = `<Trackpoint><Time>2024-05-01T10:00:00Z</Time><HeartRateBpm><Value>141</Value></HeartRateBpm>
    <Cadence>88</Cadence><Extensions><ns3:TPX><ns3:Speed>7.5</ns3:Speed><ns3:Watts>210</ns3:Watts></ns3:TPX></Extensions></Trackpoint>`;
  const file = `<TrainingCenterDatabase><Activities><Activity><Lap><MaximumHeartRateBpm><Value>190</Value>
    </MaximumHeartRateBpm><Track>${point}</Track></Lap><Creator><Name>Edge 520</Name></Creator></Activity></Activities></TrainingCenterDatabase>`;
  const { samples, device } = read('tcx', file);
  const values = Object.entries(samples.channels).map(([name, column]) => [name, column[0]]);
  expect(Object.fromEntries(values)).toEqual({ heartRate: 141, cadence: 88, speed: 7.5, power: 210 });
  expect(device).toBe('Edge 520');
});

test('[DT84] the subtitles of a drone, in its dialects', () => {
  const air = read('srt', text('srt/dji-mavic-air-2.srt'));
  expect(known(air.samples.channels.lat)).toHaveLength(25);
  expect(air.samples.time.at(-1)).toBeCloseTo(0.4, 3);
  expect(air.clocks[0]).toMatchObject({ method: 'creation-time', at: Date.parse('2022-05-01T15:01:58.532Z') });
  const pro = read('srt', text('srt/dji-mavic-pro.srt'));
  expect(known(pro.samples.channels.elevation)).toHaveLength(468);
  expect([pro.samples.channels.lat![0], pro.samples.channels.lon![0]]).toEqual([-20.2533, 149.0251]);
  expect(pro.samples.time.at(-1)).toBe(468);
  const mini = `1\n00:00:00,000 --> 00:00:01,000\nF/2.8, SS 206.14, ISO 150, EV 0, GPS (-122.1699, 37.4276, 15), D 2.80m, H 5.50m, H.S 3.25m/s, V.S 0.00m/s\n`;
  const { samples, clocks } = read('srt', mini);
  const values = Object.entries(samples.channels).map(([name, column]) => [name, column[0]]);
  expect(Object.fromEntries(values)).toEqual({ lat: 37.4276, lon: -122.1699, elevation: 5.5, speed: 3.25 });
  expect(clocks).toEqual([]);
});

test('[DT85] the recorded track of a KML file, and none where there are only lines', () => {
  const { samples, clocks } = read('kml', text('kml/togeojson-gxtrack.kml'));
  expect([...samples.time]).toEqual([0, 26, 35, 44, 45, 46, 47]);
  expect(samples.channels.elevation![0]).toBe(156);
  expect(clocks[0]?.at).toBe(Date.parse('2010-05-28T02:02:09Z'));
  const line = '<kml><Placemark><LineString><coordinates>7,46,0 7,47,0</coordinates></LineString></Placemark></kml>';
  expect(readLog('kml', line)).toEqual({ ok: false, error: { code: 'kml-no-track' } });
});

test('[DT86] the flight of a glider, with the heights of the satellites', () => {
  const { samples, clocks } = read('igc', text('igc/glider-ring.igc'));
  expect(samples.time).toHaveLength(200);
  expect(samples.time.at(-1)).toBe(796);
  expect([samples.channels.lat![0], samples.channels.lon![0], samples.channels.elevation![0]]).toEqual([
    -33.45, -70.65, 1_010,
  ]);
  expect(clocks[0]?.at).toBe(Date.parse('2026-05-10T08:00:00Z'));
});

test.each(FILES)('[DT80] any cut and damage of a %s gets an answer that can be stored: %s', (kind, name) => {
  const whole = text(name).slice(0, 3_000);
  fc.assert(
    fc.property(fc.nat(whole.length), fc.string({ maxLength: 30 }), fc.nat(whole.length), (cut, junk, at) => {
      const result = readLog(kind, whole.slice(0, Math.min(cut, at)) + junk + whole.slice(at, Math.max(cut, at)));
      if (result.ok) expect(checkPacked(pack(result.value.samples)).ok).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('[DT80] a file without a position says so', () => {
  expect(readLog('nmea', '$GPGGA,235830.00,,,,,0,00,,,M,,M,,\n$GPGSV,1,1,00')).toEqual({
    ok: false,
    error: { code: 'log-no-positions' },
  });
  expect(readLog('srt', '1\n00:00:00,000 --> 00:00:01,000\nHello\n')).toMatchObject({ ok: false });
});
