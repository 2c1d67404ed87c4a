import type { AddedRacer } from '../events/changes.ts';
import type { Author } from '../events/state.ts';

/** The author in every change that viewers get. */
export const unnamed: Author = { userId: '', name: '', deviceId: '' };
/** The clock readings in every tap that viewers get. */
export const unread = { wall: 0, monotonic: 0, origin: 0 };

/** A removed racer for readers who may not know the name: the entry stays, so that taps and changes find it. */
export function forget<Racer extends AddedRacer>(racer: Racer): Racer {
  return { ...racer, name: '', groups: [], bib: null };
}
