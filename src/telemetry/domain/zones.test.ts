import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeRun, ORIGIN, straight, withChannels } from '../../../tests/telemetry/support/made-runs.ts';
import { distanceBetween } from './geo.ts';
import type { Samples } from './recording.ts';
import { hideInOutline, hideZones, removePositions, type HiddenZone } from './zones.ts';

const home: HiddenZone = { name: 'Home', at: [...ORIGIN], radius: 200 };

/** A ride that leaves from a door 900 m away. */
function leave(): Samples {
  const base = makeRun({ place: straight, speed: () => 3, seconds: 300, rate: 1 });
  const along = base.time.map((at) => at * 3);
  return withChannels(base, {
    distance: along,
    speed: base.time.map(() => 3),
    heading: base.time.map(() => 45),
    elevation: base.time.map((at) => 400 + at),
    heartRate: base.time.map((at) => 100 + at / 10),
  });
}

function firstShown({ channels }: Samples): number {
  return channels.lat!.findIndex((lat) => !Number.isNaN(lat));
}

describe('zones', () => {
  test('[DP1] everything within the radius is hidden, wherever the zone is', () => {
    const zone = fc.record({
      name: fc.string({ maxLength: 20 }),
      at: fc.tuple(fc.double({ min: -85, max: 85, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true })),
      radius: fc.integer({ min: 50, max: 5000 }),
    });
    fc.assert(
      fc.property(
        zone,
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (hidden, heading, share) => {
          const away = (hidden.radius * share) / 111_195;
          const lat = hidden.at[0] + away * Math.cos((heading * Math.PI) / 180);
          const lon = hidden.at[1] + (away * Math.sin((heading * Math.PI) / 180)) / Math.cos((lat * Math.PI) / 180);
          fc.pre(Math.abs(lon) <= 180 && distanceBetween(lat, lon, ...hidden.at) < hidden.radius);
          const samples: Samples = {
            time: Float64Array.of(0),
            channels: { lat: Float64Array.of(lat), lon: Float64Array.of(lon) },
          };
          expect(hideZones(samples, [hidden]).channels.lat![0]).toBeNaN();
          expect(hideInOutline([[lat, lon]], [hidden])).toEqual([]);
        },
      ),
    );
  });

  test('[DP2] the centre of what is hidden is not the door, the same for every run, another for every zone', () => {
    const edges = ['Home', 'Office', 'Work', 'Grandma', 'Club'].map((name) =>
      firstShown(hideZones(leave(), [{ ...home, name }])),
    );
    expect(new Set(edges).size).toBeGreaterThan(2);
    expect(Math.min(...edges) * 3).toBeGreaterThan(200);
    expect(Math.max(...edges) * 3).toBeLessThan(403);
    expect(firstShown(hideZones(leave(), [home]))).toBe(edges[0]);
  });

  test('[DP3] nothing else tells how far the door is: no speed, distance, heading or height inside', () => {
    const whole = leave();
    const hidden = hideZones(whole, [home]);
    const first = firstShown(hidden);
    for (const name of ['lat', 'lon', 'speed', 'heading', 'elevation', 'distance'] as const) {
      expect(hidden.channels[name]!.subarray(0, first).every(Number.isNaN)).toBe(true);
    }
    expect(hidden.channels.distance![first]).toBe(0);
    expect(hidden.channels.distance!.at(-1)).toBeCloseTo((300 - first) * 3, 6);
    expect(hidden.channels.heartRate).toEqual(whole.channels.heartRate);
    expect(hidden.time).toEqual(whole.time);
    expect(whole.channels.lat![0]).not.toBeNaN();
  });

  test('[DP3] a hole in the reception that touches a zone is hidden with it', () => {
    const base = leave();
    const hole = (values: Float64Array) => values.map((value, at) => (at < 10 || (at > 120 && at < 140) ? NaN : value));
    const samples = withChannels(base, { lat: hole(base.channels.lat!), lon: hole(base.channels.lon!) });
    const { speed } = hideZones(samples, [home]).channels;
    expect(speed!.subarray(0, 60).every(Number.isNaN)).toBe(true);
  });

  test('[DP1] positions begin again behind a zone, and what lies outside is untouched', () => {
    const samples = leave();
    const middle: HiddenZone = {
      name: 'Club',
      at: [samples.channels.lat![150]!, samples.channels.lon![150]!],
      radius: 50,
    };
    const hidden = hideZones(samples, [middle]);
    const behind = hidden.channels.lat!.findLastIndex(Number.isNaN) + 1;
    expect(hidden.channels.lat!.subarray(150, behind).every(Number.isNaN)).toBe(true);
    expect(behind).toBeGreaterThan(150);
    expect(hidden.channels.lat!.subarray(behind)).toEqual(samples.channels.lat!.subarray(behind));
    const faraway: HiddenZone = { name: 'x', at: [0, 0], radius: 5000 };
    expect(hideZones(samples, [faraway])).toBe(samples);
    expect(hideZones(samples, [])).toBe(samples);
  });

  test('[DP4] without positions there is nothing that draws the way; heights count from the start', () => {
    const samples = withChannels(leave(), { lean: leave().time, accelX: leave().time });
    const { channels } = removePositions(samples);
    expect(Object.keys(channels).sort()).toEqual(['distance', 'elevation', 'heartRate', 'speed']);
    expect(channels.elevation![0]).toBe(0);
    expect(channels.elevation![10]).toBe(10);
  });
});
