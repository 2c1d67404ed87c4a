import type { Value } from './formats.ts';
import { metresBetween } from './movement.ts';
import type { Made, Row } from './recording.ts';

/** A mean and a maximum. */
export interface Spread {
  readonly mean: number;
  readonly max: number;
}

export interface Figures {
  readonly distance: number | null;
  readonly duration: number | null;
  readonly moving: number | null;
  readonly ascent: number | null;
  readonly descent: number | null;
  readonly speed: Spread | null;
  readonly heartRate: Spread | null;
  readonly cadence: Spread | null;
  readonly power: Spread | null;
  readonly normalisedPower: number | null;
  readonly temperature: Spread | null;
  /** Milliseconds since 1970; null where the file does not say. */
  readonly begins: number | null;
  readonly laps: readonly { readonly seconds: number; readonly metres: number | null }[];
  readonly spikes: number;
}

/** What a file leaves out of the recording that it was written from. */
export interface Written {
  readonly values: ReadonlySet<Value>;
  readonly hasTimes: boolean;
  /** Whether its times are those of the world. */
  readonly hasDate: boolean;
  /** Rows at which laps end, the first and the last included; empty without laps. */
  readonly laps: readonly number[];
  /** Rows before which the line is broken. */
  readonly pieces: readonly number[];
}

/** Over a longer step a value says nothing about what was between (DG7). */
const LONGEST_STEP = 10;
const WINDOW = 30;

/** What a perfect reader can know of a recording: nothing that happened between its samples, and none of its faults. */
export function truthOf(made: Made, { values, hasTimes, hasDate, laps, pieces }: Written): Figures {
  const { rows, hasPlaces } = made;
  const along = values.has('distance')
    ? rows.map(({ distance }) => distance)
    : hasPlaces
      ? wayAlongPlaces(rows, pieces)
      : null;
  const last = rows.length - 1;
  const seconds = rows[last]!.time - rows[0]!.time;
  const distance = along === null ? null : along[last]! - along[0]!;
  const within = pieces.map((from, index) => rows.slice(from, pieces[index + 1] ?? rows.length));
  const sumOf = (measure: (piece: readonly Row[]) => number) => within.reduce((sum, piece) => sum + measure(piece), 0);
  const moving = sumOf((piece) => piece.at(-1)!.truth.moving - piece[0]!.truth.moving);
  const hasHeights = values.has('elevation');
  const spread = (value: Value, isCounted: (value: number) => boolean = Number.isFinite) =>
    values.has(value) ? spreadOf(rows, value, hasTimes, isCounted) : null;
  const speeds = values.has('speed') ? rows.map(({ speed }) => speed) : speedsAlong(rows, along);
  const way = along === null ? null : wayWithSpeeds(rows, along, values.has('speed'), pieces);
  return {
    distance,
    duration: hasTimes ? seconds : null,
    moving: hasTimes && speeds !== null ? moving : null,
    ascent: hasHeights ? sumOf((piece) => climbOf(piece, 1)) : null,
    descent: hasHeights ? sumOf((piece) => climbOf(piece, -1)) : null,
    speed: !hasTimes || speeds === null || way === null ? null : { mean: way / moving, max: Math.max(...speeds) },
    heartRate: spread('heartRate'),
    cadence: spread('cadence', (value) => value > 0),
    power: spread('power'),
    normalisedPower: values.has('power') && hasTimes ? normalise(made) : null,
    temperature: spread('temperature'),
    begins: hasTimes && hasDate ? made.start + rows[0]!.time * 1_000 : null,
    laps: laps.slice(1).map((to, index) => {
      const from = laps[index]!;
      const metres = along === null ? null : along[to]! - along[from]!;
      return { seconds: rows[to]!.time - rows[from]!.time, metres };
    }),
    spikes: made.spikes,
  };
}

