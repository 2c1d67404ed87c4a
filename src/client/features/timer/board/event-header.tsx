import { type ReactNode, useState } from 'react';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { BackIcon, CopyIcon, TrashIcon } from '../../../ui/icons.tsx';
import type { OpenEvent } from '../event-context.ts';
import { deleteEvent, duplicateEvent } from '../event-steps.ts';
import { EventName } from './event-name.tsx';

export interface EventHeaderProps {
  readonly name: string;
  /** Null while the event is only a picture that the server has drawn. */
  readonly open: OpenEvent | null;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onLeave: () => void;
  readonly onChangeEvent: () => void;
  readonly more: ReactNode;
  /** The counters. */
  readonly children: ReactNode;
  /** Beside the name where there is room; on a phone they stand at the bottom. */
  readonly actions: ReactNode;
}

export function EventHeader(props: EventHeaderProps) {
  const { name, open, onOpenEvent, onLeave, onChangeEvent, more, children, actions } = props;
  const isAdmin = open !== null && open.may('time');
  return (
    <header className="flex flex-col gap-3 pt-2 sm:pt-0">
      <div className="-mx-3 flex items-center sm:-mx-2">
        <Button variant="quiet" className="px-3!" onClick={onLeave}>
          <BackIcon />
          <span className="max-sm:sr-only">Back</span>
        </Button>
        <div className="flex-1" />
        {isAdmin && (
          <Button variant="quiet" className="px-3! whitespace-nowrap" onClick={onChangeEvent}>
            Change Event
          </Button>
        )}
        {open !== null && <OwnerActions open={open} onOpenEvent={onOpenEvent} onLeave={onLeave} />}
        {isAdmin && more}
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-3">
          <EventName open={open} name={name} />
          {children}
        </div>
        {actions}
      </div>
    </header>
  );
}

type OwnerActionsProps = Pick<EventHeaderProps, 'onOpenEvent' | 'onLeave'> & { readonly open: OpenEvent };

function OwnerActions({ open, onOpenEvent, onLeave }: OwnerActionsProps) {
  const alerts = useAlert();
  const [isCopying, setIsCopying] = useState(false);

  async function duplicate() {
    setIsCopying(true);
    await duplicateEvent(open, alerts, onOpenEvent);
    setIsCopying(false);
  }

  return (
    <>
      {open.may('duplicate') && (
        <Button variant="quiet" className="px-3!" title="Duplicate" busy={isCopying} onClick={() => void duplicate()}>
          <CopyIcon />
          <span className="sr-only">Duplicate</span>
        </Button>
      )}
      {open.may('delete') && (
        <Button variant="quiet" className="px-3!" title="Delete" onClick={() => void deleteEvent(open, onLeave)}>
          <TrashIcon />
          <span className="sr-only">Delete</span>
        </Button>
      )}
    </>
  );
}
