import { memo } from 'react';

const WIDTH = 320;
const HEIGHT = 150;
const MARGIN = 18;

export interface TrackDrawingProps {
  readonly outline: readonly (readonly [lat: number, lon: number])[];
  readonly className?: string;
}

/** The track as a shape: the start is a ring, the finish a dot. */
export const TrackDrawing = memo(function TrackDrawing({ outline, className = '' }: TrackDrawingProps) {
  const points = placePoints(outline);
  const first = points[0];
  const last = points.at(-1);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false" className={className}>
      {first === undefined || last === undefined ? (
        <path d={NO_TRACK} fill="none" strokeWidth={2} strokeDasharray="2 7" className="stroke-line-strong" />
      ) : (
        <>
          <polyline
            points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
            fill="none"
            strokeWidth={3}
            strokeLinecap="round"
            strokeLinejoin="round"
            className="stroke-ink"
          />
          <circle cx={last[0]} cy={last[1]} r={5} className="fill-ink" />
          <circle cx={first[0]} cy={first[1]} r={5} strokeWidth={2.5} className="fill-accent stroke-ink" />
        </>
      )}
    </svg>
  );
});

/** Drawn for a run without positions. */
const NO_TRACK = `M${MARGIN} ${HEIGHT * 0.62}C90 ${HEIGHT * 0.3} 150 ${HEIGHT * 0.9} 210 ${HEIGHT * 0.55}S280 ${HEIGHT * 0.35} ${WIDTH - MARGIN} ${HEIGHT * 0.4}`;

/** Fits points into the frame, without stretching: a degree of longitude is shorter away from the equator. */
function placePoints(outline: TrackDrawingProps['outline']): [x: number, y: number][] {
  const [origin] = outline;
  if (origin === undefined) return [];
  const squeeze = Math.cos((origin[0] * Math.PI) / 180);
  // The short way around, for a track that crosses the date line.
  const east = (lon: number) => ((((lon - origin[1] + 180) % 360) + 360) % 360) - 180;
  const flat = outline.map(([lat, lon]) => [east(lon) * squeeze, -lat] as const);
  const xs = flat.map(([x]) => x);
  const ys = flat.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((WIDTH - 2 * MARGIN) / (right - left), (HEIGHT - 2 * MARGIN) / (bottom - top));
  const factor = Number.isFinite(scale) ? scale : 0;
  return flat.map(([x, y]) => [
    WIDTH / 2 + (x - (left + right) / 2) * factor,
    HEIGHT / 2 + (y - (top + bottom) / 2) * factor,
  ]);
}