/** Metres from the first place that counts; a bad one has its share of the way around it, and a break adds none. */
function wayAlongPlaces(rows: readonly Row[], pieces: readonly number[]): number[] {
  const result = rows.map(() => NaN);
  let way = 0;
  let before = -1;
  rows.forEach((row, at) => {
    if (pieces.includes(at)) before = -1;
    if (row.isSpike) return;
    const step = before < 0 ? 0 : metresBetween(rows[before]!.truth, row.truth);
    for (let between = before + 1; before >= 0 && between < at; between += 1) {
      const past = rows[between]!.time - rows[before]!.time;
      result[between] = way + (step * past) / (row.time - rows[before]!.time);
    }
    way += step;
    result[at] = way;
    before = at;
  });
  // Nobody knows the way to a bad first place, or to a bad last one.
  let last = 0;
  return result.map((value) => (last = Number.isNaN(value) ? last : value));
}

/** Metres by the speeds, where there are any; over a longer step they say nothing, and the way that was made counts. */
function wayWithSpeeds(
  rows: readonly Row[],
  along: readonly number[],
  hasSpeeds: boolean,
  pieces: readonly number[],
): number {
  const last = rows.length - 1;
  if (!hasSpeeds) return along[last]! - along[0]!;
  let way = 0;
  for (let at = 1; at <= last; at += 1) {
    if (pieces.includes(at)) continue;
    const isLong = rows[at]!.time - rows[at - 1]!.time > LONGEST_STEP;
    way += isLong ? along[at]! - along[at - 1]! : rows[at]!.distance - rows[at - 1]!.distance;
  }
  return way;
}

function speedsAlong(rows: readonly Row[], along: readonly number[] | null): number[] | null {
  if (along === null) return null;
  return rows.slice(1).map((row, at) => (along[at + 1]! - along[at]!) / (row.time - rows[at]!.time));
}

/** Metres up, or down: the true height between its samples. */
function climbOf(rows: readonly Row[], sign: 1 | -1): number {
  const known = rows.filter(({ odd }) => odd.elevation === undefined);
  const steps = known.slice(1).map(({ truth }, at) => sign * (truth.height - known[at]!.truth.height));
  return steps.reduce((sum, step) => sum + Math.max(0, step), 0);
}

function spreadOf(
  rows: readonly Row[],
  value: Value,
  hasTimes: boolean,
  isCounted: (value: number) => boolean,
): Spread | null {
  const known = rows.filter((row) => row.odd[value] === undefined && isCounted(row[value]));
  if (known.length === 0) return null;
  let [sum, seconds, plain] = [0, 0, 0];
  known.forEach((row, at) => {
    plain += row[value];
    const step = at === 0 ? Infinity : row.time - known[at - 1]!.time;
    if (!hasTimes || step > LONGEST_STEP) return;
    sum += ((row[value] + known[at - 1]![value]) / 2) * step;
    seconds += step;
  });
  return {
    mean: seconds > 0 ? sum / seconds : plain / known.length,
    max: Math.max(...known.map((row) => row[value])),
  };
}

/** Half a minute's means, to the fourth power; null where samples are missing, since then no reader knows it. */
function normalise({ rows, rate }: Made): number | null {
  if (rows.some((row, at) => at > 0 && row.time - rows[at - 1]!.time > 1.5 / rate)) return null;
  const seconds = rows.at(-1)!.time - rows[0]!.time;
  if (seconds < WINDOW) return null;
  const watts: number[] = [];
  let at = 0;
  for (let second = 0; second <= seconds; second += 1) {
    const time = rows[0]!.time + second;
    while (at < rows.length - 2 && rows[at + 1]!.time <= time) at += 1;
    const [one, other] = [rows[at]!, rows[at + 1]!];
    watts.push(one.power + ((other.power - one.power) * (time - one.time)) / (other.time - one.time));
  }
  const means = watts
    .slice(WINDOW - 1)
    .map((_, from) => watts.slice(from, from + WINDOW).reduce((sum, value) => sum + value, 0) / WINDOW);
  return (means.reduce((sum, value) => sum + value ** 4, 0) / means.length) ** 0.25;
}
