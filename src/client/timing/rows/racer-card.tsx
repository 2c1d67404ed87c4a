import type { ReactNode } from 'react';
import type { Entry } from '../../../domain/model/state.ts';
import { PendingMark } from './pending-mark.tsx';
import { RacerName, type ShowDetails } from './racer-name.tsx';

export interface RacerCardProps {
  readonly entry: Entry;
  readonly isPending: boolean;
  readonly onShow: ShowDetails | null;
  /** Shown under the name. */
  readonly children?: ReactNode;
  /** Shown in place of that: a question about this racer. */
  readonly chip?: ReactNode;
  /** Shown at the right edge, under the thumb. */
  readonly action: ReactNode;
}

/** A racer, and the racer's button. */
export function RacerCard({ entry, isPending, onShow, children, chip, action }: RacerCardProps) {
  return (
    <>
      <div className="relative flex h-16 min-w-0 flex-1 items-center gap-3 stacked:row-words">
        <Bib bib={entry.bib} />
        <div className="min-w-0 flex-1">
          {/* The mark is beside the name: in the line below, it would push the last words into a third line. */}
          <div className="flex items-center">
            <RacerName entry={entry} onShow={onShow} className="text-16 font-[650] stacked:leading-5" />
            {isPending && <PendingMark />}
          </div>
          <div className="stacked:me-24">
            {chip ?? (
              <p className="digits line-clamp-2 text-14 leading-5 text-ink-2 [overflow-wrap:anywhere] @max-[12rem]:hidden">
                {children}
              </p>
            )}
          </div>
        </div>
      </div>
      {action}
    </>
  );
}

export function Bib({ bib }: { readonly bib: string | null }) {
  if (!bib) return null;
  return (
    <span className="digits h-10 min-w-11 max-w-24 shrink-0 truncate rounded-bib bg-soft px-1.5 text-center text-20 leading-10 font-[720] @max-[24rem]:max-w-14 stacked:row-bib">
      <span className="sr-only">Bib </span>
      {bib}
    </span>
  );
}
