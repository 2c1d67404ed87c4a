import { segmentsOf } from '../../../src/telemetry/domain/segments.ts';
import type { Shown } from './read-shown.ts';

/** Rounding of sums over many samples, as a part; and metres, seconds or beats that no page shows. */
const [PART, LITTLE] = [1e-6, 1e-6];
/** Laps cover a run where they leave out no more, in seconds: devices round the ends of laps. */
const COVERED = 1;
/** Metres that laps may differ from the run by for each second that they leave out. */
const FASTEST = 100;

/** In what the figures of one run contradict each other: empty for every file, whatever it holds (DM4). */
export function contradictionsOf({ summary, series, laps }: Shown): string[] {
  const found: string[] = [];
  for (const name of ['speed', 'heartRate', 'cadence', 'power', 'temperature'] as const) {
    const both = summary[name];
    if (both !== null && !(both.mean <= both.max + Math.abs(both.max) * PART + LITTLE))
      found.push(`average ${name} ${both.mean} above its maximum ${both.max}`);
  }
  const { moving, duration, distance, ascent, descent } = summary;
  if (moving !== null && !(moving <= (duration ?? 0) * (1 + PART) + LITTLE))
    found.push(`moving ${moving} s of ${duration} s`);
  const seconds = laps.reduce((sum, lap) => sum + lap.seconds, 0);
  const left = Math.abs(seconds - (duration ?? Infinity));
  if (laps.length > 0 && left <= COVERED && distance !== null) {
    const metres = laps.reduce((sum, lap) => sum + lap.metres, 0);
    if (!(Math.abs(metres - distance) <= left * FASTEST + distance * PART + LITTLE))
      found.push(`laps of ${metres} m in a run of ${distance} m`);
  }
  if (ascent !== null && descent !== null) {
    const { change, pieces } = changeOf(series);
    const most = series.leastClimb * pieces + LITTLE;
    if (!(Math.abs(ascent - descent - change) <= most))
      found.push(`climb ${ascent} less descent ${descent} is not ${change}, within ${most} m`);
  }
  return found;
}

/** Metres from the first height of each segment to its last, and the number of segments with heights. */
function changeOf({ elevation, breaks, time }: Shown['series']) {
  let [change, pieces] = [0, 0];
  for (const [from, to] of segmentsOf(time.length, breaks)) {
    const known = (elevation ?? new Float64Array(0)).subarray(from, to).filter((height) => !Number.isNaN(height));
    if (known.length === 0) continue;
    change += known.at(-1)! - known[0]!;
    pieces += 1;
  }
  return { change, pieces };
}
