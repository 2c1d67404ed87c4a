import { useState } from 'react';
import { useAlert } from '../../../../ui/alert-dialog.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CopyIcon, TrashIcon } from '../../../../ui/tool-icons.tsx';
import type { OpenEvent } from '../../event-context.ts';
import { deleteEvent, duplicateEvent } from '../../event-steps.ts';

export interface OwnerActionsProps {
  readonly open: OpenEvent;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onLeave: () => void;
}

export function OwnerActions({ open, onOpenEvent, onLeave }: OwnerActionsProps) {
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
