import { type KeyboardEvent, memo, type PointerEvent, useId, useLayoutEffect, useRef } from 'react';
import { type ChartColour, createPlot, PLAIN_PADDING, type Plot } from '../../ui/plot/plot.ts';
import type { Level } from './troubles.ts';

type Values = readonly (number | null)[];

export interface ChartProps {
  readonly label: string;
  readonly at: readonly number[];
  readonly values: Values;
  /** Drawn fainter, under the values. */
  readonly beside?: Values | undefined;
  readonly level: Level;
  /** Drawn as a dashed line where it is near enough to be seen. */
  readonly limit?: number | undefined;
  /** The selected sample, in all charts at once; null: the newest. */
  readonly cursor: number | null;
  readonly onCursor: (index: number | null) => void;
  /** The text for the sample under the cursor, read out and shown on the tile. */
  readonly describe: (index: number) => string;
}

const HEIGHT = 56;
/** Least width of the time axis: the first minute of a new node must not fill the whole width. */
const SHORTEST_MS = 5 * 60_000;

const COLOURS: Record<Level, ChartColour> = { calm: 'ink', watch: 'waiting-ink', wrong: 'danger' };

/** The last hour, or as much of it as there is. A slider, so that the arrow keys walk through time. */
export function Chart({ label, at, values, beside, level, limit, cursor, onCursor, describe }: ChartProps) {
  const hintId = useId();
  const last = at.length - 1;
  const to = at[last] ?? 0;
  const from = Math.min(at[0] ?? 0, to - SHORTEST_MS);
  const highest = Math.max(highestOf(values), highestOf(beside ?? []));
  const top = Math.max(highest, limit !== undefined && highest > limit / 2 ? limit : 0) || 1;

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
      dir="ltr"
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
      className="-mx-1 touch-pan-y rounded-bib px-1"
    >
      <span id={hintId} className="sr-only">
        Arrow keys go through the last hour
      </span>
      <div aria-hidden="true" className="relative h-14">
        {limit !== undefined && limit <= top && (
          <div className="absolute inset-x-0" style={{ top: PLAIN_PADDING, bottom: PLAIN_PADDING }}>
            <div
              className="absolute inset-x-0 border-t border-dashed border-line-strong"
              style={{ bottom: `${(limit / top) * 100}%` }}
            />
          </div>
        )}
        <Picture at={at} values={values} beside={beside} level={level} from={from} to={to} top={top} />
        {cursor !== null && (
          <div
            className="absolute inset-y-0 border-l border-ink"
            style={{ left: `${((at[cursor]! - from) / (to - from)) * 100}%` }}
          />
        )}
      </div>
    </div>
  );
}

interface PictureProps extends Pick<ChartProps, 'at' | 'values' | 'beside' | 'level'> {
  readonly from: number;
  readonly to: number;
  readonly top: number;
}

/** Drawn when there are new figures, and not when only the cursor moves. */
const Picture = memo(function Picture(props: PictureProps) {
  const { level, beside } = props;
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const shown = useRef(props);
  const hasBeside = beside !== undefined;

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const colour = COLOURS[level];
    const made = createPlot(
      element,
      {
        lines: [{ colour, isFilled: true }, ...(hasBeside ? [{ colour, isFaint: true }] : [])],
        isInverted: false,
        rangeY: () => [0, shown.current.top],
        axes: null,
      },
      element.clientWidth,
      HEIGHT,
    );
    plot.current = made;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return;
      made.resize(element.clientWidth, HEIGHT);
      draw(made, shown.current);
    });
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const recolour = () => made.recolour();
    scheme.addEventListener('change', recolour);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', recolour);
      made.close();
    };
  }, [level, hasBeside]);

  useLayoutEffect(() => {
    shown.current = props;
    if (plot.current !== null) draw(plot.current, props);
  });
  return <div ref={host} className="[&_.uplot]:w-full!" />;
});

function draw(plot: Plot, { at, values, beside, from, to }: PictureProps): void {
  const columns = [values, ...(beside === undefined ? [] : [beside])].map((column) => ({
    values: column.map((value) => value ?? NaN),
  }));
  plot.draw({ x: at, columns, breaks: [] }, { from, to });
}

export const highestOf = (values: Values): number =>
  values.reduce<number>((top, value) => Math.max(top, value ?? 0), 0);

function nearest(at: readonly number[], moment: number): number {
  let best = 0;
  for (const [index, time] of at.entries()) if (Math.abs(time - moment) < Math.abs(at[best]! - moment)) best = index;
  return best;
}
