import { useState } from 'react';
import { useAlert } from '../alert-dialog.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Field } from '../field.tsx';
import { Menu } from '../menu.tsx';
import { dismissToast, showToast } from '../toast.tsx';
import { InfoTip } from '../info-tip.tsx';
import { CopyIcon } from '../tool-icons.tsx';
import { Row, Section } from './section.tsx';

export function Toasts() {
  return (
    <Section title="Toast">
      <Row>
        <Button onClick={() => showToast('Event name updated.')}>Neutral</Button>
        <Button onClick={() => showToast('Racer added successfully!', { tone: 'good' })}>Good</Button>
        <Button onClick={() => showToast('Error adding racer, please try again.', { tone: 'bad' })}>Bad</Button>
        <Button
          onClick={() =>
            showToast('You are offline. Changes will sync when connection is restored.', {
              id: 'dev-connection',
              duration: 'forever',
            })
          }
        >
          Forever
        </Button>
        <Button onClick={() => showToast('Connection restored!', { id: 'dev-connection', tone: 'good' })}>
          Same id replaces
        </Button>
        <Button onClick={() => dismissToast('dev-connection')}>Dismiss by id</Button>
        <Button
          onClick={() =>
            showToast('Eli Brandt finished, 12:44.02', {
              duration: 10_000,
              action: { label: 'Undo', onClick: () => showToast('Undone.') },
            })
          }
        >
          With an action
        </Button>
      </Row>
    </Section>
  );
}

export function Dialogs() {
  const { alert, confirm } = useAlert();
  const [open, setOpen] = useState<'md' | 'lg' | null>(null);
  const close = () => setOpen(null);

  async function askToDelete() {
    const confirmed = await confirm({
      title: 'Delete this event?',
      message: 'Its 12 racers and 3 times go with it.',
      confirmLabel: 'Delete',
      danger: true,
    });
    showToast(confirmed ? 'Deleted.' : 'Kept.');
  }

  function raiseTwo() {
    void alert('Viewer link copied to clipboard!');
    void alert('Guest admin invited successfully.', { title: 'Second' });
  }

  return (
    <Section title="Dialog, alert dialog">
      <Row>
        <Button onClick={() => setOpen('md')}>Dialog</Button>
        <Button onClick={() => setOpen('lg')}>Large dialog</Button>
        <Button
          onClick={() => alert('Account created! You have been granted 100 credits to start exploring our tools.')}
        >
          Alert
        </Button>
        <Button onClick={raiseTwo}>Two alerts</Button>
        <Button variant="danger" onClick={askToDelete}>
          Confirm
        </Button>
      </Row>
      <Dialog
        open={open !== null}
        onClose={close}
        title="Invite Guest Admin"
        size={open ?? 'md'}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={() => showToast('Guest admin invited.', { tone: 'good' })}>
              Invite
            </Button>
          </>
        }
      >
        <p className="mb-4 text-ink-2">
          A helper opens the link and can press Start and Finish at once. <InfoTip topic="shareUrl" />
        </p>
        <Field label="Email" type="email" autoComplete="off" />
        <Row>
          <span className="mt-4 inline-flex gap-3">
            <Button onClick={() => alert('Viewer link copied to clipboard!')}>Alert above</Button>
            <Menu label="More" trigger="More" items={[{ label: 'Copy link', icon: <CopyIcon />, onSelect: close }]} />
          </span>
        </Row>
        {open === 'lg' &&
          Array.from({ length: 24 }, (_, index) => (
            <p key={index} className="border-t border-line py-3">
              Racer {index + 1}
            </p>
          ))}
      </Dialog>
    </Section>
  );
}
