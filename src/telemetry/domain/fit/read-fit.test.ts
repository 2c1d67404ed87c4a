import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSample } from '../../../../tests/telemetry/support/samples.ts';
import {
  createFitWriter,
  fitTime,
  RIDE_FIELDS,
  rideRecord,
  semicircles,
  writeRide,
} from '../../../../tests/telemetry/support/write-fit.ts';
import type { Recording } from '../recording.ts';
import { readFit } from './read-fit.ts';

const START = '2024-05-01T10:00:00Z';
const RIDE = { count: 100, start: START };

function read(bytes: Uint8Array): Recording {
  const result = readFit(bytes);
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const known = (values: Float64Array | undefined) => values?.filter((value) => !Number.isNaN(value)).length ?? 0;
const codes = ({ warnings }: Recording) => warnings.map(({ code }) => code);

test('[DG13] the ascent that the device counted is read', () => {
  const counted = (name: string) => read(readSample(name)).deviceAscent;
  expect(counted('more/fit/ascent-0134902991.fit')).toBe(59);
  expect(counted('more/fit/running-with-developer-data.fit')).toBe(32);
  expect(read(writeRide(RIDE)).deviceAscent).toBeUndefined();
});

test.each([
  { headerSize: 12, isBigEndian: false },
  { headerSize: 14, isBigEndian: false },
  { headerSize: 14, isBigEndian: true },
] as const)('[DT1] a ride is read in its units, whatever the header and the order of bytes: %o', (form) => {
  const { samples, laps, clocks, device, breaks, warnings } = read(writeRide({ ...RIDE, ...form }));
  expect(warnings).toEqual([]);
  expect(samples.time).toHaveLength(100);
  expect([samples.time[0], samples.time[99]]).toEqual([0, 99]);
  expect(clocks).toEqual([{ method: 'sample-time', at: Date.parse(START), uncertaintySeconds: 1 }]);
  expect(device).toBe('Garmin Edge 530');
  expect(breaks).toEqual([0]);
  expect(laps).toEqual([{ name: 'Lap 1', from: 0, to: 99 }]);
  const at = (channel: keyof typeof samples.channels) => samples.channels[channel]?.[50];
  expect(at('lat')).toBeCloseTo(47.305, 6);
  expect(at('lon')).toBeCloseTo(8.4975, 6);
  expect(at('elevation')).toBeCloseTo(420, 1);
  expect(at('speed')).toBeCloseTo(11.23, 3);
  expect(at('distance')).toBeCloseTo(561.5, 2);
  expect([at('heartRate'), at('cadence'), at('power'), at('temperature')]).toEqual([170, 90, 250, 21]);
});

test('[DT1] what the device calls invalid is nothing, and not 65535 watts', () => {
  const writer = createFitWriter().define({ local: 1, global: 20, fields: RIDE_FIELDS });
  writer.write(1, [
    fitTime(START),
    0x7fffffff,
    0x7fffffff,
    0xffffffff,
    0xffffffff,
    0xffffffff,
    0xff,
    0xff,
    0xffff,
    0x7f,
  ]);
  const { samples, warnings } = read(writer.finish());
  expect(samples.time).toEqual(new Float64Array([0]));
  expect(samples.channels).toEqual({});
  expect(warnings).toEqual([{ code: 'no-positions' }]);
});

test('[DT2] times in the headers of records count on, across the turn of their five bits', () => {
  const start = fitTime(START);
  const writer = createFitWriter();
  writer.define({ local: 0, global: 20, fields: RIDE_FIELDS.slice(0, 3) });
  writer.define({ local: 1, global: 20, fields: RIDE_FIELDS.slice(1, 3) });
  writer.write(0, [start, semicircles(47), semicircles(8)]);
  const times = [20, 31, 32, 45, 70].map((after) => start + after);
  for (const time of times) writer.writeCompressed(1, time, [semicircles(47), semicircles(8)]);
  expect([...read(writer.finish()).samples.time]).toEqual([0, 20, 31, 32, 45, 70]);
});

test('[DT2] speed and distance in three bytes, the distance counted on past its 256 m', () => {
  const writer = createFitWriter();
  writer.define({
    local: 0,
    global: 20,
    fields: [
      { field: 253, type: 'uint32' },
      { field: 8, type: 'byte', length: 3 },
    ],
  });
  const pack = (speed: number, distance: number) => {
    const [a, b] = [Math.round(speed * 100), Math.round(distance * 16) & 0xfff];
    return [a & 0xff, (a >> 8) | ((b & 0x0f) << 4), b >> 4];
  };
  for (let at = 0; at < 10; at += 1) writer.write(0, [fitTime(START) + at * 20, pack(5, at * 100)]);
  const { channels } = read(writer.finish()).samples;
  expect([...channels.distance!]).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
  expect(channels.speed![3]).toBe(5);
});

test('[DT3] a field of an app that stands in for a native one is taken, and others are passed over', () => {
  const writer = createFitWriter();
  const description = [0, 1, 2, 14, 15].map((field) => ({ field, type: field === 14 ? 'uint16' : 'uint8' }) as const);
  writer.define({ local: 2, global: 206, fields: description });
  writer.write(2, [0, 5, 0x84, 20, 7]);
  writer.write(2, [0, 6, 0x88, 20, 0xff]);
  writer.define({
    local: 0,
    global: 20,
    fields: [
      { field: 253, type: 'uint32' },
      { field: 3, type: 'uint8' },
    ],
    developerFields: [
      { field: 6, developer: 0, type: 'float32' },
      { field: 5, developer: 0, type: 'uint16' },
      { field: 9, developer: 3, type: 'uint32' },
    ],
  });
  for (let at = 0; at < 3; at += 1) writer.write(0, [fitTime(START) + at, 140, 0.5, 230 + at, 77]);
  const { channels } = read(writer.finish()).samples;
  expect([...channels.power!]).toEqual([230, 231, 232]);
  expect(Object.keys(channels).toSorted()).toEqual(['heartRate', 'power']);
});

test('[DT4] a pause and a second session begin new segments', () => {
  const start = fitTime(START);
  const writer = createFitWriter();
  writer.define({ local: 0, global: 20, fields: RIDE_FIELDS });
  writer.define({
    local: 1,
    global: 21,
    fields: [
      { field: 253, type: 'uint32' },
      { field: 0, type: 'enum' },
      { field: 1, type: 'enum' },
    ],
  });
  writer.define({
    local: 2,
    global: 18,
    fields: [
      { field: 253, type: 'uint32' },
      { field: 2, type: 'uint32' },
    ],
  });
  writer.write(1, [start, 0, 0]);
  for (const at of [0, 1, 2]) writer.write(0, rideRecord(start, at));
  writer.write(1, [start + 2, 0, 4]);
  writer.write(1, [start + 60, 0, 0]);
  for (const at of [60, 61, 100, 101]) writer.write(0, rideRecord(start, at));
  writer.write(2, [start + 61, start]);
  writer.write(2, [start + 101, start + 100]);
  expect(read(writer.finish()).breaks).toEqual([0, 3, 5]);
});

test('[DT4] two files behind one another are read as one, the earlier first', () => {
  const later = writeRide({ count: 20, start: '2024-05-01T11:00:00Z' });
  const earlier = writeRide({ count: 10, start: START });
  const recording = read(new Uint8Array([...later, ...earlier]));
  expect(recording.breaks).toEqual([0, 10]);
  expect(recording.samples.time[10]).toBe(3_600);
  expect(recording.clocks[0]?.at).toBe(Date.parse(START));
  expect(recording.warnings).toEqual([]);
});

test('[DT5] seconds since the device was switched on are times, but no clock', () => {
  const writer = createFitWriter().define({ local: 0, global: 20, fields: RIDE_FIELDS });
  for (const at of [0, 5, 9]) writer.write(0, rideRecord(17_217_864, at));
  const { samples, clocks } = read(writer.finish());
  expect([...samples.time]).toEqual([0, 5, 9]);
  expect(clocks).toEqual([]);
});

test('[DT5] records before the satellites told the time lose theirs, and stay', () => {
  const writer = createFitWriter().define({ local: 0, global: 20, fields: RIDE_FIELDS });
  writer.write(0, rideRecord(40, 0));
  writer.write(0, rideRecord(fitTime(START), 1));
  writer.write(0, rideRecord(fitTime(START), 2));
  const recording = read(writer.finish());
  expect([...recording.samples.time]).toEqual([NaN, 0, 1]);
  expect(recording.warnings).toEqual([{ code: 'points-without-time', count: 1 }]);
});

test('[DT6] the start of a camera is a clock of its own, to the millisecond', () => {
  const writer = createFitWriter().define({ local: 0, global: 20, fields: RIDE_FIELDS });
  const fields = [
    { field: 253, type: 'uint32' },
    { field: 0, type: 'uint16' },
    { field: 1, type: 'enum' },
  ] as const;
  writer.define({ local: 1, global: 161, fields });
  writer.write(0, rideRecord(fitTime(START), 0));
  writer.write(1, [fitTime(START) + 12, 250, 0]);
  writer.write(1, [fitTime(START) + 90, 0, 2]);
  writer.write(0, rideRecord(fitTime(START), 100));
  const [own, camera, ...rest] = read(writer.finish()).clocks;
  expect(own?.method).toBe('sample-time');
  expect(camera).toEqual({ method: 'camera-event', at: Date.parse(START) + 12_250, uncertaintySeconds: 1 });
  expect(rest).toEqual([]);
});

test('[DT7] a wrong checksum is said and nothing is thrown away', () => {
  const bytes = writeRide(RIDE);
  bytes[bytes.length - 1]! ^= 0xff;
  const recording = read(bytes);
  expect(recording.samples.time).toHaveLength(100);
  expect(codes(recording)).toEqual(['checksum-wrong']);
});

test('[DT7] a file that was cut keeps what was there', () => {
  const whole = writeRide(RIDE);
  const recording = read(whole.subarray(0, Math.round(whole.length / 2)));
  expect(recording.samples.time.length).toBeGreaterThan(40);
  expect(recording.samples.time.length).toBeLessThan(60);
  expect(codes(recording)).toEqual(['file-cut']);
});

test('[DT7] a header that was never completed, or that says too little, does not hide the records', () => {
  const writer = () => {
    const made = createFitWriter().define({ local: 0, global: 20, fields: RIDE_FIELDS });
    for (let at = 0; at < 50; at += 1) made.write(0, rideRecord(fitTime(START), at));
    return made;
  };
  const unfinished = read(writer().finish({ statedSize: 0 }).subarray(0, -2));
  expect(unfinished.samples.time).toHaveLength(50);
  expect(codes(unfinished)).toEqual(['file-cut']);
  const tooSmall = read(writer().finish({ statedSize: 200 }));
  expect(tooSmall.samples.time).toHaveLength(50);
  expect(codes(tooSmall)).toEqual(['checksum-wrong']);
  const tooLarge = read(writer().finish({ statedSize: 1e6 }));
  expect(tooLarge.samples.time).toHaveLength(50);
  expect(codes(tooLarge)).toContain('file-cut');
});

test('[DT7] a message that was never defined ends the reading there', () => {
  const writer = createFitWriter().define({ local: 0, global: 20, fields: RIDE_FIELDS });
  for (let at = 0; at < 5; at += 1) writer.write(0, rideRecord(fitTime(START), at));
  writer.putBytes(11, 1, 2, 3);
  const recording = read(writer.finish());
  expect(recording.samples.time).toHaveLength(5);
  expect(recording.warnings[0]).toMatchObject({
    code: 'undefined-message',
    detail: expect.stringMatching(/^byte \d+$/),
  });
});

test('[DT7] settings are no activity, and other bytes no FIT file', () => {
  const settings = createFitWriter().define({ local: 0, global: 0, fields: [{ field: 0, type: 'enum' }] });
  expect(readFit(settings.write(0, [2]).finish())).toEqual({ ok: false, error: { code: 'fit-no-activity' } });
  for (const bytes of [new Uint8Array(0), new Uint8Array(11), new TextEncoder().encode('<gpx></gpx> and more')]) {
    expect(readFit(bytes)).toEqual({ ok: false, error: { code: 'fit-not-fit' } });
  }
});

test('any bytes behind a header, and any cut or damage of a ride, get an answer', () => {
  const ride = writeRide({ count: 30, start: START });
  const header = ride.subarray(0, 14);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      readFit(bytes);
      readFit(new Uint8Array([...header, ...bytes]));
    }),
    { numRuns: 200 },
  );
  fc.assert(
    fc.property(fc.nat(ride.length), fc.nat(ride.length - 1), fc.nat(255), (length, at, byte) => {
      readFit(ride.subarray(0, length));
      const damaged = ride.slice();
      damaged[at] = byte;
      const result = readFit(damaged);
      if (result.ok) expect(result.value.samples.time.length).toBeLessThanOrEqual(ride.length);
    }),
    { numRuns: 200 },
  );
});

