import type { ReactNode } from 'react';

/** The label of a button that charges: what a press costs is read before it is made. Two lines, so that it stays narrow. */
export function Priced({ credits, children }: { readonly credits: number; readonly children: ReactNode }) {
  return (
    <span className="-my-1 flex flex-col items-center leading-5">
      <span>{children}</span>
      <span className="digits text-13 leading-4 font-[550] whitespace-nowrap">{credits} credits</span>
    </span>
  );
}
