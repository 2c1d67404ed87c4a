import { distanceBetween } from '../geo.ts';

export interface SpeedFix {
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  readonly speed: number;
}

/** m/s, km/h, mph and knots: how many of each make a metre per second. */
const PER_METRE_PER_SECOND = [1, 3.6, 1 / 0.447_04, 3_600 / 1_852];
const STRETCH_SECONDS = 2;
const LEAST_STRETCHES = 8;
/** Knots and miles per hour lie 15 % apart. */
const TOLERANCE = 0.07;

/** The scale of a column of speeds without a unit, by the way that was made; 1 when the way does not tell. */
export function guessSpeedScale(fixes: readonly SpeedFix[]): number {
  const ratios: number[] = [];
  let from = 0;
  let sum = 0;
  for (let at = 1; at < fixes.length; at += 1) {
    sum += fixes[at]!.speed;
    const [a, b] = [fixes[from]!, fixes[at]!];
    const seconds = b.time - a.time;
    if (!(seconds >= STRETCH_SECONDS)) continue;
    const metres = distanceBetween(a.lat, a.lon, b.lat, b.lon);
    if (seconds < 10 * STRETCH_SECONDS && metres > 2 * seconds) ratios.push(sum / (at - from) / (metres / seconds));
    from = at;
    sum = 0;
  }
  if (ratios.length < LEAST_STRETCHES) return 1;
  const ratio = ratios.toSorted((a, b) => a - b)[ratios.length >> 1]!;
  const unit = PER_METRE_PER_SECOND.find((candidate) => Math.abs(ratio / candidate - 1) < TOLERANCE);
  return 1 / (unit ?? 1);
}