test('a hostile file of nothing but tiny messages takes time in proportion to its length', () => {
  const tiny = createFitWriter();
  tiny.define({ local: 0, global: 20, fields: RIDE_FIELDS.slice(0, 1) }).define({ local: 1, global: 18, fields: [] });
  tiny.write(0, [fitTime(START)]);
  for (let at = 0; at < 50_000; at += 1) tiny.putBytes(1);
  expect(read(tiny.finish()).samples.time).toHaveLength(1);
});

const FACTS = [
  ['fit/compressed-speed-distance.fit', 755, 0, 3_880, 10_248.6875, 754, 0, 753, 11],
  ['fit/garmin-edge-500-activity.fit', 10_686, 10_677, 12_691, 92_622.34, 10_686, 0, 10_565, 9],
  ['fit/garmin-fenix-5-run.fit', 21, 21, 57, 157.56, 21, 0, 21, 1],
  ['fit/road-with-power.fit', 4_746, 4_746, 5_304, 31_217.81, 4_746, 4_740, 4_657, 1],
  ['fit/sample-activity-indoor-trainer.fit', 2_263, 0, 2_263, undefined, 2_263, 2_222, 2_222, 5],
] as const;

test.each(FACTS)(
  '%s is read as the reference tool reads it',
  (name, count, positions, seconds, metres, hr, power, cadence, laps) => {
    const recording = read(readSample(name));
    const { time, channels } = recording.samples;
    expect(time).toHaveLength(count);
    expect(time.at(-1)).toBe(seconds);
    expect(known(channels.lat)).toBe(positions);
    expect(channels.distance?.findLast((value) => !Number.isNaN(value))).toBe(metres);
    expect([known(channels.heartRate), known(channels.power), known(channels.cadence)]).toEqual([hr, power, cadence]);
    expect(recording.laps).toHaveLength(laps);
    expect(codes(recording)).toEqual(positions === 0 ? ['no-positions'] : []);
  },
);

