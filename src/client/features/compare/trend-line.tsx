import { formatDuration } from '../../../domain/timing/format.ts';
import { durationMs } from '../../../domain/units.ts';

const WIDTH = 120;
const HEIGHT = 36;
const EDGE = 4;

export interface TrendLineProps {
  readonly times: readonly { readonly at: number; readonly ms: number }[];
  /** The same for all lines of a table, so that weeks stand below each other. */
  readonly from: number;
  readonly to: number;
  readonly isFaster: boolean;
}

/** The times of a racer as a line: it falls where they get faster. */
export function TrendLine({ times, from, to, isFaster }: TrendLineProps) {
  const all = times.map(({ ms }) => ms);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const placeOf = (value: number, low: number, high: number, size: number) =>
    high === low ? size / 2 : EDGE + ((value - low) / (high - low)) * (size - 2 * EDGE);
  const points = times.map(({ at, ms }) => ({
    x: placeOf(at, from, to, WIDTH),
    y: HEIGHT - placeOf(ms, least, most, HEIGHT),
  }));
  return (
    <svg
      role="img"
      aria-label={times.map(({ ms }) => formatDuration(durationMs(ms))).join(', ')}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={`h-9 w-full max-w-30 ${isFaster ? 'text-good' : 'text-ink-2'}`}
    >
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {points.map(({ x, y }, index) => (
        <circle key={index} cx={x} cy={y} r={index === points.length - 1 ? 3.5 : 2} fill="currentColor" />
      ))}
    </svg>
  );
}
