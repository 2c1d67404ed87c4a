import type { Actor } from '../../domain/access/actor.ts';
import type { Sight } from '../../domain/sights/views.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { id } from '../../protocol/commands.ts';
import { type EventDoor, openingKeysOf } from '../access/event-door.ts';
import { identifyActor } from '../access/identify-actor.ts';
import { judgeReader } from '../access/judge-reader.ts';
import { nobodySends, type Sender } from '../access/sender.ts';
import type { ServerContext } from '../server-context.ts';
import type { KeyGuesses } from '../guesses/key-guesses.ts';
import { readDoor } from '../storage/event-doors.ts';
import type { AppContext } from './context.ts';
import { findSender } from './find-sender.ts';
import { idIn } from './path-id.ts';

/** An event that the sender may see. Its content has not been read yet. */
export interface SeenEvent {
  readonly door: EventDoor;
  readonly actor: Actor;
  readonly sight: Sight;
  readonly sender: Sender;
}

/**
 * A missing event and a hidden event must look alike, and cost alike: nothing of an event is read before its reader is
 * known to be one. The event is the one in the path, unless one is named.
 */
export function createEventLook(parts: ServerContext, keyGuesses: KeyGuesses) {
  const { db } = parts.storage;
  return async (
    c: AppContext,
    eventId: string = idIn(c, 'eventId'),
  ): Promise<Result<SeenEvent, 'event-not-found' | 'event-deleted'>> => {
    // The sender is found first: the answer takes a stale cookie back, whether there is such an event or not.
    const sender = (await findSender(parts, c)) ?? nobodySends;
    if (!id.safeParse(eventId).success) return refuse('event-not-found');
    const key = c.req.query('key');
    const guess = key === undefined ? null : keyGuesses.begin(c.get('address'), eventId, key);
    try {
      const door = await readDoor(db, eventId, sender);
      const keys = key === undefined || guess === null ? {} : { [eventId]: key };
      const readKeys = async () => door && openingKeysOf(door);
      const onKey = (_eventId: string, opens: boolean) => guess?.judged(opens);
      const actor = await identifyActor({ readKeys }, { ...sender, keys, onKey }, door ?? null, eventId);
      if (door === undefined) return refuse('event-not-found');
      const judged = judgeReader(actor, door);
      return judged.ok ? ok({ door, actor, sight: judged.value.sight, sender }) : judged;
    } finally {
      guess?.end();
    }
  };
}
