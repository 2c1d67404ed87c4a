import type { ReactNode } from 'react';

export interface EventHeaderProps {
  readonly name: string;
  /** The counters. */
  readonly children: ReactNode;
}

/**
 * The header for viewers, who can change nothing in it. It has no way back: the landing page would lead out of the race, and
 * the list of events that a viewer may have come from is one step back in the browser.
 */
export function EventHeader({ name, children }: EventHeaderProps) {
  return (
    <header className="flex flex-col items-start gap-3 pt-4 sm:pt-2">
      <h1 dir="auto" className="heading text-24 [overflow-wrap:anywhere] sm:text-32">
        {name}
      </h1>
      {children}
    </header>
  );
}
