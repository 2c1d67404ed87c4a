import type { ReactNode } from 'react';
import type { Entry } from '../../../domain/model/state.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { PendingMark } from '../rows/pending-mark.tsx';
import { Bib } from '../rows/racer-card.tsx';

export interface DoneCardProps {
  readonly entry: Entry;
  readonly isPending: boolean;
  /** The time, or why there is none. */
  readonly children: ReactNode;
  /** Null where there is nothing to take back. */
  readonly undo: { readonly label: string; readonly run: () => void } | null;
  /** The button for this phone's own time, where another phone's is shown. */
  readonly again?: ReactNode;
}

/**
 * A racer who has just left the list. Where the button was there is nothing to press after a tap of this phone: a second
 * tap out of habit must not take back the first. After another phone's tap a thumb that is on its way gives a time too.
 */
export function DoneCard({ entry, isPending, children, undo, again }: DoneCardProps) {
  return (
    <>
      <div
        data-done
        className="flex h-16 min-w-0 flex-1 items-center gap-3 stacked:row-words @max-[20rem]:[&>span]:hidden"
      >
        <Bib bib={entry.bib} />
        <div className="flex min-w-0 flex-1 flex-col stacked:h-full stacked:flex-col-reverse stacked:justify-between">
          {/* The mark is beside the name: in the line below, its coming and going would move Undo under a finger. */}
          <div className="flex items-center gap-1">
            <p dir="auto" className="w-full truncate text-16 font-[650] text-ink-2">
              {entry.name}
            </p>
            {isPending && <PendingMark />}
          </div>
          <p className="digits flex items-center whitespace-nowrap text-14 leading-5 text-ink-2 stacked:justify-between">
            <span aria-hidden className="me-1 font-[760] text-good">
              ✓
            </span>
            <span className="font-[650] text-ink">{children}</span>
            {undo !== null && (
              <>
                <span aria-hidden className="mx-1.5 @max-[20rem]:hidden">
                  ·
                </span>
                <button
                  type="button"
                  aria-label={undo.label}
                  onClick={undo.run}
                  className="-my-3 flex min-h-11 min-w-14 items-center px-1 font-[720] text-ink underline underline-offset-4 stacked:my-0 stacked:min-h-6"
                >
                  Undo
                </button>
              </>
            )}
          </p>
        </div>
      </div>
      {again ?? (
        <div className="flex h-16 w-27 shrink-0 items-center justify-center rounded-button bg-soft text-good stacked:hidden">
          <CheckIcon className="size-6" />
        </div>
      )}
    </>
  );
}
