import { useEffect, useState } from 'react';
import { latePart } from '../event/late-part.tsx';
import { useObservable, useSync } from '../sync/use-sync.ts';
import { Button } from '../ui/button.tsx';
import { WarningIcon } from '../ui/icons.tsx';

const dialog = latePart(() => import('./waiting-dialog.tsx').then((module) => module.WaitingDialog));

/** The number of commands that the server does not have yet. Nothing is shown when it has all. */
export function SyncStatus() {
  const sync = useSync();
  const status = useObservable(sync?.status, null);
  const [isOpen, setIsOpen] = useState(false);
  const isWaiting = useLasting((status?.unsynced ?? 0) > 0);
  const attention = status?.needsAttention.length ?? 0;
  // The part that lists waiting changes is loaded ahead: it is needed where there may be no signal.
  useEffect(() => {
    if (sync !== null) void dialog.preload();
  }, [sync]);
  if (sync === null || status === null) return null;
  if (!isWaiting && attention === 0) return null;
  return (
    <>
      <Button variant="quiet" className="px-2! sm:px-3!" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {attention > 0 && <WarningIcon className="size-5 text-danger" />}
        <span className="digits whitespace-nowrap">
          {attention > 0 ? attention : status.unsynced}
          {/* On the narrowest phones the header has no room for the word; it must not jump when a command waits. */}
          <span className="max-[419px]:sr-only">{attention > 0 ? ' to sort out' : ' waiting'}</span>
          {attention === 0 && (
            <span aria-hidden className="ms-1 inline-block size-2 rounded-full bg-waiting align-middle sm:hidden" />
          )}
        </span>
      </Button>
      {isOpen && <dialog.Part {...{ sync, status }} onClose={() => setIsOpen(false)} />}
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
