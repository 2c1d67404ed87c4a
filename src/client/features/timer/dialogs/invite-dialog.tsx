import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { showToast } from '../../../ui/toast.tsx';
import type { OpenEvent } from '../../../event/event-context.ts';
import { AdminList } from './admin-list.tsx';
import { adminLink, whyNoLink } from '../../../event/guest-links.ts';
import { InviteByEmail } from './invite-by-email.tsx';
import { LinkPanel } from '../../../ui/link-panel.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

export interface InviteDialogProps {
  readonly open: OpenEvent;
  readonly onClose: () => void;
}

export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const count = open.event.admins.length + 1;
  return (
    <Dialog open onClose={onClose} title="Invite Guest Admin">
      <Tabs
        label="Invite Guest Admin"
        tabs={[
          { id: 'invite', label: 'Invite', content: <Invite open={open} /> },
          { id: 'admins', label: `Admins (${count})`, content: <AdminList open={open} /> },
        ]}
      />
    </Dialog>
  );
}

function Invite({ open }: { readonly open: OpenEvent }) {
  const [isSettings, setIsSettings] = useState(false);
  const link = adminLink(open);
  return (
    <div className="flex flex-col gap-6">
      {link === null ? (
        <Notice tone="info">{whyNoLink(open)}</Notice>
      ) : (
        <LinkPanel
          link={link}
          label="Guest admin link"
          title={`Help to time ${open.event.name}`}
          hint="Everybody who has it can start and finish racers. No account needed."
          onCopied={() => showToast('Guest admin link copied.', { tone: 'good' })}
        />
      )}
      <InviteByEmail open={open} />
      {open.may('rotateKeys') && (
        <p className="text-14 text-ink-2">
          In the wrong hands?{' '}
          <button type="button" className="link min-h-11 font-[650] text-ink" onClick={() => setIsSettings(true)}>
            Change the link
          </button>
        </p>
      )}
      {isSettings && <SettingsDialog open={open} onClose={() => setIsSettings(false)} />}
    </div>
  );
}
