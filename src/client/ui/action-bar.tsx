import type { ReactNode } from 'react';

/** The buttons of a form, kept in sight at the lower edge of the screen or sheet while the form is longer (HD13). */
export function ActionBar({ children }: { readonly children: ReactNode }) {
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-1 flex flex-wrap gap-3 bg-paper px-1 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 in-[dialog]:bottom-[calc(-1*max(1.25rem,env(safe-area-inset-bottom)))] in-[dialog]:bg-card sm:in-[dialog]:-bottom-6"
    >
      {children}
    </div>
  );
}
