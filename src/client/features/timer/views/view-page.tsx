import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { BackIcon } from '../../../ui/icons.tsx';

export interface ViewPageProps {
  readonly title: string;
  readonly eventName: string;
  /** Leads back; to the board unless `back` says otherwise. */
  readonly onClose: () => void;
  readonly back?: string;
  /** Shown at the right edge, opposite of the way back. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a screen beside the board. */
export function ViewPage({ title, eventName, onClose, back = 'Board', tools, children }: ViewPageProps) {
  return (
    <div className="page mx-auto max-w-3xl pb-12">
      <div className="flex items-center justify-between gap-3">
        <Button variant="quiet" className="-ml-3 px-3!" onClick={onClose}>
          <BackIcon /> {back}
        </Button>
        {tools}
      </div>
      <h1 dir="auto" className="heading text-24 [overflow-wrap:anywhere] sm:text-32">
        {title}
      </h1>
      <p className="mb-4 truncate text-ink-2">
        <bdi>{eventName}</bdi>
      </p>
      {children}
    </div>
  );
}
