import { useState } from 'react';
import { useNavigate } from 'react-router';
import { EVENT_COST } from '../../../../domain/credits/prices.ts';
import { addressOf, type OpenEvent } from '../../../event/event-context.ts';
import { duplicateEvent } from '../../../event/event-steps.ts';
import { withNext } from '../../../session/next-page.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Priced } from '../../../ui/priced.tsx';

export interface DuplicateDialogProps {
  readonly open: OpenEvent;
  readonly onOpenEvent: (eventId: string) => void;
  readonly onClose: () => void;
}

/** Asked before a copy is charged and opened: it looks like the race that is timed now. */
export function DuplicateDialog({ open, onOpenEvent, onClose }: DuplicateDialogProps) {
  const alerts = useAlert();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);

  async function duplicate(): Promise<void> {
    setIsBusy(true);
    await duplicateEvent(open, alerts, onOpenEvent, () => void navigate(withNext('/buy-credits', addressOf(open))));
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Duplicate this event?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void duplicate()}>
            <Priced credits={EVENT_COST}>Duplicate</Priced>
          </Button>
        </>
      }
    >
      <p>
        <bdi className="font-[650]">{open.event.name} (copy)</bdi> has the same racers and settings, and no times. It
        opens at once.
      </p>
    </Dialog>
  );
}
