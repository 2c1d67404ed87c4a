/** Several measurements of one value: the median counts, and the extremes show the spread. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function figureOf(values: readonly number[]): Figure {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

/** The ratio of each round by itself: a disturbance of a round affects both contestants. */
export function ratioOf(ours: readonly number[], limit: readonly number[]): Figure {
  return figureOf(ours.map((value, round) => value / limit[round]!));
}

export function inWords(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 10_000) return `${Math.round(value / 1000)}k`;
  if (value >= 100) return String(Math.round(value));
  return value.toFixed(value >= 10 ? 1 : 2);
}

export const withSpread = ({ median, min, max }: Figure): string =>
  min === max || Number.isNaN(median) ? inWords(median) : `${inWords(median)} (${inWords(min)}–${inWords(max)})`;
