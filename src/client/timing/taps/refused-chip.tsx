import { WarningIcon } from '../../ui/icons.tsx';
import type { RefusedTap } from './refused-taps.ts';

export interface RefusedChipProps {
  readonly label: string;
  readonly tap: RefusedTap;
  readonly onExplain: (tap: RefusedTap) => void;
}

/** A tap that the server has not taken, in the racer's own row: the strip above has moved on to other racers by then. */
export function RefusedChip({ label, tap, onExplain }: RefusedChipProps) {
  return (
    <button
      type="button"
      onClick={() => onExplain(tap)}
      className="relative flex h-6 w-fit max-w-full items-center gap-1.5 self-start rounded-full border border-danger px-2.5 text-13 font-[720] text-danger after:absolute after:-inset-y-2.5 after:inset-x-0 after:content-['']"
    >
      <WarningIcon className="size-4 shrink-0" />
      <span className="truncate">{label}: why?</span>
    </button>
  );
}
