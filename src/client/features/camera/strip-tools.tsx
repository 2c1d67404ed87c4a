import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

export interface StripToolsProps {
  readonly isLive: boolean;
  /** The time at the cursor, in words; null where there is none. */
  readonly time: string | null;
  /** The time at the cursor is taken already. */
  readonly isTaken: boolean;
  readonly onZoom: (by: number) => void;
  readonly onStep: (frames: number) => void;
  readonly onLive: () => void;
  readonly onTake: () => void;
}

const ZOOM = 1.6;

/** Under the strip, each in its place whether there is a cursor or not: nothing moves under a finger. */
export function StripTools({ isLive, time, isTaken, onZoom, onStep, onLive, onTake }: StripToolsProps) {
  return (
    <div className="flex h-14 shrink-0 items-center gap-1 bg-board px-2 text-on-board">
      <Tool label="Show more time" onClick={() => onZoom(ZOOM)}>
        −
      </Tool>
      <Tool label="Show less time" onClick={() => onZoom(1 / ZOOM)}>
        +
      </Tool>
      {time === null ? (
        <p className="min-w-0 flex-1 px-2 text-14 leading-5 text-on-board-2">
          {isLive ? 'Touch the strip to put a cursor on it.' : 'Touch the strip where a wheel meets the line.'}
        </p>
      ) : (
        <>
          <Tool label="One frame earlier" onClick={() => onStep(-1)}>
            ‹
          </Tool>
          <Tool label="One frame later" onClick={() => onStep(1)}>
            ›
          </Tool>
          <Button
            variant="primary"
            className="min-h-12! min-w-0 flex-1 gap-0! px-1! py-0! leading-tight!"
            disabled={isTaken}
            onClick={onTake}
          >
            <span className="flex min-w-0 flex-col">
              <span className="truncate text-13 font-[650]">{isTaken ? 'Taken' : 'Take this time'}</span>
              <span className="digits truncate text-16 font-[760] max-[23rem]:text-14">{time}</span>
            </span>
          </Button>
        </>
      )}
      {!isLive && (
        <button
          type="button"
          onClick={onLive}
          className="min-h-12 shrink-0 rounded-button px-3 max-[23rem]:px-1 text-14 font-[720] hover:bg-board-raised"
        >
          Live
        </button>
      )}
    </div>
  );
}

function Tool({
  label,
  onClick,
  children,
}: {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="flex h-11 w-11 shrink-0 max-[23rem]:w-8 items-center justify-center rounded-button text-24 font-[650] hover:bg-board-raised active:bg-board-line"
    >
      {children}
    </button>
  );
}
