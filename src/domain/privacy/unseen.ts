import type { AddedRacer } from '../model/changes.ts';
import type { Author } from '../model/state.ts';

/** The author in every change that viewers get. */
export const unnamed: Author = { userId: '', name: '', deviceId: '' };
/** The clock readings in every tap that viewers get. */
export const unread = { wall: 0, monotonic: 0, origin: 0 };

/** A removed racer for readers who may not know the name: the entry stays, so that taps and changes find it. */
export function forget<Racer extends AddedRacer>(racer: Racer): Racer {
  return { ...racer, name: '', groups: [], bib: null };
}

/** The rest of an object whose fields are all named: a field that is added later makes the call fail to compile. */
export function nothingMore(_rest: Record<string, never>): void {}
