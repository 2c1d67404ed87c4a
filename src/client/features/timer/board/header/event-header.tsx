import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { BackIcon } from '../../../../ui/icons.tsx';

export const EVENT_HEADING = 'heading text-24 [overflow-wrap:anywhere] sm:text-32';

export interface EventHeaderProps {
  /** The name, which an admin who may rename the event can press. */
  readonly heading: ReactNode;
  /** Shown at the right edge, opposite of the way back. */
  readonly tools?: ReactNode;
  readonly onLeave: () => void;
  /** The counters. */
  readonly children: ReactNode;
  /** Shown beside the name where there is room; on a phone at the bottom. */
  readonly actions?: ReactNode;
}

export function EventHeader({ heading, tools, onLeave, children, actions }: EventHeaderProps) {
  return (
    <header className="flex flex-col gap-3 pt-2 sm:pt-0">
      <div className="-mx-3 flex items-center sm:-mx-2">
        <Button variant="quiet" className="px-3!" onClick={onLeave}>
          <BackIcon />
          <span className="max-sm:sr-only">Back</span>
        </Button>
        <div className="flex-1" />
        {tools}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-3">
          {heading}
          {children}
        </div>
        {actions}
      </div>
    </header>
  );
}

/** The name for viewers who cannot change it. */
export function EventHeading({ name }: { readonly name: string }) {
  return (
    <h1 dir="auto" className={EVENT_HEADING}>
      {name}
    </h1>
  );
}
