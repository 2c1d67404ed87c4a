import type { ReactNode } from 'react';
import { ChevronIcon } from './tool-icons.tsx';

export interface FoldedListProps {
  readonly title: string;
  readonly count: number;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A list below another one, closed until somebody asks for it: what was deleted, or is not shown. */
export function FoldedList({ title, count, className = 'mt-2', children }: FoldedListProps) {
  return (
    <details className={`accordion group ${className}`}>
      <summary className="flex min-h-12 items-center gap-2 rounded-bib text-16 font-[650] text-ink-2 select-none">
        {title}
        <span className="digits">{count}</span>
        <ChevronIcon className="size-5 transition-[rotate] duration-200 group-open:rotate-180" />
      </summary>
      <ul aria-label={title} className="divide-y divide-line border-y border-line">
        {children}
      </ul>
    </details>
  );
}