test('real times of day: the first and the last of a ride', () => {
  const { clocks, samples } = read(readSample('fit/garmin-edge-500-activity.fit'));
  expect(clocks[0]?.at).toBe(Date.parse('2011-09-25T13:00:22Z'));
  expect(clocks[0]!.at + samples.time.at(-1)! * 1_000).toBe(Date.parse('2011-09-25T16:31:53Z'));
  expect(read(readSample('fit/compressed-speed-distance.fit')).clocks).toEqual([]);
});

test('a damaged file of a phone keeps the 473 records before the damage', () => {
  const recording = read(readSample('fit/strava-android-app-201.10-b1218918.fit'));
  expect(recording.samples.time).toHaveLength(473);
  expect(known(recording.samples.channels.lat)).toBe(237);
  expect(codes(recording)).toEqual(['file-cut', 'undefined-message', 'times-far-apart']);
  expect(recording.warnings[1]?.detail).toBe('byte 7471');
  // The record at the edge of the damage has a date in the year 2085.
  expect(recording.samples.time.findLast((time) => !Number.isNaN(time))).toBeLessThan(3_600);
});

test('the malformed FIT files end as their list says', () => {
  const wrongChecksum = read(readSample('malformed/activity-filecrc.fit'));
  expect([wrongChecksum.samples.time.length, codes(wrongChecksum)]).toEqual([14, ['checksum-wrong']]);
  const cut = read(readSample('malformed/activity-unexpected-eof.fit'));
  expect([cut.samples.time.length, codes(cut)]).toEqual([14, ['file-cut']]);
  const outcome = (name: string) => readFit(readSample(`malformed/${name}`));
  expect(outcome('settings-not-activity.fit')).toEqual({ ok: false, error: { code: 'fit-no-activity' } });
  expect(outcome('random-bytes.fit')).toEqual({ ok: false, error: { code: 'fit-not-fit' } });
  expect(outcome('gpx-named-as-fit.fit')).toEqual({ ok: false, error: { code: 'fit-not-fit' } });
});

