import { describe, expect, test } from 'vitest';
import { makeRun, ORIGIN, ring, seeded } from '../../../../tests/telemetry/support/made-runs.ts';
import { planeAround } from '../geo.ts';
import type { Samples } from '../recording.ts';
import { crossings, type Gate, gateAt, gatesOfRun, lapsBetween } from './gates.ts';
import { trackOf } from './track.ts';

const plane = planeAround(ORIGIN[0], ORIGIN[1]);

function trackThrough(points: readonly (readonly [time: number, x: number, y: number])[], breaks = [0]) {
  const samples: Samples = {
    time: Float64Array.from(points, ([time]) => time),
    channels: {
      lat: Float64Array.from(points, ([, , y]) => plane.lat(y)),
      lon: Float64Array.from(points, ([, x]) => plane.lon(x)),
    },
  };
  return trackOf(samples, breaks);
}

/** A gate across the way to the north, at the origin. */
const northward: Gate = { at: [...ORIGIN], heading: 0, halfWidth: 10 };

describe('gates', () => {
  test('[DK2] a crossing is timed between the fixes, and says in which direction', () => {
    const track = trackThrough([
      [0, 2, -10],
      [1, 2, -4],
      [2, 2, 12],
      [3, 2, 10],
      [4, 2, -10],
    ]);
    const found = crossings(track, northward);
    expect(found.map(({ direction }) => direction)).toEqual(['forward', 'backward']);
    expect(found[0]!.time).toBeCloseTo(1.25, 6);
    expect(found[1]!.time).toBeCloseTo(3.5, 6);
    expect(found[0]!.before).toBe(1);
    expect(found[0]!.distance).toBeCloseTo(10, 2);
  });

  test('[DK2] who passes beside the gate does not cross it, nor does a recording that was off meanwhile', () => {
    const beside = trackThrough([
      [0, 12, -10],
      [1, 12, 10],
    ]);
    expect(crossings(beside, northward)).toEqual([]);
    const paused = trackThrough(
      [
        [0, 0, -20],
        [1, 0, -10],
        [60, 0, 10],
        [61, 0, 20],
      ],
      [0, 2],
    );
    expect(crossings(paused, northward)).toEqual([]);
  });

  test('[DK2] a fix exactly on the line is one crossing', () => {
    const track = trackThrough([
      [0, 0, -10],
      [1, 0, 0],
      [2, 0, 10],
    ]);
    expect(crossings(track, northward)).toHaveLength(1);
  });

  test('[DK1] a gate made from the track lies across it', () => {
    const track = trackOf(makeRun({ place: ring(1000), speed: () => 10, seconds: 100, rate: 10 }), [0]);
    const gate = gateAt(track, 250);
    expect(Math.cos((gate.heading * Math.PI) / 180)).toBeCloseTo(1, 3);
  });

  test('[DK1] the gates of a whole run are crossed by the run itself', () => {
    const track = trackOf(makeRun({ place: (s) => [s, 0], speed: () => 8, seconds: 60, rate: 1 }), [0]);
    const { start, finish } = gatesOfRun(track)!;
    const [lap, ...rest] = lapsBetween(track, start, finish);
    expect(rest).toEqual([]);
    expect(lap!.from).toBeCloseTo(1.25, 3);
    expect(lap!.to).toBeCloseTo(58.75, 3);
    expect(gatesOfRun(trackThrough([]))).toBeNull();
  });

  test('[DK3] one gate twice makes laps; who fidgets on the line begins with the last time over it', () => {
    const random = seeded(7);
    // Ten seconds on the line, then three laps of 100 s.
    const samples = makeRun({ place: ring(1000), speed: (t) => (t < 10 ? 0 : 10), seconds: 330, rate: 5 });
    const lon = samples.channels.lon!.map((value, at) => (at < 50 ? value + (random() - 0.5) * 4e-5 : value));
    const track = trackOf({ time: samples.time, channels: { lat: samples.channels.lat!, lon } }, [0]);
    const gate: Gate = { at: [track.lat[0]!, ORIGIN[1]], heading: 90, halfWidth: 15 };
    const laps = lapsBetween(track, gate, gate);
    expect(laps.map(({ from, to }) => Math.round(to - from))).toEqual([100, 100, 100]);
  });

  test('[DK3] a sprint of twenty metres is long enough', () => {
    const finish: Gate = { ...northward, at: [plane.lat(20), ORIGIN[1]] };
    const sprint = trackThrough(Array.from({ length: 60 }, (_, at) => [at / 10, 0, at - 15] as const));
    expect(lapsBetween(sprint, northward, finish).map(({ from, to }) => to - from)).toEqual([expect.closeTo(2, 6)]);
  });

  test('[DK3] between two gates a second start before the finish counts, and a finish without a start does not', () => {
    const finish: Gate = { ...northward, at: [plane.lat(100), ORIGIN[1]] };
    const way = (from: number, to: number, begin: number) =>
      Array.from({ length: 21 }, (_, at) => [begin + at, 0, from + ((to - from) * at) / 20] as const);
    const track = trackThrough([
      ...way(50, 150, 0),
      ...way(140, -20, 21),
      ...way(-15, 20, 42),
      ...way(15, -20, 63),
      ...way(-15, 150, 84),
    ]);
    const laps = lapsBetween(track, northward, finish);
    expect(laps).toHaveLength(1);
    expect(laps[0]!.from).toBeGreaterThan(84);
  });
});
