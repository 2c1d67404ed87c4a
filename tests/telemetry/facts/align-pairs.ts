import { basename } from 'node:path';
import { readFiles } from '../../../src/telemetry/client/recordings/reading/read-files.ts';
import { alignBySpeed, type Moving } from '../../../src/telemetry/domain/align-speed.ts';
import type { Samples } from '../../../src/telemetry/domain/recording.ts';
import { clip, seeded } from '../support/made-runs.ts';
import { readSampleIn } from '../support/samples.ts';

/** Rides of real riders, of at least a quarter of an hour, each of another day. */
const RIDES = [
  'fit/road-with-power.fit',
  'fit/garmin-edge-500-activity.fit',
  'more/fit/running-with-developer-data.fit',
  'more/csv/trackaddict-first-laps.csv',
  'gpx/togeojson-run.gpx',
];
/** Seconds: the length of a clip, and how far a taken alignment may be off. */
const [SHORTEST, LONGEST] = [90, 300];
const NEAR = 0.3;
/** As the page calls it. */
const SURE = 0.9;
/** Metres of noise of a second receiver. */
const NOISE = 1.5;

interface Ride extends Moving {
  readonly name: string;
  readonly seconds: number;
}

export interface Tally {
  readonly pairs: number;
  readonly taken: number;
  /** Of those taken, where the shift is known. */
  readonly near: number;
  readonly sure: number;
  readonly sureAndWrong: number;
}

export async function loadRides(folder: string): Promise<readonly Ride[]> {
  const rides: Ride[] = [];
  for (const name of RIDES) {
    const outcome = await readFiles(
      [new File([readSampleIn(folder, name)], basename(name))],
      undefined,
      () => undefined,
    );
    if (outcome.kind !== 'data') throw new Error(`${name}: ${outcome.kind}`);
    const { samples, breaks } = outcome.read.recording;
    const seconds = samples.time.findLast((value) => !Number.isNaN(value)) ?? 0;
    rides.push({ name, samples, breaks, seconds });
  }
  return rides;
}

/** A clip of a ride as another receiver would have recorded it, its clock set by `shift` seconds. */
function cut({ samples }: Ride, from: number, length: number, shift: number, random: () => number): Moving {
  const { time, channels } = clip(samples, from, from + length);
  const jitter = (values: Float64Array, scale: number) => {
    let wander = 0;
    return values.map((value) => {
      wander = 0.9 * wander + (random() - 0.5) * NOISE;
      return value + (wander / 111_320) * scale;
    });
  };
  const { lat, lon } = channels;
  const placed: Samples = {
    time: time.map((value) => value + shift),
    channels: { lat: jitter(lat!, 1), lon: jitter(lon!, 1.5) },
  };
  return { samples: placed, breaks: [0] };
}

/** Pairs cut from one ride, whose shift is known, or from two, which must not be taken for one. */
export function tally(rides: readonly Ride[], pairs: number, isSameRide: boolean): Tally {
  const random = seeded(isSameRide ? 18 : 19);
  const count = { pairs, taken: 0, near: 0, sure: 0, sureAndWrong: 0 };
  for (let pair = 0; pair < pairs; pair += 1) {
    const ride = rides[pair % rides.length]!;
    const other = isSameRide ? ride : rides[(pair + 1 + Math.floor(random() * (rides.length - 1))) % rides.length]!;
    const length = SHORTEST + random() * (LONGEST - SHORTEST);
    const from = random() * (ride.seconds - length);
    const shift = (random() - 0.5) * 100;
    const { best } = alignBySpeed(cut(ride, from, length, shift, random), other);
    if (best === null) continue;
    // `clip` counts from the beginning of the clip.
    const isNear = isSameRide && Math.abs(best.offset - (from - shift)) <= NEAR;
    const isWrong = !isSameRide || Math.abs(best.offset - (from - shift)) > Math.max(NEAR, 3 * best.uncertaintySeconds);
    count.taken += 1;
    if (isNear) count.near += 1;
    if (best.confidence >= SURE) count.sure += 1;
    if (best.confidence >= SURE && isWrong) count.sureAndWrong += 1;
  }
  return count;
}
