import { use, useDeferredValue, useEffect } from 'react';
import { OpenContext } from '../../event/event-context.ts';
import { latePart } from '../../event/late-part.tsx';
import type { BoardDialog } from './board-dialog.ts';
import { renameField } from './header/event-name.tsx';
import { WatchedContext } from './strip/watched-times.ts';

const eventPicker = latePart(() => import('./dialogs/event-picker.tsx').then((module) => module.EventPicker));
const racerPicker = latePart(() => import('./dialogs/racer-picker.tsx').then((module) => module.RacerPicker));
const invite = latePart(() => import('./dialogs/invite-dialog.tsx').then((module) => module.InviteDialog));
const details = latePart(() => import('../../event/racer/racer-details.tsx').then((module) => module.RacerDetails));
const history = latePart(() => import('./dialogs/history-dialog.tsx').then((module) => module.HistoryDialog));
const settings = latePart(() => import('./dialogs/settings-dialog.tsx').then((module) => module.SettingsDialog));
const duplicate = latePart(() => import('./dialogs/duplicate-dialog.tsx').then((module) => module.DuplicateDialog));
const look = latePart(() => import('./dialogs/needs-look.tsx').then((module) => module.NeedsLook));
const readings = latePart(() => import('../../event/racer/keep-reading.tsx').then((module) => module.KeepReading));
const give = latePart(() => import('../../event/racer/give-time.tsx').then((module) => module.GiveTime));
const keys = latePart(() => import('../../timing/keys/keys-dialog.tsx').then((module) => module.KeysDialog));
export const shareMenu = latePart(() => import('./dialogs/share-menu.tsx').then((module) => module.ShareMenu));
export const viewerShareMenu = latePart(() =>
  import('../../event/share/viewer-share-menu.tsx').then((module) => module.ViewerShareMenu),
);

const PRELOAD_AFTER_MS = 1500;

export interface BoardDialogsProps {
  readonly dialog: BoardDialog | null;
  /** Null closes the dialog. */
  readonly onDialog: (dialog: BoardDialog | null) => void;
  readonly onOpenEvent: (eventId: string) => void;
}

export function BoardDialogs({ dialog, onDialog, onOpenEvent }: BoardDialogsProps) {
  const open = useDeferredValue(use(OpenContext));
  const { looks } = use(WatchedContext);
  useEffect(() => {
    const timer = setTimeout(() => {
      const parts = [racerPicker, invite, details, history, settings, eventPicker, look, readings, give, renameField];
      for (const part of parts) void part.preload();
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  if (open === null) return null;
  const onClose = () => onDialog(null);
  const onGive = (tapId: string) => onDialog({ kind: 'give', tapId });
  switch (dialog?.kind) {
    case 'add':
      return <racerPicker.Part open={open} onClose={onClose} />;
    case 'invite':
      return <invite.Part open={open} onClose={onClose} />;
    case 'history':
      return <history.Part open={open} onGive={onGive} onClose={onClose} />;
    case 'settings':
      return <settings.Part open={open} onClose={onClose} />;
    case 'look':
      return <look.Part open={open} looks={looks} onClose={onClose} />;
    case 'keys':
      return <keys.Part onClose={onClose} />;
    case 'change':
      return <eventPicker.Part sync={open.sync} onSelect={onOpenEvent} onClose={onClose} />;
    case 'duplicate':
      return <duplicate.Part open={open} onOpenEvent={onOpenEvent} onClose={onClose} />;
    case 'racer':
      return <details.Part open={open} racerId={dialog.racerId} onGive={onGive} onClose={onClose} />;
    case 'readings':
      return <readings.Part open={open} racerId={dialog.racerId} line={dialog.line} onClose={onClose} />;
    case 'give':
      return <give.Part open={open} tapId={dialog.tapId} onClose={onClose} />;
    case undefined:
      return null;
  }
}
