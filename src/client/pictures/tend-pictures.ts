import type { EventState } from '../../domain/model/state.ts';
import type { ShownEvent } from '../sync/event-store.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import type { KeptFinish } from './kept-finish.ts';
import { pictureStore } from './keep-pictures.ts';
import { listShared } from './picture-calls.ts';
import { isOver } from './picture-store.ts';

export { sharePictures } from './share-pictures.ts';

/** By then the server has been heard, where there is a signal: an event of the device's cache may have changed since. */
const HEARD_AFTER_MS = 10_000;

/** Takes away what is over, and pictures whose event or racer is gone. Once for each page: an undo in it finds them again. */
export async function tendPictures(
  sync: Pick<SyncClient, 'event' | 'followEvent'>,
  hear: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, HEARD_AFTER_MS)),
): Promise<void> {
  const store = pictureStore();
  await store.remove((finish) => isOver(finish));
  const events = new Set((await store.list()).map(({ eventId }) => eventId));
  const leave = Array.from(events, (eventId) => sync.followEvent(eventId));
  await hear();
  await store.remove((finish) => isGoneFrom(sync.event(finish.eventId).getSnapshot(), finish));
  for (const eventId of events) await dropDeleted(sync, eventId);
  for (const stop of leave) stop();
}

/** A racer who was deleted from the list of racers stays in the event by name: the server knows. */
async function dropDeleted(sync: Pick<SyncClient, 'event'>, eventId: string): Promise<void> {
  const answer = await listShared(eventId);
  const taps = sync.event(eventId).getSnapshot().event?.taps ?? {};
  const deleted = new Set(answer.ok ? answer.value.deletedRacers : []);
  await pictureStore().remove(({ tapId, racerId }) => deleted.has(taps[tapId]?.racerId ?? racerId ?? ''));
}

const isGoneFrom = ({ event, problem }: ShownEvent, finish: KeptFinish): boolean =>
  problem === 'event-not-found' ||
  problem === 'event-deleted' ||
  (event !== null && (event.deletedAt !== null || isRacerGone(event, finish)));

function isRacerGone({ taps, entries }: EventState, { tapId, racerId }: KeptFinish): boolean {
  const owner = taps[tapId]?.racerId ?? racerId;
  return owner !== null && entries[owner]?.removed === true;
}
