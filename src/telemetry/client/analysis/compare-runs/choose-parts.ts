import { type Gate, gateAtTime, gatesOfRun, lapsBetween, type Lapse } from '../../../domain/compare/gates.ts';
import { interpolate, type Track } from '../../../domain/compare/track.ts';
import { distanceBetween } from '../../../domain/geo.ts';
import { type Part, partOf, type Side } from './side.ts';

export interface Gates {
  readonly start: Gate;
  readonly finish: Gate;
}

/** A lap ends where it began; a watch often calls a mere kilometre a lap. */
const CLOSED_METRES = 60;
/** A lap that is much shorter than the longest was cut at an end of the recording. */
const WHOLE_SHARE = 0.85;

const distanceIn = (track: Track, { from, to }: Lapse) =>
  interpolate(track.time, track.distance, to) - interpolate(track.time, track.distance, from);

/** The fastest of the whole laps; null when the file has no laps of a circuit. */
export function mainLap({ track, laps }: Pick<Side, 'track' | 'laps'>): Part | null {
  const placeAt = (time: number) =>
    [interpolate(track.time, track.lat, time), interpolate(track.time, track.lon, time)] as const;
  const closed = laps.filter(
    ({ lapse }) => distanceBetween(...placeAt(lapse.from), ...placeAt(lapse.to)) < CLOSED_METRES,
  );
  const longest = Math.max(0, ...closed.map(({ lapse }) => distanceIn(track, lapse)));
  // A rider who stands at the line makes laps of no length.
  if (longest < 2 * CLOSED_METRES) return null;
  return fastest(closed.filter(({ lapse }) => distanceIn(track, lapse) >= WHOLE_SHARE * longest));
}

function fastest(parts: readonly Part[]): Part | null {
  const lasting = ({ lapse }: Part) => lapse.to - lapse.from;
  return parts.toSorted((one, other) => lasting(one) - lasting(other))[0] ?? null;
}

/** Gates from the track: around its main lap, else a few metres inside its two ends. */
export function gatesFrom(side: Pick<Side, 'track' | 'laps'>): Gates | null {
  const lap = mainLap(side);
  if (lap === null) return gatesOfRun(side.track);
  const start = gateAtTime(side.track, lap.lapse.from);
  const finish = gateAtTime(side.track, lap.lapse.to);
  return start === null || finish === null ? gatesOfRun(side.track) : { start, finish };
}

export function partsBetween(track: Track, gates: Gates | null): Part[] {
  if (gates === null) return [];
  const laps = lapsBetween(track, gates.start, gates.finish);
  return laps.map((lapse, index) =>
    partOf(
      `gates:${index}`,
      laps.length === 1 ? 'Between the two lines' : `Between the two lines, ${index + 1}`,
      lapse,
    ),
  );
}

export interface PartsOf {
  readonly side: Side;
  readonly race: Part | null;
  readonly between: readonly Part[];
}

/** The parts compared at first: the race, else between gates that were set by hand, else laps, else everything. */
export function chooseParts(a: PartsOf, b: PartsOf, wereGatesSet: boolean): readonly [Part, Part] {
  const pairs: readonly (readonly [Part | null, Part | null])[] = [
    ...(wereGatesSet ? [[fastest(a.between), fastest(b.between)] as const] : []),
    [a.race, b.race],
    [mainLap(a.side), mainLap(b.side)],
    [fastest(a.between), fastest(b.between)],
  ];
  for (const [one, other] of pairs) if (one !== null && other !== null) return [one, other];
  return [a.side.whole, b.side.whole];
}
