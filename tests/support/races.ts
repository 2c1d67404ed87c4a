import { randomUUID } from 'node:crypto';
import type { GuestKeys } from '../../src/protocol/live.ts';
import { api } from '../../src/protocol/routes.ts';
import { addRacers, batchOf, createEvent, createRacer } from './commands.ts';
import type { TestClient } from './running-server.ts';

export interface Race {
  readonly eventId: string;
  readonly racerId: string;
  readonly keys: GuestKeys;
}

/** An event with one racer in it. */
export async function newRace(client: TestClient): Promise<Race> {
  const [eventId, racerId] = [randomUUID(), randomUUID()];
  await client.post(api.commands, batchOf(createRacer(racerId), createEvent(eventId), addRacers(eventId, racerId)));
  const { keys } = (await (await client.get(api.event.replace(':eventId', eventId))).json()) as { keys: GuestKeys };
  return { eventId, racerId, keys };
}