const middle = (values: Float64Array | undefined) => {
  const all = (values ?? new Float64Array(0)).filter((value) => !Number.isNaN(value));
  return all.reduce((sum, value) => sum + value, 0) / all.length;
};

test('[DT3] the fields of an app are converted from their units, and get no fraction of the device', () => {
  const { channels } = read(readSample('more/fit/developer-fields-with-units.fit')).samples;
  expect(middle(channels.speed)).toBeCloseTo(3.529, 2);
  expect(middle(channels.cadence)).toBeCloseTo(86, 1);
  const run = read(readSample('more/fit/running-with-developer-data.fit')).samples.channels;
  expect(middle(run.cadence)).toBeCloseTo(78.15, 2);
  expect(middle(run.power)).toBeCloseTo(251.7, 1);
});

test.each([
  ['min/km', 1.5],
  ['mph', 10 * 0.447_04],
])('[DT3] an app that writes its speed in %s', (unit, speed) => {
  const writer = createFitWriter();
  const numbers = [0, 1, 2, 15].map((field) => ({ field, type: 'uint8' }) as const);
  writer.define({ local: 2, global: 206, fields: [...numbers, { field: 8, type: 'string', length: 8 }] });
  writer.write(2, [0, 0, 0x88, 6, unit]);
  const fields = [
    { field: 253, type: 'uint32' },
    { field: 6, type: 'uint16' },
  ] as const;
  writer.define({ local: 0, global: 20, fields, developerFields: [{ field: 0, developer: 0, type: 'float32' }] });
  writer.write(0, [fitTime(START), 1_500, 10]);
  expect(read(writer.finish()).samples.channels.speed![0]).toBeCloseTo(speed, 6);
});

