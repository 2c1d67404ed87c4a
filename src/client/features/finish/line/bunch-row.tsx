import type { DragHandle } from './use-bunch-drag.ts';

export interface BunchRowProps {
  readonly time: string;
  /** Null for a time without a racer, to which a racer can be dragged. */
  readonly racer: string | null;
  readonly handle: DragHandle;
}

/** The time stays where it is; the racer beside it can be dragged, or moved with the arrow keys. */
export function BunchRow({ time, racer, handle }: BunchRowProps) {
  return (
    <li className="flex items-center gap-3">
      <span className="digits w-28 shrink-0 text-18 font-[720]">{time}</span>
      {racer === null ? (
        <span className="flex h-14 flex-1 items-center rounded-button border-2 border-dashed border-line-strong px-4 text-16 text-ink-2 data-target:border-ink">
          Nobody yet
        </span>
      ) : (
        <button
          type="button"
          {...handle}
          aria-label={`${racer}, ${time}. Arrow keys move the racer to another time.`}
          className="flex h-14 min-w-0 flex-1 touch-none select-none items-center gap-3 rounded-button border-2 border-line-strong bg-card px-4 text-start text-18 font-[650] data-dragged:z-10 data-dragged:border-ink data-dragged:bg-accent data-dragged:text-on-accent data-dragged:shadow-float"
        >
          <span aria-hidden className="text-ink-2">
            ≡
          </span>
          <span dir="auto" className="truncate">
            {racer}
          </span>
        </button>
      )}
    </li>
  );
}
