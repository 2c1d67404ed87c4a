import type { ReactNode } from 'react';
import { buttonClass } from '../../../../ui/button.tsx';
import { BackIcon } from '../../../../ui/icons.tsx';

export interface EventHeaderProps {
  readonly name: string;
  /** The page before, where there is one to go back to. */
  readonly back: string | null;
  /** The counters. */
  readonly children: ReactNode;
}

/** The header for viewers, who can change nothing in it. */
export function EventHeader({ name, back, children }: EventHeaderProps) {
  return (
    <header className="flex flex-col items-start gap-3 pt-4 sm:pt-2">
      {back !== null && (
        <a href={back} className={`${buttonClass({ variant: 'quiet' })} -mx-3 px-3!`}>
          <BackIcon /> All events
        </a>
      )}
      <h1 dir="auto" className="heading text-24 [overflow-wrap:anywhere] sm:text-32">
        {name}
      </h1>
      {children}
    </header>
  );
}
