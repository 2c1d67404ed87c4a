import { readEvent } from '../storage/event-reads.ts';
import type { Database } from '../storage/engine.ts';
import {
  dropFinish,
  listDeletedRacers,
  listFinishes,
  listOver,
  nextPictured,
  removeFinish,
} from '../storage/pictures.ts';
import type { Job } from './upkeep.ts';

const HOUR_MS = 3_600_000;

/** Pictures of finishes go when their time is over, and with their event and their racer. */
export const picturesJob = (db: Database): Job => ({
  name: 'finish pictures',
  everyMs: HOUR_MS,
  async step(after, now) {
    // An event that was deleted by mistake has its pictures for an hour.
    const over = await listOver(db, now, now - HOUR_MS);
    for (const { eventId, tapId } of over) await dropFinish(db, eventId, tapId);
    // No id is a blank, and none sorts before it.
    if (over.length > 0) return after === '' ? ' ' : after;
    const eventId = await nextPictured(db, after);
    if (eventId !== undefined) await removeOfGoneRacers(db, eventId, now);
    return eventId;
  },
});

async function removeOfGoneRacers(db: Database, eventId: string, now: number): Promise<void> {
  const event = await readEvent(db, eventId);
  if (event === null) return;
  const finishes = (await listFinishes(db, eventId)).map(({ tapId }) => ({
    tapId,
    racerId: event.taps[tapId]?.racerId,
  }));
  const racerIds = [...new Set(finishes.flatMap(({ racerId }) => racerId ?? []))];
  const gone = new Set(racerIds.filter((racerId) => event.entries[racerId]?.removed !== false));
  for (const racerId of await listDeletedRacers(db, racerIds)) gone.add(racerId);
  for (const { tapId, racerId } of finishes) {
    if (racerId != null && gone.has(racerId)) await removeFinish(db, eventId, tapId, now);
  }
}
