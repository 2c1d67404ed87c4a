import { counted } from '../../domain/language.ts';
import { type HistoryAnswer, historyPath, type OwnHistory } from '../../protocol/history.ts';
import { call } from '../session/api.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import { showToast } from '../ui/toast.tsx';
import { showUndo } from '../ui/undo-bar.tsx';

const OFFER_MS = 10_000;

/** Gives a racer the name of the library in events where another stands; taking it back brings each its own. */
export function renameElsewhere(sync: SyncClient, name: string, elsewhere: OwnHistory['elsewhere']): void {
  const rename = (nameFor: (was: string) => string) => {
    for (const { eventId, racerId, name: was } of elsewhere) {
      void sync.recordForEvent(eventId, { type: 'entry.rename', racerId, name: nameFor(was) });
    }
  };
  rename(() => name);
  showUndo({
    message: `Renamed in ${counted(elsewhere.length, 'event', 'events')} too`,
    undo: () => rename((was) => was),
  });
}

/** Offers to rename a racer in past events where another name stands, after the racer was renamed in the library. */
export async function offerElsewhere(sync: SyncClient, racerId: string, name: string): Promise<void> {
  const history = await call<HistoryAnswer>('GET', historyPath(racerId));
  const elsewhere = history.ok ? (history.value.own?.elsewhere ?? []) : [];
  if (elsewhere.length === 0) return;
  showToast(`Renamed to ${name}`, {
    duration: OFFER_MS,
    action: {
      label: `Also in ${counted(elsewhere.length, 'past event', 'past events')}`,
      onClick: () => renameElsewhere(sync, name, elsewhere),
    },
  });
}
