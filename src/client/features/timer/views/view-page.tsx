import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { BackIcon } from '../../../ui/icons.tsx';

export interface ViewPageProps {
  readonly title: string;
  /** The event's name. */
  readonly name: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of a view beside the board: its title, the event's name and the way back. */
export function ViewPage({ title, name, onClose, children }: ViewPageProps) {
  return (
    <div className="page flex flex-col gap-4 pb-12">
      <header className="-mx-3 flex items-center gap-1 pt-2 print:hidden">
        <Button variant="quiet" className="px-3!" onClick={onClose}>
          <BackIcon />
          <span className="sr-only">Back to the race</span>
        </Button>
        <div className="min-w-0">
          <h1 className="heading text-24">{title}</h1>
          <p dir="auto" className="truncate text-14 text-ink-2">
            {name}
          </p>
        </div>
      </header>
      {children}
    </div>
  );
}
