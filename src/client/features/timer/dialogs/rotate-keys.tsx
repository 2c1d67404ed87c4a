import { useState } from 'react';
import type { KeyKind } from '../../../../domain/events/changes.ts';
import { errors } from '../../../../protocol/errors.ts';
import { useAlert } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { OpenEvent } from '../event-context.ts';
import { recordAndHear } from './await-answer.ts';

/** What is lost with a link: shown before it is lost. */
const links: Readonly<Record<KeyKind, { name: string; what: string; warning: string; done: string }>> = {
  admin: {
    name: 'Admin link',
    what: 'Everybody who has it can time the race.',
    warning:
      'The old link and QR code stop working, and everybody who joined with it loses access at once, and so does everybody whom they invited. Admins invited by you stay. Send the new link to those who should help.',
    done: 'The admin link is new.',
  },
  viewer: {
    name: 'Viewer link',
    what: 'Everybody who has it can watch.',
    warning:
      'The old link and QR code stop working, and everybody who watches with it loses sight of the race at once. Your public group gets the new one by itself.',
    done: 'The viewer link is new.',
  },
};

export function RotateKeys({ open }: { readonly open: OpenEvent }) {
  return (
    <ul className="divide-y divide-line">
      <RotateKey open={open} which="admin" />
      <RotateKey open={open} which="viewer" />
    </ul>
  );
}

function RotateKey({ open, which }: { readonly open: OpenEvent; readonly which: KeyKind }) {
  const { confirm } = useAlert();
  const [isBusy, setIsBusy] = useState(false);
  const { name, what, warning, done } = links[which];

  async function rotate(): Promise<void> {
    const isSure = await confirm({
      title: which === 'admin' ? 'Change the admin link?' : 'Change the viewer link?',
      message: warning,
      confirmLabel: 'Change the link',
      danger: true,
    });
    if (!isSure) return;
    setIsBusy(true);
    const outcome = await recordAndHear(open.sync, open.eventId, { type: 'keys.rotate', which });
    setIsBusy(false);
    if (outcome.kind === 'accepted') showToast(done, { tone: 'good' });
    else if (outcome.kind === 'waiting') showToast('The old link works until the server has heard of the change.');
    else showToast(errors[outcome.code].text, { tone: 'bad' });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-40 flex-1">
        <p className="font-[650]">{name}</p>
        <p className="text-14 text-ink-2">{what}</p>
      </div>
      <Button
        busy={isBusy}
        aria-label={which === 'admin' ? 'Change the admin link' : 'Change the viewer link'}
        onClick={() => void rotate()}
      >
        Change
      </Button>
    </li>
  );
}
