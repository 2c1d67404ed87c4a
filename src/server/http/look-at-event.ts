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
    const event = id.safeParse(eventId).success ? await readEvent(db, eventId) : null;
    const place = addressKey(c.get('address'));
    const key = keyGuesses.allows(place, eventId) ? c.req.query('key') : undefined;
    const onWrongKey = () => key !== undefined && keyGuesses.failed(place, eventId, key);
    if (event === null) {
      onWrongKey();
      return refuse('event-not-found');
    }
    const keys = key === undefined ? {} : { [event.id]: key };
    const readKeys = (of: string) => readGuestKeys(db, of);
    const actor = await identifyActor({ readKeys }, { ...sender, keys, onWrongKey }, event);
    const judged = judgeReader(actor, event);
    return judged.ok ? ok({ event, actor, sight: judged.value.sight, sender }) : judged;
  };
}