test('[DT9] a camera that counts from its start: its clock, its events and every fix of its receiver', () => {
  const { samples, clocks, laps } = read(readSample('more/fit/virb-system-time.fit'));
  expect(known(samples.channels.lat)).toBe(1_000);
  expect(known(samples.channels.heading)).toBe(1_000);
  expect(known(samples.channels.distance)).toBe(120);
  expect(samples.time.every((time, at) => at === 0 || time >= samples.time[at - 1]!)).toBe(true);
  expect(clocks[0]).toMatchObject({ method: 'sample-time', at: Date.parse('2026-05-10T08:00:02Z') });
  expect(clocks[1]).toMatchObject({ method: 'camera-event', at: Date.parse('2026-05-10T08:00:03.112Z') });
  expect(laps).toEqual([{ name: 'Lap 1', from: 0, to: 119 }]);
});

test('[DT9] laps without a start begin so long before their end', () => {
  const { laps } = read(readSample('more/fit/laps-without-start-time.fit'));
  expect(laps.map(({ from, to }) => [from, to])).toEqual([
    [0, 119],
    [119, 239],
    [239, 359],
  ]);
});

test('[DT18] a clock that jumps by weeks is told', () => {
  const { warnings } = read(readSample('more/fit/clock-jump-20-days.fit'));
  expect(warnings).toEqual([{ code: 'clock-jumped', count: 1_728_001 }]);
});
