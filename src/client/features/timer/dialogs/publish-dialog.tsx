import { useState } from 'react';
import { useViewer } from '../../../session/viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Link } from '../../../ui/link.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import type { OpenEvent } from '../event-context.ts';

export interface PublishDialogProps {
  readonly open: OpenEvent;
  readonly onShare: (initialsOnly: boolean) => void;
  readonly onClose: () => void;
}

/** Asked before names of racers, who may be children, become public. */
export function PublishDialog({ open, onShare, onClose }: PublishDialogProps) {
  const [initialsOnly, setInitialsOnly] = useState(open.event.initialsOnly);
  const viewer = useViewer();
  const name = viewer.kind === 'user' ? viewer.username.trim() : '';
  return (
    <Dialog
      open
      onClose={onClose}
      title="Share to your public group?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onShare(initialsOnly)}>
            Share
          </Button>
        </>
      }
    >
      <p>
        Everybody who has the address of your public page can follow this event: its racers and their times, live.{' '}
        {name !== '' && (
          <>
            The page says that it is shared by <bdi className="font-[650]">{name}</bdi>.
          </>
        )}
        {name === '' && (
          <>
            The page does not say by whom: you have no name yet.{' '}
            <Link to="/account" className="link">
              Set your name
            </Link>
          </>
        )}
      </p>
      <div className="mt-2">
        <SwitchRow
          label="Initials only"
          hint="Viewers see A. S. instead of Ada Swift. Admins see full names."
          isOn={initialsOnly}
          onChange={setInitialsOnly}
        />
      </div>
    </Dialog>
  );
}
