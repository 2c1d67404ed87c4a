import type { SplitPoint } from '../model/race-settings.ts';
import type { Line } from '../model/lines.ts';
import type { EventState } from '../model/state.ts';
import { word } from '../language.ts';

/** The name of a line for people: that of its point, where the course has one. */
export function nameLine({ race }: Pick<EventState, 'race'>, line: Line): string {
  if (line === 'start') return word('start');
  if (line === 'finish') return word('finish');
  return race.points.find((point) => point.line === line)?.name ?? line;
}

/**
 * The course with one point more, after the others. `mark` is random: a line that is used again would take the taps of a phone
 * that still stands at the removed point, with no signal or by a printed code, for taps at the new one.
 */
export const addPoint = (points: readonly SplitPoint[], name: string, mark: string): readonly SplitPoint[] => [
  ...points,
  { line: `p${points.length + 1}-${mark}`, name: name.trim() },
];

export function renamePoint(points: readonly SplitPoint[], line: Line, name: string): readonly SplitPoint[] {
  return points.map((point) => (point.line === line ? { line, name: name.trim() } : point));
}

/** Moves a point one place along the course; a point at the end stays. */
export function movePoint(points: readonly SplitPoint[], line: Line, by: -1 | 1): readonly SplitPoint[] {
  const from = points.findIndex((point) => point.line === line);
  const point = points[from];
  const other = points[from + by];
  if (point === undefined || other === undefined) return points;
  return points.with(from, other).with(from + by, point);
}

/** Lines that have taps and no point: the point was removed, or a phone tapped on a line that has none. */
export function listLostLines({ race, splits, taps }: EventState): { readonly line: Line; readonly taps: number }[] {
  const named = new Set(race.points.map(({ line }) => line));
  return splits
    .filter((line) => !named.has(line))
    .map((line) => ({ line, taps: Object.values(taps).filter((tap) => tap.line === line && !tap.undone).length }))
    .filter(({ taps: count }) => count > 0);
}
