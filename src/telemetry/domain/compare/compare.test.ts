import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clip, makeRun, ring, straight, wandering } from '../../../../tests/telemetry/support/made-runs.ts';
import { readSample } from '../../../../tests/telemetry/support/samples.ts';
import { splitCsv } from '../../../../tests/telemetry/support/split-csv.ts';
import type { Samples } from '../recording.ts';
import { readTable } from '../table/read-table.ts';
import { compareRuns, type Comparison, type Contender } from './compare.ts';
import { courseOf, cut, planeOf, projectOnto } from './course.ts';
import { gateAtTime, lapsBetween } from './gates.ts';
import { type Track, trackOf } from './track.ts';

function whole(track: Track): Contender {
  return { track, lapse: { from: track.time[0]!, to: track.time.at(-1)! } };
}

function compare(a: Contender, b: Contender): Comparison {
  const result = compareRuns(a, b);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** The same way in another time: every step takes `factor` times as long. */
function stretch({ time, channels }: Samples, factor: number): Samples {
  return { time: time.map((value) => value * factor), channels };
}

function run(seconds: number, rate: number, seed = 3, noise = 0): Samples {
  return makeRun({ place: ring(1500), speed: wandering(seed, 15), seconds, rate, noise, seed });
}

/** A lap of a RaceChrono file, and the run that it is part of. */
function readLap(file: string, name: string): Contender {
  const read = readTable(splitCsv(new TextDecoder().decode(readSample(`csv/${file}`))));
  if (!read.ok) throw new Error(read.error.code);
  const { samples, breaks, laps } = read.value;
  return { track: trackOf(samples, breaks), lapse: laps.find((lap) => lap.name.includes(name))! };
}

describe('comparing two runs', () => {
  test('[DK8] two laps of a circuit are 0.396 s apart, by the file and by a gate', { timeout: 30_000 }, () => {
    const nine = readLap('racechrono-tianma-lap9_v3.csv', '9');
    const thirteen = readLap('racechrono-tianma-lap13_v3.csv', '13');

    // By RaceChrono's own laps: 76.329 s against 75.934 s.
    const byLaps = compare(thirteen, nine);
    expect(byLaps.durationA).toBeCloseTo(75.934, 3);
    expect(byLaps.durationB).toBeCloseTo(76.329, 3);
    expect(Math.abs(byLaps.finalDelta - 0.396)).toBeLessThan(0.01);
    expect(byLaps.delta.at(-1)).toBeCloseTo(byLaps.finalDelta, 9);
    expect(byLaps.length).toBeGreaterThan(1980);
    expect(byLaps.length).toBeLessThan(2010);

    // By a gate that was made from the track of lap 13 alone and found again in both files.
    const gate = gateAtTime(thirteen.track, thirteen.lapse.from)!;
    const [lapsOfA, lapsOfB] = [lapsBetween(thirteen.track, gate, gate), lapsBetween(nine.track, gate, gate)];
    expect([lapsOfA.length, lapsOfB.length]).toEqual([1, 1]);
    const byGate = compare({ ...thirteen, lapse: lapsOfA[0]! }, { ...nine, lapse: lapsOfB[0]! });
    expect(Math.abs(byGate.finalDelta - 0.396)).toBeLessThan(0.01);

    // The other way around the signs are reversed, and the sectors add up.
    const back = compare(nine, thirteen);
    expect(back.finalDelta).toBeCloseTo(-byLaps.finalDelta, 9);
    const total = byLaps.sectors(3).reduce((sum, { difference }) => sum + difference, 0);
    expect(total).toBeCloseTo(byLaps.finalDelta, 9);
  });

  test('[DK9] the gap changes no faster on 30 m than the receivers can tell, and is exact at both ends', () => {
    const nine = readLap('racechrono-tianma-lap9_v3.csv', '9');
    const thirteen = readLap('racechrono-tianma-lap13_v3.csv', '13');
    const { delta, band, finalDelta, deltaAt, bandAt, length } = compare(nine, thirteen);
    const changes = Array.from({ length: Math.floor(length) - 30 }, (_, at) => ({
      by: Math.abs(deltaAt(at + 30) - deltaAt(at)),
      most: Math.max(bandAt(at), bandAt(at + 15), bandAt(at + 30), 0.1),
    }));
    expect(changes.filter(({ by, most }) => by > 1.2 * most)).toEqual([]);
    expect(Math.max(...changes.map(({ by }) => by))).toBeLessThan(Math.abs(finalDelta));
    expect([delta[0], delta.at(-1), band[0], band.at(-1)]).toEqual([0, finalDelta, 0, 0]);
    // A car at 15 to 40 m/s, with 3.3 m of each receiver.
    expect(Math.min(...band.subarray(100, -100))).toBeGreaterThan(0.05);
    expect(Math.max(...band)).toBeLessThan(0.4);
  });

  test('[DK9] a track that was received some metres aside is level with itself but for the band', () => {
    const samples = makeRun({ place: ring(1500), speed: wandering(3, 15), seconds: 90, rate: 10, noise: 0.3, seed: 3 });
    const aside: Samples = {
      time: samples.time,
      channels: {
        lat: samples.channels.lat!.map((lat) => lat + 6 / 111_195),
        lon: samples.channels.lon!.map((lon) => lon + 5 / 75_000),
      },
    };
    const { delta, band } = compare(whole(trackOf(samples, [0])), whole(trackOf(aside, [0])));
    const inside = delta.subarray(150, -150);
    const beyond = inside.filter((value, at) => Math.abs(value) > band[150 + at]!).length;
    expect(beyond).toBeLessThan(inside.length / 50);
  });

  test('[DK5] a run is level with itself everywhere, however it was recorded', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.constantFrom(1, 5, 18),
        fc.double({ min: 0, max: 3, noNaN: true }),
        (seed, rate, noise) => {
          const track = trackOf(run(90, rate, seed, noise), [0]);
          const { delta, finalDelta, gains } = compare(whole(track), whole(track));
          expect(finalDelta).toBe(0);
          expect(Math.max(...delta.map(Math.abs))).toBe(0);
          expect(gains()).toEqual([]);
        },
      ),
      { numRuns: 6 },
    );
  });

  test('[DK5] a copy that took longer everywhere by one factor is behind by that factor everywhere', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.7, max: 1.4, noNaN: true }), fc.constantFrom(1, 10, 25), (factor, rate) => {
        const samples = run(80, rate);
        const [a, b] = [trackOf(samples, [0]), trackOf(stretch(samples, factor), [0])];
        const comparison = compare(whole(a), whole(b));
        expect(comparison.finalDelta).toBeCloseTo(80 * (factor - 1), 6);
        for (const at of [0.1, 0.35, 0.5, 0.8, 0.99]) {
          const { a: first } = comparison.placeAt(comparison.length * at);
          expect(comparison.deltaAt(comparison.length * at)).toBeCloseTo(first.elapsed * (factor - 1), 6);
        }
      }),
      { numRuns: 8 },
    );
  });

  test('[DK4] a second run that was recorded otherwise, with jitter, is placed where it was', () => {
    const speed = wandering(5, 9);
    const samples = (rate: number, noise: number, seed: number, factor: number) =>
      makeRun({
        place: ring(3000),
        speed: (t) => speed(t * factor) * factor,
        seconds: 300 / factor,
        rate,
        noise,
        seed,
      });
    const a = trackOf(samples(1, 1, 1, 1), [0]);
    const b = trackOf(samples(10, 1, 2, 1.1), [0]);
    const comparison = compare(whole(a), whole(b));
    for (const at of [0.2, 0.4, 0.6, 0.8]) {
      const { a: first } = comparison.placeAt(comparison.length * at);
      expect(Math.abs(comparison.deltaAt(comparison.length * at) - (first.elapsed / 1.1 - first.elapsed))).toBeLessThan(
        0.6,
      );
    }
  });

  test('[DK4] where the way comes back beside itself, nobody jumps across', () => {
    // 500 m out, around a bend of 4 m, and 500 m back, 8 m beside.
    const there = (along: number): readonly [number, number] => {
      if (along < 500) return [along, 0];
      const turn = (along - 500) / 4;
      return turn < Math.PI
        ? [500 + 4 * Math.sin(turn), 4 - 4 * Math.cos(turn)]
        : [500 - (along - 500 - 4 * Math.PI), 8];
    };
    const leg = { place: there, seconds: 100, noise: 2 };
    const a = trackOf(makeRun({ ...leg, speed: () => 10, rate: 5, seed: 1 }), [0]);
    const b = trackOf(makeRun({ ...leg, speed: () => 10, rate: 1, seed: 2 }), [0]);
    const comparison = compare(whole(a), whole(b));
    expect(Math.max(...comparison.delta.map(Math.abs))).toBeLessThan(2.5);
  });

  test('[DK4] who leaves the course waits there, and is found again further on', () => {
    const base = run(100, 5);
    const detour = base.channels.lat!.map((lat, at) => (at > 150 && at < 220 ? lat + 0.001 : lat));
    const b: Samples = { time: base.time, channels: { lat: detour, lon: base.channels.lon! } };
    const comparison = compare(whole(trackOf(base, [0])), whole(trackOf(b, [0])));
    expect(Math.abs(comparison.deltaAt(comparison.length * 0.9))).toBeLessThan(0.2);
    const times = comparison.distance.map((distance) => comparison.placeAt(distance).b.time);
    expect(times.every((time, at) => at === 0 || time >= times[at - 1]!)).toBe(true);
  });

  test('[DK4] nobody ever goes back along the course, however the fixes jump about', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), (seed) => {
        const a = trackOf(run(60, 2), [0]);
        const b = trackOf(
          makeRun({
            place: ring(1500),
            speed: (t) => (t > 20 && t < 40 ? 0 : 15),
            seconds: 80,
            rate: 5,
            noise: 4,
            seed,
          }),
          [0],
        );
        const plane = planeOf(a);
        const course = courseOf(cut(a, whole(a).lapse, plane));
        const { along } = projectOnto(course, cut(b, whole(b).lapse, plane));
        expect(along.every((value, at) => at === 0 || value >= along[at - 1]!)).toBe(true);
      }),
      { numRuns: 5 },
    );
  });

  test('[DK4] another course is refused, and so is a run that went nowhere', () => {
    const a = trackOf(run(60, 5), [0]);
    const elsewhere = trackOf(makeRun({ place: straight, speed: () => 15, seconds: 60, rate: 5 }), [0]);
    expect(compareRuns(whole(a), whole(elsewhere))).toEqual({ ok: false, error: 'other-course' });
    const half = trackOf(clip(run(60, 5), 0, 30), [0]);
    expect(compareRuns(whole(a), whole(half))).toEqual({ ok: false, error: 'other-course' });
    const indoors = trackOf({ time: Float64Array.of(0, 1, 2), channels: {} }, [0]);
    expect(compareRuns(whole(a), whole(indoors))).toEqual({ ok: false, error: 'no-positions' });
    const still = trackOf(makeRun({ place: straight, speed: () => 0, seconds: 60, rate: 5 }), [0]);
    expect(compareRuns(whole(still), whole(a))).toEqual({ ok: false, error: 'no-positions' });
  });

  test('[DK6] sectors, equal or given, add up to the whole and say who was faster in each', () => {
    const speed = wandering(2, 12);
    // The second loses five seconds in the middle third and is even elsewhere.
    const slow = (t: number) => (t > 30 && t < 60 ? speed(30 + (t - 30) * 0.8) * 0.8 : speed(t < 30 ? t : t - 6));
    const leg = { place: ring(2000), rate: 10 };
    const a = trackOf(makeRun({ ...leg, speed, seconds: 90 }), [0]);
    const b = trackOf(makeRun({ ...leg, speed: slow, seconds: 96 }), [0]);
    const comparison = compare(whole(a), whole(b));
    const ends = [30, 54].map((elapsed) => comparison.ghostAt(elapsed).a.distance);
    const sectors = comparison.sectors(ends);
    expect(sectors.map(({ difference }) => difference.toFixed(1).replace('-0.0', '0.0'))).toEqual([
      '0.0',
      '6.0',
      '0.0',
    ]);
    expect(sectors[1]!.from).toBeCloseTo(sectors[0]!.to, 9);
    const four = comparison.sectors(4);
    expect(four).toHaveLength(4);
    expect(four.reduce((sum, { difference }) => sum + difference, 0)).toBeCloseTo(comparison.finalDelta, 9);
    const [gain] = comparison.gains();
    expect(gain!.seconds).toBeCloseTo(6, 0);
    expect(Math.abs(gain!.from - ends[0]!)).toBeLessThan(30);
    expect(Math.abs(gain!.to - ends[1]!)).toBeLessThan(30);
    // Invalid distances make no sectors.
    expect(comparison.sectors([-5, 0, 1e9, NaN])).toHaveLength(1);
  });

  test('[DK7] the ghost is where each was then; the same place finds the other video’s time, and back', () => {
    const samples = run(80, 10);
    const a = trackOf(samples, [0]);
    const b = trackOf(stretch(samples, 1.25), [0]);
    const comparison = compare(whole(a), whole(b));
    const { a: ahead, b: behind } = comparison.ghostAt(40);
    expect(ahead.elapsed).toBe(40);
    expect(behind.distance).toBeLessThan(ahead.distance);
    expect(comparison.placeAt(behind.distance).b.elapsed).toBeCloseTo(40, 3);
    expect(comparison.timeInB(40, 'place')).toBeCloseTo(50, 6);
    expect(comparison.timeInA(50, 'place')).toBeCloseTo(40, 6);
    expect(comparison.timeInB(40, 'elapsed')).toBe(40);
    // Before the start and after the finish time goes on alike.
    expect(comparison.timeInB(-3, 'place')).toBe(-3);
    expect(comparison.timeInB(82, 'place')).toBeCloseTo(102, 9);
    expect(comparison.ghostAt(1e6).b.elapsed).toBeCloseTo(100, 9);
  });

  test('[DK7] three hours at one fix a second are compared whole', () => {
    const place = ring(90_000);
    const a = trackOf(makeRun({ place, speed: wandering(1, 8), seconds: 10_000, rate: 1, noise: 2, seed: 1 }), [0]);
    const b = trackOf(makeRun({ place, speed: wandering(4, 8.4), seconds: 9_900, rate: 1, noise: 2, seed: 2 }), [0]);
    const comparison = compare(whole(a), whole(b));
    expect(comparison.delta).toHaveLength(5_001);
    expect(comparison.finalDelta).toBe(-100);
  });
});
