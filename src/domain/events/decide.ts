import type { Actor } from '../access/actor.ts';
import { can, type Capability, type Guarded, roleOf } from '../access/can.ts';
import { ok, refuse } from '../result.ts';
import { HUNDREDTHS } from '../results/precision.ts';
import { hasRoom } from './capacity.ts';
import type { ChangeBody } from './changes.ts';
import type { EnteredRacer, EventCommand } from './commands.ts';
import { type AdminCommand, decideAdmins, evictions } from './decide-admins.ts';
import { decideRace, withFreeBibs } from './decide-race.ts';
import { changePrecision, decideRuling } from './decide-ruling.ts';
import { decideTap } from './decide-tap.ts';
import { type Decision, type DecisionContext, inParts, isPlausible } from './decision.ts';
import { decideDetails } from './decide-format.ts';
import { plainFormat, type RaceFormat } from './race-format.ts';
import { plainRace } from './race-settings.ts';
import type { EventState } from './state.ts';

export const RESTORABLE_MS = 30 * 24 * 3_600_000;
const nothing: Decision = ok([]);

const needs: Readonly<Record<Exclude<EventCommand['type'], 'event.create' | 'event.duplicate'>, Capability>> = {
  'event.rename': 'rename',
  'event.configure': 'configure',
  'event.delete': 'delete',
  'event.restore': 'delete',
  'entries.add': 'addRacers',
  'entry.remove': 'removeRacers',
  'entry.restore': 'removeRacers',
  'tap.record': 'time',
  'tap.undo': 'time',
  'tap.redo': 'time',
  'tap.correct': 'time',
  'tap.choose': 'time',
  'tap.assign': 'time',
  'tap.enter': 'time',
  'tap.fill': 'time',
  'taps.shift': 'time',
  'shift.undo': 'time',
  'taps.move': 'time',
  'status.set': 'time',
  'adjustment.add': 'time',
  'adjustment.remove': 'time',
  'statuses.set': 'time',
  'precision.set': 'configure',
  'bibs.set': 'time',
  'schedule.set': 'time',
  'schedule.shift': 'time',
  'race.configure': 'configure',
  'format.set': 'configure',
  'details.set': 'addRacers',
  'handicaps.set': 'time',
  'official.set': 'configure',
  'helper.name': 'time',
  'rehearsal.begin': 'configure',
  'rehearsal.end': 'time',
  'admin.invite': 'inviteAdmins',
  'admin.join': 'join',
  'admin.remove': 'removeAdmins',
  'admin.uninvite': 'removeAdmins',
  'admin.leave': 'leave',
  'owner.change': 'handOver',
  'group.share': 'share',
  'group.withdraw': 'share',
  'keys.rotate': 'rotateKeys',
};

/** Total and pure: every event, command and context has an answer, and always the same one. */
export function decide(event: EventState | null, command: EventCommand, context: DecisionContext): Decision {
  if (command.type === 'event.create' || command.type === 'event.duplicate') {
    return decideNew(event, command, context);
  }
  const refusal = accessRefusal(event, command, context.actor);
  if (refusal !== null || event === null) return refuse(refusal ?? 'event-not-found');
  const decision = decideInside(event, command, context);
  // Commands that change nothing need no room: one that was sent before is answered as it was.
  const isFull = decision.ok && decision.value.length > 0 && !hasRoom(event, command);
  return isFull ? refuse('event-full') : decision;
}

/** Why an actor may not send this command at all; null: the actor may. */
export function accessRefusal(
  event: Guarded | null,
  { type }: Inside,
  actor: Actor,
): 'event-not-found' | 'permission-denied' | null {
  if (event === null) return 'event-not-found';
  if (can(actor, needs[type], event)) return null;
  // An actor who may not see the event does not learn whether it exists.
  return roleOf(actor, event) === 'none' ? 'event-not-found' : 'permission-denied';
}

function decideInside(event: EventState, command: Inside, context: DecisionContext): Decision {
  if (command.type === 'event.restore') return decideRestore(event, context);
  if (event.deletedAt !== null) return command.type === 'event.delete' ? nothing : refuse('event-deleted');
  return decideOn(event, command, context);
}

type NewEvent = EventCommand & { readonly type: 'event.create' | 'event.duplicate' };

function decideNew(event: EventState | null, command: NewEvent, { actor, placed, source }: DecisionContext): Decision {
  // The account is checked first: an actor who may create no event does not learn whether this one exists.
  if (actor.userId === null || actor.isAnonymous) return refuse('account-required');
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
    ...(source.race === plainRace ? [] : [{ type: 'race-configured', settings: source.race } as const]),
    ...(source.format === plainFormat ? [] : [{ type: 'format-set', format: forCopy(source.format) } as const]),
    ...(racers.length === 0 ? [] : [{ type: 'entries-added', racers } as const]),
    ...inParts(described, (given) => ({ type: 'details-set', given })),
  ]);
}

/** The copy begins with the first attempt, on another day: handicaps of that day are still to be found. */
function forCopy(format: RaceFormat): RaceFormat {
  return { ...format, attempts: { ...format.attempts, current: 1 }, handicap: null, conditions: '' };
}

