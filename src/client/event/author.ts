import type { Author } from '../../domain/model/state.ts';
import type { OpenEvent } from './event-context.ts';

/** Empty where this reader may not know the author. */
export function nameAuthor(by: Author, open: OpenEvent): string {
  if (by.userId === '') return '';
  if (by.userId === open.shown.actor.userId) return 'You';
  return open.event.helpers.find(({ userId }) => userId === by.userId)?.name || by.name || 'Guest';
}

/**
 * The end of an id tells devices apart; its beginning is the time at which it was made. Empty where it is not known.
 */
export function nameDevice(by: Author, open: OpenEvent): string {
  if (by.deviceId === '') return '';
  return by.deviceId === open.sync.deviceId() ? 'this device' : `device ${by.deviceId.slice(-4)}`;
}
