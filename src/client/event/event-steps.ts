import { EVENT_COST } from '../../domain/credits/prices.ts';
import type { EventCommandBody } from '../../domain/events/commands.ts';
import type { GivenSlot } from '../../domain/model/changes.ts';
import { readResults } from '../../domain/results/read-results.ts';
import { errors } from '../../protocol/errors.ts';
import { hearAnswer } from '../sync/await-answer.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import type { Alerts } from '../ui/alert-dialog.tsx';
import { localTimeZone } from '../ui/moment.ts';
import { showToast } from '../ui/toast.tsx';
import { showUndo } from '../ui/undo-bar.tsx';
import { recordAndHear } from './await-answer.ts';
import { split } from './command-parts.ts';
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

/** The parts of a copy that differ from its event. */
export interface CopyOptions {
  readonly name: string;
  /** The start list of the copy. */
  readonly slots: readonly GivenSlot[];
}

export async function duplicateEvent(
  { sync, eventId, event }: OpenEvent,
  { name, slots }: CopyOptions,
  alerts: Alerts,
  onOpenEvent: (eventId: string) => void,
  onBuy: () => void,
): Promise<void> {
  if (!(await mayPayForEvent(sync, alerts, onBuy))) return;
  const copyId = sync.makeId();
  try {
    const outcome = await recordAndHear(sync, copyId, { type: 'event.duplicate', sourceId: eventId });
    if (outcome.kind !== 'refused') {
      const later: string[] = [];
      const record = async (body: EventCommandBody) =>
        void later.push((await sync.recordForEvent(copyId, body)).command.id);
      await record({ type: 'event.rename', name });
      for (const part of split(slots)) await record({ type: 'schedule.set', slots: part });
      const heard = await hearAnswer(sync, later);
      if (heard.kind === 'refused') {
        await alerts.alert(`The copy is made, without its new name or day. ${errors[heard.code].text}`);
      }
      const copied = 'Event duplicated successfully!';
      if (!readResults(event).some(({ state }) => state === 'on-course')) {
        showToast(copied, { tone: 'good' });
        return onOpenEvent(copyId);
      }
      // In the middle of a race the next tap belongs to this event.
      const action = { label: 'Open the copy', onClick: () => onOpenEvent(copyId) };
      showToast(copied, { tone: 'good', action });
      return;
    }
  } catch (error) {
    console.warn('The copy could not be recorded.', error);
  }
  showToast('Failed to duplicate event.', { tone: 'bad' });
}

/** Leaves the event and offers to restore it; for 30 days its owner can do so anywhere. */
export async function deleteEvent({ sync, eventId, event }: OpenEvent, onLeave: () => void): Promise<void> {
  await sync.recordForEvent(eventId, { type: 'event.delete' });
  onLeave();
  const undo = () => void sync.recordForEvent(eventId, { type: 'event.restore' });
  showUndo({ message: `${event.name} deleted`, undo });
}
