import { useState } from 'react';
import { formatExactTime } from '../../../domain/timing/parse-time.ts';
import { epochMs } from '../../../domain/units.ts';
import type { PhotoFinishPictures } from './find-photo-finish.ts';
import { PictureCanvas } from './picture-canvas.tsx';

interface PhotoFinishViewProps {
  readonly found: PhotoFinishPictures;
  readonly timeZone: string;
}

/** The strip with its cursor, and the pictures around the moment that was taken. */
export function PhotoFinishView({ found, timeZone }: PhotoFinishViewProps) {
  return (
    <>
      <Strip found={found} timeZone={timeZone} />
      <ul className="mt-3 grid grid-cols-3 gap-2">
        {found.frames.map((frame) => (
          <li key={frame.at}>
            <PictureCanvas
              picture={frame.picture}
              line={found.line}
              label={`Picture at ${formatExactTime(frame.at, timeZone)}`}
              className="block w-full rounded-button"
            />
            <p className="digits mt-1 text-13 text-ink-2">{formatExactTime(frame.at, timeZone)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The strip with its cursor: each column is a moment at the line. */
function Strip({ found, timeZone }: PhotoFinishViewProps) {
  const { at, columns, strip } = found;
  const [index, setIndex] = useState(() => nearestToZero(columns));
  const moment = formatExactTime(epochMs(Math.round(at + columns[index]!)), timeZone);
  return (
    <div className="mt-2">
      <div className="overflow-x-auto rounded-button bg-soft" dir="ltr">
        <div className="relative" style={{ width: `max(100%, ${columns.length * 3}px)` }}>
          <PictureCanvas
            picture={strip}
            label="The line from moment to moment, time to the right"
            className="block h-48 w-full [image-rendering:pixelated]"
          />
          <span
            aria-hidden="true"
            className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-danger"
            style={{ left: `${((index + 0.5) / columns.length) * 100}%` }}
          />
        </div>
      </div>
      <label className="mt-2 flex min-h-12 items-center gap-3 text-14">
        <span className="sr-only">Cursor on the strip</span>
        <input
          type="range"
          min={0}
          max={columns.length - 1}
          value={index}
          aria-valuetext={moment}
          onChange={(change) => setIndex(Number(change.currentTarget.value))}
          className="min-w-0 flex-1 accent-ink"
        />
        <span className="digits font-[650]">{moment}</span>
      </label>
    </div>
  );
}

const nearestToZero = (columns: readonly number[]): number =>
  columns.reduce((best, offset, index) => (Math.abs(offset) < Math.abs(columns[best]!) ? index : best), 0);
