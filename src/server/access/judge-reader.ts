import { type Actor, nobody } from '../../domain/access/actor.ts';
import { can, type Guarded, type Role, roleOf } from '../../domain/access/can.ts';
import { type Sight, sightOf, type Telling, type View, viewOf } from '../../domain/sights/views.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import { ROWS_SINCE } from '../../protocol/schema-version.ts';
import { actorOf, type Sender } from './sender.ts';

/** A reader's access to an event. */
export interface Access {
  readonly role: Role;
  readonly sight: Sight;
  readonly view: View;
  readonly seesKeys: boolean;
}

export function readerOf(sender: Sender | null, key: Actor['key']): Actor {
  return sender === null ? { ...nobody, key } : actorOf(sender, key);
}

/** Data by which access to an event is judged: the event itself, or only its row. */
export interface Judged extends Guarded {
  readonly deletedAt: number | null;
}

/**
 * A deleted event exists for its owner alone, who can bring it back; other readers who could see it are told that it is
 * deleted.
 */
export function judgeReader(actor: Actor, event: Judged): Result<Access, 'event-not-found' | 'event-deleted'> {
  const role = roleOf(actor, event);
  const sight = sightOf(role, actor);
  if (sight === null) return refuse('event-not-found');
  if (event.deletedAt !== null && !can(actor, 'delete', event)) return refuse('event-deleted');
  return ok(accessOf(role, sight, can(actor, 'seeKeys', event)));
}

const known = new Map<string, Access>();

/**
 * One object for all readers with the same access: at the ten thousandth follower it is still in the processor's cache.
 */
function accessOf(role: Role, sight: Sight, seesKeys: boolean): Access {
  const name = `${role} ${sight} ${seesKeys}`;
  const access = known.get(name) ?? { role, sight, view: viewOf(sight), seesKeys };
  known.set(name, access);
  return access;
}

/** The form of an event that a page of this schema version understands. */
export function tellingOf(sight: Sight, schema: number): Telling {
  return sight === 'viewer' && schema < ROWS_SINCE ? 'plain' : sight;
}
