import { can, hasAccount, roleOf } from '../access/can.ts';
import { ok, refuse } from '../result.ts';
import { HUNDREDTHS } from '../model/precision.ts';
import type { ChangeBody } from '../model/changes.ts';
import { settingsOf } from './decide-event.ts';
import { changePrecision } from './decide-ruling.ts';
import { type CommandOf, type Decision, type DecisionContext, inParts, isPlausible } from './decision.ts';
import { plainFormat, type RaceFormat } from '../model/race-format.ts';
import { plainRace, type RaceSettings } from '../model/race-settings.ts';
import type { EventState } from '../model/state.ts';

/**
 * Commands that make an event. They need an account and stand in no table of rights: nobody has rights in an event that is not
 * there yet.
 */
export type NewEvent = CommandOf<'event.create' | 'event.duplicate'>;

const initial = { initialsOnly: false, isIndexed: false };

export function decideNew(
  event: EventState | null,
  command: NewEvent,
  { actor, placed, source }: DecisionContext,
): Decision {
  // The account is checked first: an actor who may create no event does not learn whether this one exists.
  if (!hasAccount(actor)) return refuse('account-required');
  if (event !== null) return refuse('event-exists');
  if (!isPlausible(placed)) return refuse('time-not-plausible');
  const created = { type: 'event-created', ownerId: actor.userId, createdAt: placed.at } as const;
  if (command.type === 'event.create') {
    const name = command.name.trim();
    if (name === '') return refuse('event-name-blank');
    return ok([{ ...created, name, timeZone: command.timeZone, copiedFrom: null }]);
  }
  if (source === null || roleOf(actor, source) === 'none') return refuse('event-not-found');
  if (!can(actor, 'duplicate', source)) return refuse('permission-denied');
  if (source.deletedAt !== null) return refuse('event-deleted');
  const racers = Object.values(source.entries)
    .filter((entry) => !entry.removed)
    .filter((entry) => entry.rehearsal === undefined)
    .map(({ racerId, name, groups, bib }) => ({ racerId, name, groups, bib }));
  const described = Object.values(source.entries).flatMap(({ racerId, details, removed, rehearsal }) =>
    details == null || removed || rehearsal ? [] : [{ racerId, details }],
  );
  const { timeZone, id: copiedFrom } = source;
  const copy: ChangeBody = { ...created, name: `${source.name} (copy)`, timeZone, copiedFrom };
  // The setting comes before the names: viewers who follow the copy from its first change on must not see hidden names.
  return ok([
    copy,
    ...settingsOf(initial, source),
    ...changePrecision(HUNDREDTHS, source.precision),
    ...(source.race === plainRace
      ? []
      : [{ type: 'race-configured', settings: withoutPictures(source.race) } as const]),
    ...(source.format === plainFormat ? [] : [{ type: 'format-set', format: forCopy(source.format) } as const]),
    ...(racers.length === 0 ? [] : [{ type: 'entries-added', racers } as const]),
    ...inParts(described, (given) => ({ type: 'details-set', given })),
  ]);
}

/** Whoever is filmed at the next race is asked anew. */
const withoutPictures = (race: RaceSettings): RaceSettings => ({ ...race, openPictures: false });

/** The copy begins with the first attempt, on another day: handicaps of that day are still to be found. */
function forCopy(format: RaceFormat): RaceFormat {
  return { ...format, attempts: { ...format.attempts, current: 1 }, handicap: null, conditions: '' };
}
