import type { Entry } from '../../../domain/model/state.ts';
import { nameRacer } from '../../event/racer-words.ts';

export interface RacerChipProps {
  readonly entry: Entry;
  readonly time: string;
  /** The racer has got a time meanwhile: the chip keeps its place until the fingers rest. */
  readonly isGone?: boolean;
  readonly onGive: (racerId: string) => void;
}

/** A racer who may have made a tap; one press gives it. */
export function RacerChip({ entry, time, isGone = false, onGive }: RacerChipProps) {
  const hasBib = entry.bib !== null && entry.bib !== '';
  return (
    <button
      type="button"
      disabled={isGone}
      aria-label={`Give ${time} to ${nameRacer(entry)}`}
      onClick={() => onGive(entry.racerId)}
      className="flex h-16 w-full min-w-0 touch-pan-y select-none flex-col items-center justify-center rounded-button border-2 border-line-strong bg-card px-1.5 leading-5 not-disabled:hover:bg-soft not-disabled:active:bg-ink not-disabled:active:text-paper disabled:border-line disabled:bg-soft disabled:text-ink-2 disabled:line-through"
    >
      {hasBib && (
        <span className="digits max-w-full truncate text-[min(1.5rem,8cqw)] leading-[1.17] font-[760]">
          {entry.bib}
        </span>
      )}
      <span
        dir="auto"
        className={
          hasBib
            ? 'max-w-full truncate text-[min(0.875rem,5.5cqw)] @max-[16rem]:line-clamp-2 @max-[16rem]:leading-tight @max-[16rem]:whitespace-normal @max-[16rem]:wrap-anywhere'
            : 'line-clamp-2 max-w-full text-16 font-[650] [overflow-wrap:anywhere]'
        }
      >
        {entry.name}
      </span>
    </button>
  );
}
