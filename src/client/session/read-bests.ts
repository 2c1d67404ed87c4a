import type { BestsAnswer } from '../../protocol/history.ts';
import { api } from '../../protocol/routes.ts';

/** The earlier bests of an event's racers. Null: the reader may not have them. Throws where the network fails. */
export async function readBests(
  eventId: string,
  key: string | null,
  init: RequestInit = {},
): Promise<BestsAnswer['bests'] | null> {
  const path = api.bests.replace(':eventId', encodeURIComponent(eventId));
  const reply = await fetch(key === null ? path : `${path}?key=${encodeURIComponent(key)}`, init);
  if (reply.status === 429 || reply.status >= 500) throw new Error('Bests are not there yet');
  return reply.ok ? ((await reply.json()) as BestsAnswer).bests : null;
}
