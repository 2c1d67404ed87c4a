import { type KeyboardEvent, type PointerEvent, useId } from 'react';
import type { Level } from './troubles.ts';

export interface Line {
  readonly values: readonly (number | null)[];
  readonly isFaint?: boolean;
}

export interface ChartProps {
  readonly label: string;
  readonly at: readonly number[];
  readonly lines: readonly Line[];
  readonly level: Level;
  /** Drawn as a dashed line where it is near enough to be seen. */
  readonly limit?: number | undefined;
  /** The sample that is looked at, in all charts at once; null: the newest. */
  readonly cursor: number | null;
  readonly onCursor: (index: number | null) => void;
  /** What is read out, and shown on the tile, for the sample under the cursor. */
  readonly describe: (index: number) => string;
}

const WIDTH = 300;
const HEIGHT = 56;
/** Half a line's width, so that a figure that stands still at 0 is seen. */
const MARGIN = 1.5;
/** So that a server that has just been started does not draw its first minute over the whole width. */
const SHORTEST_MS = 5 * 60_000;

const COLOURS: Record<Level, string> = { calm: 'text-ink', watch: 'text-waiting-ink', wrong: 'text-danger' };

/** The last hour, or as much of it as there is. A slider, so that the arrow keys walk through time. */
export function Chart({ label, at, lines, level, limit, cursor, onCursor, describe }: ChartProps) {
  const hintId = useId();
  const last = at.length - 1;
  const to = at[last] ?? 0;
  const from = Math.min(at[0] ?? 0, to - SHORTEST_MS);
  const highest = highestOf(lines);
  const top = Math.max(highest, limit !== undefined && highest > limit / 2 ? limit : 0) || 1;
  const x = (moment: number) => ((moment - from) / (to - from)) * WIDTH;
  const y = (value: number) => HEIGHT - MARGIN - (value / top) * (HEIGHT - 2 * MARGIN);
  const drawn = lines.map(({ values, isFaint = false }) => ({
    isFaint,
    runs: runsOf(at, values).map((run) => run.map(([moment, value]): Point => [round(x(moment)), round(y(value))])),
  }));

  function point({ clientX, currentTarget }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    const moment = from + ((clientX - left) / width) * (to - from);
    onCursor(nearest(at, moment));
  }
  function walk(event: KeyboardEvent): void {
    const here = cursor ?? last;
    const steps: Record<string, number | null> = {
      ArrowLeft: Math.max(0, here - 1),
      ArrowDown: Math.max(0, here - 1),
      ArrowRight: Math.min(last, here + 1),
      ArrowUp: Math.min(last, here + 1),
      PageDown: Math.max(0, here - 12),
      PageUp: Math.min(last, here + 12),
      Home: 0,
      End: last,
      Escape: null,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onCursor(next);
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? last}
      aria-valuetext={describe(cursor ?? last)}
      aria-describedby={hintId}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onCursor(null)}
      onBlur={() => onCursor(null)}
      onKeyDown={walk}
      className={`-mx-1 touch-pan-y rounded-bib px-1 ${COLOURS[level]}`}
    >
      <span id={hintId} className="sr-only">
        Arrow keys go through the last hour
      </span>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-14 w-full overflow-visible"
      >
        {limit !== undefined && limit <= top && (
          <path d={`M0 ${y(limit)}H${WIDTH}`} className="stroke-line-strong" strokeDasharray="3 4" {...THIN} />
        )}
        {drawn.map(
          ({ runs, isFaint }, index) => !isFaint && <path key={index} d={areaOf(runs)} className="fill-soft" />,
        )}
        {drawn.map(({ runs, isFaint }, index) => (
          <path
            key={index}
            d={lineOf(runs)}
            fill="none"
            stroke="currentColor"
            {...THIN}
            strokeOpacity={isFaint ? 0.5 : 1}
            strokeWidth={isFaint ? 1 : 1.75}
          />
        ))}
        {cursor !== null && <path d={`M${x(at[cursor]!)} 0V${HEIGHT}`} stroke="currentColor" {...THIN} />}
      </svg>
    </div>
  );
}

/** The picture is stretched to its place; its lines are not. */
const THIN = {
  vectorEffect: 'non-scaling-stroke',
  strokeWidth: 1,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const;

type Point = readonly [number, number];

/** More would only smear: a chart is a few hundred pixels wide. */
const MOST_POINTS = 120;

const round = (value: number): number => Math.round(value * 10) / 10;
const textOf = (run: readonly Point[]): string => run.map(([x, y]) => `${x} ${y}`).join('L');

/** One alone is a dot. */
const lineOf = (runs: readonly (readonly Point[])[]): string => runs.map((run) => `M${textOf(run)}h0.1`).join('');
const areaOf = (runs: readonly (readonly Point[])[]): string =>
  runs.map((run) => `M${run[0]![0]} ${HEIGHT}L${textOf(run)}L${run.at(-1)![0]} ${HEIGHT}Z`).join('');

export function highestOf(lines: readonly Line[]): number {
  return lines.reduce((most, { values }) => values.reduce<number>((top, value) => Math.max(top, value ?? 0), most), 0);
}

/** Several samples make one point, as high as the highest of them. Where nothing was measured there is no line. */
function runsOf(at: readonly number[], values: readonly (number | null)[]): Point[][] {
  const together = Math.ceil(at.length / MOST_POINTS);
  const runs: Point[][] = [];
  let isRun = false;
  for (let start = 0; start < at.length; start += together) {
    const known = values.slice(start, start + together).filter((value) => value !== null);
    const moment = at[Math.min(start + together, at.length) - 1]!;
    if (known.length === 0) isRun = false;
    else if (isRun) runs.at(-1)!.push([moment, Math.max(...known)]);
    else isRun = runs.push([[moment, Math.max(...known)]]) > 0;
  }
  return runs;
}

function nearest(at: readonly number[], moment: number): number {
  let best = 0;
  for (const [index, time] of at.entries()) if (Math.abs(time - moment) < Math.abs(at[best]! - moment)) best = index;
  return best;
}
