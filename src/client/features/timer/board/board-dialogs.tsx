import { useEffect } from 'react';
import type { OpenEvent } from '../event-context.ts';
import { latePart } from '../late-part.tsx';

export type BoardDialog =
  | { readonly kind: 'add' | 'invite' | 'history' | 'keys' | 'change' }
  | { readonly kind: 'racer'; readonly racerId: string };

const eventPicker = latePart(() => import('../dialogs/event-picker.tsx').then((module) => module.EventPicker));
const racerPicker = latePart(() => import('../dialogs/racer-picker.tsx').then((module) => module.RacerPicker));
const invite = latePart(() => import('../dialogs/invite-dialog.tsx').then((module) => module.InviteDialog));
const details = latePart(() => import('../dialogs/racer-details.tsx').then((module) => module.RacerDetails));
const history = latePart(() => import('../dialogs/history-dialog.tsx').then((module) => module.HistoryDialog));
const keys = latePart(() => import('./keys/keys-dialog.tsx').then((module) => module.KeysDialog));
export const moreMenu = latePart(() => import('./header/more-menu.tsx').then((module) => module.MoreMenu));
export const shareMenu = latePart(() => import('../dialogs/share-menu.tsx').then((module) => module.ShareMenu));

const PRELOAD_AFTER_MS = 1500;

export interface BoardDialogsProps {
  readonly open: OpenEvent;
  readonly dialog: BoardDialog | null;
  readonly onClose: () => void;
  readonly onOpenEvent: (eventId: string) => void;
}

export function BoardDialogs({ open, dialog, onClose, onOpenEvent }: BoardDialogsProps) {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of [racerPicker, invite, details, history, eventPicker]) void part.preload();
    }, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  switch (dialog?.kind) {
    case 'add':
      return <racerPicker.Part open={open} onClose={onClose} />;
    case 'invite':
      return <invite.Part open={open} onClose={onClose} />;
    case 'history':
      return <history.Part open={open} onClose={onClose} />;
    case 'keys':
      return <keys.Part onClose={onClose} />;
    case 'change':
      return <eventPicker.Part sync={open.sync} onSelect={onOpenEvent} onClose={onClose} />;
    case 'racer':
      return <details.Part open={open} racerId={dialog.racerId} onClose={onClose} />;
    case undefined:
      return null;
  }
}
