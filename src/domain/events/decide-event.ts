import { ok, refuse } from '../result.ts';
import type { ChangeBody } from '../model/changes.ts';
import { evictions } from './decide-admins.ts';
import type { CommandOf, Decision, DecisionContext } from './decision.ts';
import type { EventState } from '../model/state.ts';

export const RESTORABLE_MS = 30 * 24 * 3_600_000;

export function renameEvent(event: EventState, command: CommandOf<'event.rename'>): Decision {
  const name = command.name.trim();
  if (name === '') return refuse('event-name-blank');
  return ok(name === event.name ? [] : [{ type: 'event-renamed', name }]);
}

type Settings = Pick<EventState, 'initialsOnly' | 'isIndexed'>;

/** Only settings that differ from the present ones. */
export function settingsOf(now: Settings, { initialsOnly, isIndexed }: Partial<Settings>): readonly ChangeBody[] {
  const changed = {
    ...(initialsOnly !== undefined && initialsOnly !== now.initialsOnly && { initialsOnly }),
    ...(isIndexed !== undefined && isIndexed !== now.isIndexed && { isIndexed }),
  };
  return Object.keys(changed).length === 0 ? [] : [{ type: 'event-configured', ...changed }];
}

export function restoreEvent(
  event: EventState,
  _command: CommandOf<'event.restore'>,
  { now }: DecisionContext,
): Decision {
  if (event.deletedAt === null) return ok([]);
  return now - event.deletedAt > RESTORABLE_MS ? refuse('restore-expired') : ok([{ type: 'event-restored' }]);
}

export function shareEvent(event: EventState): Decision {
  if (event.awaitingCredits) return refuse('awaiting-credits');
  if (event.sharedGroup !== null) return ok([]);
  return ok([{ type: 'event-shared', groupId: event.ownerId, groupName: 'public' }]);
}

export function rotateKeys(event: EventState, { which }: CommandOf<'keys.rotate'>): Decision {
  const rotated = { type: 'keys-rotated', which } as const;
  return ok(which === 'viewer' ? [rotated] : [rotated, ...evictions(event)]);
}
