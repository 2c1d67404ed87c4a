import { EVENT_COST } from '../../domain/credits/prices.ts';
import { errors } from '../../protocol/errors.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import type { Alerts } from '../ui/alert-dialog.tsx';
import { localTimeZone } from '../ui/moment.ts';
import { showUndo } from '../ui/undo-bar.tsx';
import type { OpenEvent } from './event-context.ts';

/** False when the balance is known and too low; an alert has said so, and `onBuy` was called where the user wants to buy. */
export async function mayPayForEvent(sync: SyncClient, alerts: Alerts, onBuy: () => void): Promise<boolean> {
  const { credits } = sync.account.getSnapshot();
  if (credits === null || credits >= EVENT_COST) return true;
  const isBuying = await alerts.confirm({
    message: errors['not-enough-credits-for-event'].text,
    confirmLabel: 'Buy credits',
    cancelLabel: 'Not now',
  });
  if (isBuying) onBuy();
  return false;
}

/** Returns the id of the new event, which can be timed at once, with or without a network. */
export async function createEvent(sync: SyncClient, name: string): Promise<string> {
  const eventId = sync.makeId();
  await sync.recordForEvent(eventId, { type: 'event.create', name: name.trim(), timeZone: localTimeZone() });
  return eventId;
}

/** Leaves the event and offers to restore it; for 30 days its owner can do so anywhere. */
export async function deleteEvent({ sync, eventId, event }: OpenEvent, onLeave: () => void): Promise<void> {
  await sync.recordForEvent(eventId, { type: 'event.delete' });
  onLeave();
  const undo = () => void sync.recordForEvent(eventId, { type: 'event.restore' });
  showUndo({ message: `${event.name} deleted`, undo });
}
