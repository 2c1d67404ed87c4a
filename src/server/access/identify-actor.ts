import type { Actor } from '../../domain/access/actor.ts';
import { roleOf } from '../../domain/access/can.ts';
import { type EventDoor, type Knocking, type OpeningKeys, openingKeysOf } from './event-door.ts';
import { matchingKey } from './guest-keys.ts';
import { actorOf, type Sender } from './sender.ts';

/** The keys of an event, read only where somebody comes with one. */
export interface KeyReader {
  readKeys(eventId: string): Promise<OpeningKeys | undefined>;
}

/** Undefined where there is no such event. */
export interface DoorReader {
  readDoor(
    eventId: string,
    person: Knocking,
  ): Promise<Pick<EventDoor, 'ownerId' | 'admins' | 'keys' | 'screenKeys'> | undefined>;
}

/** A key is looked up with its event, so that another event's key opens nothing. */
export async function identifyActor(
  tx: KeyReader,
  sender: Sender,
  event: { readonly id: string } | null,
  eventId: string = event?.id ?? '',
): Promise<Actor> {
  const given = sender.keys[eventId];
  if (given === undefined) return actorOf(sender, null);
  // A key to an event that does not exist is a guess like any other.
  const keys = event === null ? undefined : await tx.readKeys(eventId);
  const key = keys === undefined ? null : matchingKey(given, keys);
  sender.onKey?.(eventId, key !== null);
  return actorOf(sender, key);
}

/** Whether an event exists for a sender, found out without reading the event. */
export async function isInside(tx: DoorReader, sender: Sender, eventId: string): Promise<boolean> {
  const door = await tx.readDoor(eventId, sender);
  if (door === undefined) return false;
  const given = sender.keys[eventId];
  const key = given === undefined ? null : matchingKey(given, openingKeysOf(door));
  return roleOf(actorOf(sender, key), door) !== 'none';
}
