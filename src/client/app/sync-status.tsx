import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { latePart } from '../event/late-part.tsx';
import type { SyncClient } from '../sync/sync-client.ts';
import type { SyncStatus as Status } from '../sync/sync-status.ts';
import { useObservable, useSync } from '../sync/use-sync.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { WarningIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { saveFile } from '../ui/save-file.ts';
import { counted } from '../../domain/language.ts';

/** Names of commands and of refusals are long, and most races need none. */
const refused = latePart(() => import('./refused-commands.tsx').then((module) => module.RefusedCommands));

/** The number of commands that the server does not have yet. Nothing is shown when it has all. */
export function SyncStatus() {
  const sync = useSync();
  const status = useObservable(sync?.status, null);
  const [isOpen, setIsOpen] = useState(false);
  const isWaiting = useLasting((status?.unsynced ?? 0) > 0);
  const attention = status?.needsAttention.length ?? 0;
  // A refusal comes with a signal; it is read where there may be none.
  useEffect(() => {
    if (attention > 0) void refused.preload();
  }, [attention]);
  if (sync === null || status === null) return null;
  if (!isWaiting && attention === 0) return null;
  return (
    <>
      <Button variant="quiet" className="px-2! sm:px-3!" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {attention > 0 && <WarningIcon className="size-5 text-danger" />}
        <span className="digits whitespace-nowrap">
          {attention > 0 ? attention : status.unsynced}
          {/* On the narrowest phones the header has no room for the word; it must not jump when a command waits. */}
          <span className="max-[419px]:sr-only">{attention > 0 ? ' to see to' : ' waiting'}</span>
          {attention === 0 && (
            <span aria-hidden className="ms-1 inline-block size-2 rounded-full bg-waiting align-middle sm:hidden" />
          )}
        </span>
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Not on the server yet"
        footer={<Button onClick={() => void exportWaiting(sync)}>Save as a file</Button>}
      >
        <div className="flex flex-col gap-5">
          <Waiting status={status} onLeave={() => setIsOpen(false)} />
          {attention > 0 && <refused.Part sync={sync} rows={status.needsAttention} />}
        </div>
      </Dialog>
    </>
  );
}

/** A tap that is answered at once is not shown: a sign that comes and goes with every tap makes the header flicker. */
const LASTING_MS = 1_000;

function useLasting(isTrue: boolean): boolean {
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!isTrue) return setHasLasted(false);
    const timer = setTimeout(() => setHasLasted(true), LASTING_MS);
    return () => clearTimeout(timer);
  }, [isTrue]);
  return isTrue && hasLasted;
}

function Waiting({ status, onLeave }: { readonly status: Status; readonly onLeave: () => void }) {
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
          This browser keeps nothing: what waits is lost when this page closes. Leave it open, or save it as a file.
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

async function exportWaiting(sync: SyncClient): Promise<void> {
  saveFile('pushoff-waiting.json', await sync.exportWaiting(), 'application/json');
}
