import { Link } from 'react-router';
import { counted } from '../../domain/language.ts';
import { errors } from '../../protocol/errors.ts';
import type { OutboxRow } from '../sync/ports.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import type { SyncStatus } from '../sync/sync-status.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { saveFile } from '../ui/save-file.ts';
import { describeCommand } from './waiting-commands.ts';

export interface WaitingDialogProps {
  readonly sync: SyncClient;
  readonly status: SyncStatus;
  readonly onClose: () => void;
}

/** Apart from the header's button: names of commands and of refusals are long, and most races need none. */
export function WaitingDialog({ sync, status, onClose }: WaitingDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Not on the server yet"
      footer={<Button onClick={() => void exportWaiting(sync)}>Save as a file</Button>}
    >
      <div className="flex flex-col gap-5">
        <Waiting status={status} onLeave={onClose} />
        {status.needsAttention.length > 0 && <RefusedCommands sync={sync} rows={status.needsAttention} />}
      </div>
    </Dialog>
  );
}

function Waiting({ status, onLeave }: { readonly status: SyncStatus; readonly onLeave: () => void }) {
  if (status.unsynced === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <p>
        {status.isDurable
          ? `${counted(status.unsynced, 'change', 'changes')} safely on this device, sent as soon as the server answers.`
          : `${counted(status.unsynced, 'change', 'changes')} waiting to be sent.`}
      </p>
      {!status.isDurable && (
        <Notice tone="bad">
          This browser keeps nothing. Close this page and you lose what still waits. Leave it open, or save it as a
          file.
        </Notice>
      )}
      {status.mustSignIn && (
        <Notice tone="info">
          Your session has ended.{' '}
          <Link to="/login" className="link" onClick={onLeave}>
            Log in again
          </Link>{' '}
          to send them.
        </Notice>
      )}
    </div>
  );
}

function RefusedCommands({ sync, rows }: { readonly sync: SyncClient; readonly rows: readonly OutboxRow[] }) {
  return (
    <section aria-label="Needs attention">
      <h3 className="text-18 font-[650]">Refused by the server</h3>
      <p className="mt-1 text-ink-2">They stay here until you deal with them.</p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {rows.map(({ command, code }) => (
          <li key={command.id} className="flex items-center gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-[650]">{describeCommand(command)}</p>
              <p className="text-14 text-ink-2">{errors[code ?? 'internal'].text}</p>
            </div>
            <Button variant="quiet" onClick={() => void sync.dismiss(command.id)}>
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function exportWaiting(sync: SyncClient): Promise<void> {
  saveFile('pushoff-waiting.json', await sync.exportWaiting(), 'application/json');
}
