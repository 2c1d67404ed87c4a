import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { BackIcon } from '../../../../ui/icons.tsx';

export interface EventHeaderProps {
  readonly name: string;
  readonly onLeave: () => void;
  /** The counters. */
  readonly children: ReactNode;
}

/** The header for viewers, who can change nothing in it. */
export function EventHeader({ name, onLeave, children }: EventHeaderProps) {
  return (
    <header className="flex flex-col items-start gap-3 pt-2 sm:pt-0">
      <Button variant="quiet" className="-mx-3 px-3! sm:-mx-2" onClick={onLeave}>
        <BackIcon />
        <span className="max-sm:sr-only">Back</span>
      </Button>
      <h1 dir="auto" className="heading text-24 [overflow-wrap:anywhere] sm:text-32">
        {name}
      </h1>
      {children}
    </header>
  );
}
