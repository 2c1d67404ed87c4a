import type { ComponentPropsWithRef } from 'react';
import { ChevronIcon } from './tool-icons.tsx';

/** The browser's own list: on a phone it is the familiar one. `className` positions the whole. */
export function Select({ className = '', ...select }: ComponentPropsWithRef<'select'>) {
  return (
    <div className={`relative min-w-0 ${className}`}>
      <select
        {...select}
        className="block min-h-12 w-full appearance-none truncate rounded-button border border-line-strong bg-card py-2 pe-10 ps-4 text-16 text-ink"
      />
      <ChevronIcon className="pointer-events-none absolute top-3.5 end-3 size-5 text-ink-2" />
    </div>
  );
}
