import type { ReactNode } from 'react';
import type { Counters } from '../../../../../domain/results/lists.ts';

export interface StatusChipsProps {
  readonly counters: Counters;
  readonly watching: number | null;
}

/** For viewers: none of their times rests on this device's clock. */
export function StatusChips({ counters, watching }: StatusChipsProps) {
  const { finished, total, onCourse } = counters;
  return (
    <ul aria-label="Counters" className="flex flex-wrap gap-2">
      <Chip>
        <span>
          Finished <Figure>{finished}</Figure> / <Figure>{total}</Figure>
        </span>
      </Chip>
      <Chip>
        <span>
          On course <Figure>{onCourse}</Figure>
        </span>
      </Chip>
      {watching !== null && watching > 0 && (
        <Chip>
          <span>
            <Figure>{watching}</Figure> watching
          </span>
        </Chip>
      )}
    </ul>
  );
}

function Chip({ children }: { readonly children: ReactNode }) {
  return (
    <li className="digits flex min-h-8 items-center whitespace-nowrap rounded-full bg-soft px-3 text-14 text-ink-2">
      {children}
    </li>
  );
}

function Figure({ children }: { readonly children: ReactNode }) {
  return <span className="font-[760] text-ink">{children}</span>;
}
