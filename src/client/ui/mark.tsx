import type { ReactNode } from 'react';

/** Marks an item that is not sent yet, or not paid yet. */
export function Mark({ children }: { readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-soft px-2.5 py-0.5 text-13 font-[650] whitespace-nowrap text-waiting-ink">
      <span aria-hidden="true" className="size-2 rounded-full bg-waiting" />
      {children}
    </span>
  );
}
