import { useState } from 'react';
import { MAX_USERNAME_LENGTH } from '../../../../protocol/limits.ts';
import { changeUsername } from '../../../session/account-calls.ts';
import { useAction } from '../../../session/use-action.ts';
import { useViewer } from '../../../session/viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';

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
  const [typed, setTyped] = useState('');
  const naming = useAction(changeUsername);

  async function share(): Promise<void> {
    // First the name: a page that is public without it cannot be told from any other.
    if (typed.trim() !== '' && (await naming.run(typed)) === null) return;
    onShare(initialsOnly);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Share to your public group?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={naming.isBusy} onClick={() => void share()}>
            Share
          </Button>
        </>
      }
    >
      <p>
        Everyone who has the address of your public page can follow this event, with its racers and their times, live.{' '}
        {name !== '' && (
          <>
            The page says that <bdi className="font-[650]">{name}</bdi> shares it.
          </>
        )}
      </p>
      {name === '' && (
        <Field
          label="Shared by"
          placeholder="Your name or your club"
          optional
          autoComplete="nickname"
          dir="auto"
          maxLength={MAX_USERNAME_LENGTH}
          hint="Without it nobody can tell whose events these are. It becomes your username."
          {...(naming.error === null ? {} : { error: naming.error.message })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className="mt-4"
        />
      )}
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
