import { METRES_PER_DEGREE, shortestTurn } from './geo.ts';
import type { Samples } from './recording.ts';

/**
 * The track as a few points for a small drawing: those that change its shape most. Rounded to about a metre: finer than
 * a drawing shows, too coarse to tell at which door the ride started.
 */
export function outlineOf(samples: Samples, most: number): [lat: number, lon: number][] {
  const { lat, lon } = samples.channels;
  if (lat === undefined || lon === undefined) return [];
  const known: number[] = [];
  for (let index = 0; index < lat.length; index += 1) {
    if (Math.abs(lat[index]!) <= 90 && Math.abs(lon[index]!) <= 180) known.push(index);
  }
  const thinned = everyNth(known, 4_000);
  const origin = thinned[0];
  if (origin === undefined || most < 1) return [];
  const perDegree = METRES_PER_DEGREE * Math.cos((lat[origin]! * Math.PI) / 180);
  const x = Float64Array.from(thinned, (index) => shortestTurn(lon[index]! - lon[origin]!) * perDegree);
  const y = Float64Array.from(thinned, (index) => (lat[index]! - lat[origin]!) * METRES_PER_DEGREE);
  return mostTelling(x, y, most).map((at) => [round(lat[thinned[at]!]!), round(lon[thinned[at]!]!)]);
}

/** Points nearer to a straight line than this count as on it: the rounding hides the rest. */
const SEEN_METRES = 0.5;

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/** The last index is always kept. */
function everyNth(indices: readonly number[], most: number): number[] {
  if (indices.length <= most) return [...indices];
  return Array.from({ length: most }, (_, at) => indices[Math.round((at * (indices.length - 1)) / (most - 1))]!);
}

/** The method of Douglas and Peucker, but by count: the part with the point furthest off its chord is split first. */
function mostTelling(x: Float64Array, y: Float64Array, most: number): number[] {
  const last = x.length - 1;
  if (last + 1 <= most) return Array.from(x, (_, at) => at);
  if (most === 1) return [0];
  const kept = [0, last];
  const parts = [furthestOff(x, y, 0, last)];
  while (kept.length < most) {
    let widest = 0;
    for (let at = 1; at < parts.length; at += 1) if (parts[at]!.off > parts[widest]!.off) widest = at;
    const part = parts[widest];
    if (part === undefined || !(part.off > SEEN_METRES)) break;
    kept.push(part.at);
    parts.splice(widest, 1, furthestOff(x, y, part.from, part.at), furthestOff(x, y, part.at, part.to));
  }
  return kept.sort((a, b) => a - b);
}

function furthestOff(x: Float64Array, y: Float64Array, from: number, to: number) {
  const dx = x[to]! - x[from]!;
  const dy = y[to]! - y[from]!;
  const squared = dx * dx + dy * dy;
  let at = from;
  let off = 0;
  for (let index = from + 1; index < to; index += 1) {
    const px = x[index]! - x[from]!;
    const py = y[index]! - y[from]!;
    const part = squared > 0 ? Math.max(0, Math.min(1, (px * dx + py * dy) / squared)) : 0;
    const away = Math.hypot(px - part * dx, py - part * dy);
    if (away > off) {
      off = away;
      at = index;
    }
  }
  return { from, to, at, off };
}
