import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { epochMs } from '../../domain/units.ts';
import { clip, makeRun, ring, seeded, straight, wandering } from '../../../tests/telemetry/support/made-runs.ts';
import { readSample } from '../../../tests/telemetry/support/samples.ts';
import { alignByClocks } from './align.ts';
import { alignBySpeed } from './align-speed.ts';
import { readFit } from './fit/read-fit.ts';
import type { Samples } from './recording.ts';

const moving = (samples: Samples, breaks: readonly number[] = [0]) => ({ samples, breaks });

function ride(rate: number, noise: number, seed: number, seconds = 600) {
  return makeRun({ place: ring(2000), speed: wandering(11, 9), seconds, rate, noise, seed });
}

describe('aligning by speed', () => {
  test('[DS4] a video’s place in a ride is found again, to a few tenths, under the noise of two receivers', () => {
    const whole = ride(1, 1, 1);
    const camera = ride(10, 1, 2);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 440 }), fc.integer({ min: 100, max: 160 }), (from, seconds) => {
        const { best, candidates } = alignBySpeed(moving(clip(camera, from, from + seconds)), moving(whole));
        expect(best).not.toBeNull();
        expect(Math.abs(best!.offset - from)).toBeLessThan(0.5);
        expect(Math.abs(best!.offset - from)).toBeLessThan(Math.max(0.3, 3 * best!.uncertaintySeconds));
        expect(best).toBe(candidates[0]);
        expect(best!.method).toBe('speed');
      }),
      { numRuns: 4 },
    );
  });

  test('[DS2] [DS4] two files of one ride with different clocks: the clocks set them apart, and the speed says by how much', () => {
    const [watch, computer] = [ride(1, 0.5, 1), ride(1, 0.5, 2)];
    const clockOf = (at: number) => ({ method: 'sample-time', at: epochMs(at), uncertaintySeconds: 1 }) as const;
    const span = { start: 0, end: 600 };
    const byClocks = alignByClocks([clockOf(1.7e12 + 187_000)], [clockOf(1.7e12)], { video: span, data: span });
    expect(byClocks!.offset).toBeCloseTo(187, 3);
    const { best } = alignBySpeed(moving(watch), moving(computer));
    expect(Math.abs(best!.offset)).toBeLessThan(0.3);
  });

  test('[DS4] a fraction of a sample is found too, and a recording that began before the other', () => {
    const whole = ride(10, 0.2, 1, 300);
    const later = clip(ride(18, 0.2, 2, 300), 40.03, 300);
    const shifted = { ...later, time: later.time.map((value) => value + 7.345) };
    const { best } = alignBySpeed(moving(shifted), moving(whole));
    expect(Math.abs(best!.offset - (40.03 - 7.345))).toBeLessThan(0.025);
    const { best: back } = alignBySpeed(moving(whole), moving(shifted));
    expect(back!.offset).toBeCloseTo(-best!.offset, 2);
  });

  test('[DS4] a recorded speed serves where there are no positions', () => {
    const speed = wandering(11, 9);
    const time = Float64Array.from({ length: 601 }, (_, at) => at);
    const indoors: Samples = { time, channels: { speed: time.map((at) => speed(at + 50)) } };
    const { best } = alignBySpeed(moving(indoors), moving(ride(5, 0.5, 3, 500)));
    expect(Math.abs(best!.offset - 50)).toBeLessThan(0.3);
  });

  test('[DS4] the shoulder of a broad peak is no second place', () => {
    // A long climb and a long descent: a quarter of a minute beside the right place everything still fits well.
    const speed = (t: number) => 8 + 5 * Math.sin(t / 90) + 0.8 * Math.sin(t / 11);
    const whole: Samples = { time: Float64Array.from({ length: 1_200 }, (_, at) => at), channels: {} };
    const by = (samples: Samples, from: number) => ({
      ...samples,
      channels: { speed: samples.time.map((t) => speed(t + from)) },
    });
    const part: Samples = { time: Float64Array.from({ length: 500 }, (_, at) => at), channels: {} };
    const { best, reason } = alignBySpeed(moving(by(part, 300)), moving(by(whole, 0)));
    expect(reason).toBeNull();
    expect(Math.abs(best!.offset - 300)).toBeLessThan(0.3);
  });

  test('[DS4] a pause in one of them does no harm', () => {
    const whole = ride(1, 0.5, 1);
    const kept = [...whole.time.keys()].filter((at) => at < 200 || at > 260);
    const pick = (values: Float64Array) => Float64Array.from(kept, (at) => values[at]!);
    const paused: Samples = {
      time: pick(whole.time),
      channels: { lat: pick(whole.channels.lat!), lon: pick(whole.channels.lon!) },
    };
    const { best } = alignBySpeed(moving(clip(ride(10, 0.5, 2), 150, 400)), moving(paused, [0, 200]));
    expect(Math.abs(best!.offset - 150)).toBeLessThan(0.3);
  });

  test(
    '[DS4] two minutes of a real ride are found in it, and in another ride they are not',
    { timeout: 30_000 },
    () => {
      const read = (file: string) => {
        const result = readFit(readSample(`fit/${file}`));
        if (!result.ok) throw new Error(result.error.code);
        return result.value;
      };
      const [ride1, ride2] = [read('road-with-power.fit'), read('garmin-edge-500-activity.fit')];
      const { time, channels } = ride1.samples;
      // The clip has positions, the ride only the wheel's speed.
      const wheel = moving({ time, channels: { speed: channels.speed! } }, ride1.breaks);
      for (const from of [200, 1400, 2600]) {
        const places: Samples = { time, channels: { lat: channels.lat!, lon: channels.lon! } };
        const part = moving(clip(places, from, from + 120));
        expect(Math.abs(alignBySpeed(part, wheel).best!.offset - from)).toBeLessThan(1);
        expect(alignBySpeed(part, ride2).best).toBeNull();
      }
    },
  );

  test('[DS5] laps that all look the same are offered, none is taken', () => {
    // Laps of 80 s, all alike.
    const speed = (t: number) => 12 + 4 * Math.sin((2 * Math.PI * t) / 80) + 2 * Math.sin((6 * Math.PI * t) / 80);
    const laps = makeRun({ place: ring(960), speed, seconds: 500, rate: 5, noise: 0.5, seed: 4 });
    const one = clip(makeRun({ place: ring(960), speed, seconds: 500, rate: 10, noise: 0.5, seed: 5 }), 160, 260);
    const { best, candidates, reason } = alignBySpeed(moving(one), moving(laps));
    expect(best).toBeNull();
    expect(reason).toBe('ambiguous');
    expect(candidates.length).toBeGreaterThanOrEqual(3);
    expect(candidates.length).toBeLessThanOrEqual(5);
    expect(candidates.some(({ offset }) => Math.abs(offset - 160) < 1)).toBe(true);
  });

  test('[DS5] two rides that have nothing to do with each other are not matched', () => {
    for (const seed of [21, 22, 23, 24]) {
      const other = makeRun({ place: ring(2000), speed: wandering(seed, 9), seconds: 150, rate: 10, noise: 0.5, seed });
      expect(alignBySpeed(moving(other), moving(ride(1, 0.5, 1))).best).toBeNull();
    }
  });

  test('[DS5] what is only somewhat alike is offered and not taken', () => {
    const random = seeded(8);
    const speed = wandering(11, 9);
    const other = wandering(40, 9);
    const time = Float64Array.from({ length: 300 }, (_, at) => at);
    const blurred: Samples = {
      time,
      channels: { speed: time.map((at) => speed(at + 90) + 0.7 * (other(at) - 9) + random() - 0.5) },
    };
    const { best, candidates, reason } = alignBySpeed(moving(blurred), moving(ride(1, 0.5, 1)));
    expect(best).toBeNull();
    expect(reason).toBe('unlike');
    expect(candidates.some(({ offset }) => Math.abs(offset - 90) < 3)).toBe(true);
  });

  test('[DS5] less than a minute, an even speed, and no speed at all are refused, each with its reason', () => {
    const whole = moving(ride(5, 0.2, 1, 300));
    expect(alignBySpeed(moving(ride(5, 0.2, 2, 55)), whole)).toEqual({
      best: null,
      candidates: [],
      reason: 'too-short',
    });
    const even = makeRun({ place: straight, speed: () => 10, seconds: 200, rate: 5 });
    expect(alignBySpeed(moving(even), whole).reason).toBe('constant-speed');
    expect(alignBySpeed(whole, moving(even)).reason).toBe('constant-speed');
    const nothing: Samples = { time: Float64Array.of(0, 100), channels: { heartRate: Float64Array.of(90, 91) } };
    expect(alignBySpeed(moving(nothing), whole).reason).toBe('no-speed');
    const empty: Samples = { time: new Float64Array(0), channels: {} };
    expect(alignBySpeed(moving(empty), whole).reason).toBe('no-speed');
    const untimed = { ...even, time: even.time.map(() => NaN) };
    expect(alignBySpeed(moving(untimed), whole).reason).toBe('no-speed');
  });
});