/** Details follow in a change of their own: releases before them would show the details to viewers. */
function addEntries(event: EventState, entered: readonly EnteredRacer[], context: DecisionContext): Decision {
  if (entered.length === 0) return nothing;
  const racers = entered.map(({ details: _later, ...racer }) => racer);
  const given = entered.flatMap(({ racerId, details }) => (details === undefined ? [] : [{ racerId, details }]));
  const added = withFreeBibs(event, racers);
  const details = decideDetails(() => undefined, given, context);
  return details.ok ? ok([{ type: 'entries-added', racers: added }, ...details.value]) : details;
}

type Settings = Pick<EventState, 'initialsOnly' | 'isIndexed'>;

const initial: Settings = { initialsOnly: false, isIndexed: false };

/** Only settings that differ from the present ones. */
function settingsOf(now: Settings, { initialsOnly, isIndexed }: Partial<Settings>): readonly ChangeBody[] {
  const changed = {
    ...(initialsOnly !== undefined && initialsOnly !== now.initialsOnly && { initialsOnly }),
    ...(isIndexed !== undefined && isIndexed !== now.isIndexed && { isIndexed }),
  };
  return Object.keys(changed).length === 0 ? [] : [{ type: 'event-configured', ...changed }];
}

function decideRestore(event: EventState, { now }: DecisionContext): Decision {
  if (event.deletedAt === null) return nothing;
  return now - event.deletedAt > RESTORABLE_MS ? refuse('restore-expired') : ok([{ type: 'event-restored' }]);
}

type Inside = Exclude<EventCommand, NewEvent>;
type OnEvent = Exclude<Inside, { readonly type: 'event.restore' }>;

function decideOn(event: EventState, command: OnEvent, context: DecisionContext): Decision {
  switch (command.type) {
    case 'event.rename': {
      const name = command.name.trim();
      if (name === '') return refuse('event-name-blank');
      return name === event.name ? nothing : ok([{ type: 'event-renamed', name }]);
    }
    case 'event.configure':
      return ok(settingsOf(event, command));
    case 'event.delete':
      return ok([{ type: 'event-deleted' }]);
    case 'entries.add': {
      const seen = new Set<string>();
      const racers = command.racers.filter(({ racerId, rehearsal }) => {
        const entry = event.entries[racerId];
        // A made-up racer in the place of a removed one would take the removed one along when the rehearsal ends.
        const isNew = (entry === undefined || (entry.removed && !rehearsal)) && !seen.has(racerId);
        seen.add(racerId);
        return isNew;
      });
      // Racers made up for a rehearsal are wiped with it: outside of one they would stay, and nobody has paid for them.
      if (event.rehearsal === null && racers.some(({ rehearsal }) => rehearsal)) return refuse('no-rehearsal');
      return addEntries(event, racers, context);
    }
    case 'entry.remove':
    case 'entry.restore': {
      const entry = event.entries[command.racerId];
      const removes = command.type === 'entry.remove';
      if (entry === undefined) return refuse('racer-not-in-event');
      if (entry.removed === removes) return nothing;
      if (removes) return ok([{ type: 'entry-removed', racerId: command.racerId }]);
      const restored = { type: 'entry-restored', racerId: command.racerId } as const;
      const { bib } = withFreeBibs(event, [entry])[0]!;
      return ok([
        restored,
        ...(bib === entry.bib ? [] : [{ type: 'bibs-set', bibs: [{ racerId: entry.racerId, bib }] } as const]),
      ]);
    }
    case 'tap.record':
    case 'tap.undo':
    case 'tap.redo':
    case 'tap.correct':
    case 'tap.choose':
    case 'tap.assign':
    case 'tap.enter':
    case 'tap.fill':
    case 'taps.shift':
    case 'shift.undo':
    case 'taps.move':
      return decideTap(event, command, context);
    case 'status.set':
    case 'adjustment.add':
    case 'adjustment.remove':
      return decideRuling(event, command);
    case 'statuses.set':
    case 'bibs.set':
    case 'schedule.set':
    case 'schedule.shift':
    case 'race.configure':
    case 'format.set':
    case 'details.set':
    case 'handicaps.set':
    case 'official.set':
    case 'helper.name':
    case 'rehearsal.begin':
    case 'rehearsal.end':
      return decideRace(event, command, context);
    case 'precision.set':
      return ok(changePrecision(event.precision, command.precision));
    default:
      return decideAccess(event, command, context);
  }
}

function decideAccess(event: EventState, command: AccessCommand, context: DecisionContext): Decision {
  switch (command.type) {
    case 'group.share':
      if (event.awaitingCredits) return refuse('awaiting-credits');
      return event.sharedGroup === null
        ? ok([{ type: 'event-shared', groupId: event.ownerId, groupName: 'public' }])
        : nothing;
    case 'group.withdraw':
      return event.sharedGroup === null ? nothing : ok([{ type: 'event-withdrawn' }]);
    case 'keys.rotate': {
      const rotated = { type: 'keys-rotated', which: command.which } as const;
      return ok(command.which === 'viewer' ? [rotated] : [rotated, ...evictions(event)]);
    }
    default:
      return decideAdmins(event, command, context);
  }
}

type AccessCommand = Extract<OnEvent, AdminCommand | { readonly type: `group.${string}` | 'keys.rotate' }>;
