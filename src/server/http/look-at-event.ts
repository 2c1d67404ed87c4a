import type { Actor } from '../../domain/access/actor.ts';
import type { Sight } from '../../domain/access/views.ts';
import type { EventState } from '../../domain/events/state.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { id } from '../../protocol/commands.ts';
import type { AccountParts } from '../accounts/parts.ts';
import { identifyActor } from '../commands/handle-command.ts';
import { nobodySends, type Sender } from '../commands/sender.ts';
import { judgeReader } from '../live/access.ts';
import { readEvent, readGuestKeys } from '../storage/event-reads.ts';
import { addressKey } from './client-address.ts';
import type { AppContext } from './context.ts';
import { findSender } from './find-sender.ts';
import type { KeyGuesses } from './key-guesses.ts';

export interface SeenEvent {
  readonly event: EventState;
  readonly actor: Actor;
  readonly sight: Sight;
  readonly sender: Sender;
}

/** What does not exist and what one may not see must look alike. The event is the one in the path, unless it is named. */
export function createEventLook(parts: AccountParts, keyGuesses: KeyGuesses) {
  const { db } = parts.storage;
  return async (
    c: AppContext,
    eventId: string = c.req.param('eventId') ?? '',
  ): Promise<Result<SeenEvent, 'event-not-found' | 'event-deleted'>> => {
    // First of all: the answer takes a stale cookie back, and must do so whether there is such an event or not.
    const sender = (await findSender(parts, c)) ?? nobodySends;
    if (!id.safeParse(eventId).success) return refuse('event-not-found');
    const key = c.req.query('key');
    const guess = key === undefined ? null : keyGuesses.begin(addressKey(c.get('address')), eventId, key);
    try {
      const event = await readEvent(db, eventId);
      const keys = key === undefined || guess === null ? {} : { [eventId]: key };
      const readKeys = (of: string) => readGuestKeys(db, of);
      const onWrongKey = () => guess?.failed();
      const actor = await identifyActor({ readKeys }, { ...sender, keys, onWrongKey }, event, eventId);
      if (event === null) return refuse('event-not-found');
      const judged = judgeReader(actor, event);
      return judged.ok ? ok({ event, actor, sight: judged.value.sight, sender }) : judged;
    } finally {
      guess?.end();
    }
  };
}
