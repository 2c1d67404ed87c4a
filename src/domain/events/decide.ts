import type { Actor } from '../access/actor.ts';
import { can, type Capability, roleOf } from '../access/can.ts';
import { ok, refuse, type Result } from '../result.ts';
import type { Placed } from '../timing/clock.ts';
import type { EpochMs } from '../units.ts';
import { isSameAdmin } from './apply.ts';
import type { ChangeBody } from './changes.ts';
import type { EventCommand } from './commands.ts';
import { decideTap } from './decide-tap.ts';
import type { EventState } from './state.ts';

export type Refusal =
  | 'event-not-found'
  | 'event-exists'
  | 'event-deleted'
  | 'event-name-blank'
  | 'account-required'
  | 'permission-denied'
  | 'restore-expired'
  | 'racer-not-in-event'
  | 'tap-not-found'
  | 'tap-has-no-racer'
  | 'admin-not-found'
  | 'awaiting-credits';

export type Decision = Result<readonly ChangeBody[], Refusal>;

export interface DecisionContext {
  readonly actor: Actor;
  /** The moment of the decision, on the common clock. */
  readonly now: EpochMs;
  /** Where the command's captured reading falls on the common clock. */
  readonly placed: Placed;
  /** The event that is copied, for `event.duplicate`. */
  readonly source: EventState | null;
}

export const RESTORABLE_MS = 30 * 24 * 3_600_000;
const nothing: Decision = ok([]);

const needs: Readonly<Record<Exclude<EventCommand['type'], 'event.create' | 'event.duplicate'>, Capability>> = {
  'event.rename': 'rename',
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

/** Total and pure: for every event, command and context there is an answer, and always the same one. */
export function decide(event: EventState | null, command: EventCommand, context: DecisionContext): Decision {
  if (command.type === 'event.create' || command.type === 'event.duplicate') {
    return event === null ? decideNew(command, context) : refuse('event-exists');
  }
  if (event === null) return refuse('event-not-found');
  if (!can(context.actor, needs[command.type], event)) {
    // Whoever may not even see it learns nothing of whether it exists.
    return refuse(roleOf(context.actor, event) === 'none' ? 'event-not-found' : 'permission-denied');
  }
  if (command.type === 'event.restore') return decideRestore(event, context);
  if (event.deletedAt !== null) return command.type === 'event.delete' ? nothing : refuse('event-deleted');
  return decideOn(event, command, context);
}

type NewEvent = EventCommand & { readonly type: 'event.create' | 'event.duplicate' };

function decideNew(command: NewEvent, { actor, placed, source }: DecisionContext): Decision {
  if (actor.userId === null || actor.isAnonymous) return refuse('account-required');
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
    .map(({ racerId, name, groups, bib }) => ({ racerId, name, groups, bib }));
  const { timeZone, id: copiedFrom } = source;
  const copy: ChangeBody = { ...created, name: `${source.name} (copy)`, timeZone, copiedFrom };
  return ok(racers.length === 0 ? [copy] : [copy, { type: 'entries-added', racers }]);
}

function decideRestore(event: EventState, { now }: DecisionContext): Decision {
  if (event.deletedAt === null) return nothing;
  return now - event.deletedAt > RESTORABLE_MS ? refuse('restore-expired') : ok([{ type: 'event-restored' }]);
}

type OnEvent = Exclude<EventCommand, { readonly type: 'event.create' | 'event.duplicate' | 'event.restore' }>;

function decideOn(event: EventState, command: OnEvent, context: DecisionContext): Decision {
  switch (command.type) {
    case 'event.rename': {
      const name = command.name.trim();
      if (name === '') return refuse('event-name-blank');
      return name === event.name ? nothing : ok([{ type: 'event-renamed', name }]);
    }
    case 'event.delete':
      return ok([{ type: 'event-deleted' }]);
    case 'entries.add': {
      const seen = new Set<string>();
      const racers = command.racers.filter(({ racerId }) => {
        const entry = event.entries[racerId];
        const isNew = (entry === undefined || entry.removed) && !seen.has(racerId);
        seen.add(racerId);
        return isNew;
      });
      return racers.length === 0 ? nothing : ok([{ type: 'entries-added', racers }]);
    }
    case 'entry.remove':
    case 'entry.restore': {
      const entry = event.entries[command.racerId];
      const removes = command.type === 'entry.remove';
      if (entry === undefined) return refuse('racer-not-in-event');
      if (entry.removed === removes) return nothing;
      return ok([{ type: removes ? 'entry-removed' : 'entry-restored', racerId: command.racerId }]);
    }
    case 'tap.record':
    case 'tap.undo':
    case 'tap.redo':
    case 'tap.correct':
    case 'tap.choose':
    case 'tap.assign':
      return decideTap(event, command, context);
    default:
      return decideAccess(event, command, context);
  }
}

function decideAccess(event: EventState, command: AccessCommand, { actor }: DecisionContext): Decision {
  const admin = adminOf(event, command, actor);
  switch (command.type) {
    case 'admin.invite':
    case 'admin.join':
      if (
        event.admins.some((known) => isSameAdmin(known, admin!)) ||
        (actor.userId === event.ownerId && command.type === 'admin.join')
      )
        return nothing;
      return ok([{ type: 'admin-added', admin: admin! }]);
    case 'admin.remove':
    case 'admin.uninvite':
    case 'admin.leave':
      return admin === undefined ? refuse('admin-not-found') : ok([{ type: 'admin-removed', admin }]);
    case 'owner.change': {
      if (command.userId === event.ownerId) return nothing;
      if (admin === undefined) return refuse('admin-not-found');
      const former = { kind: 'user', userId: event.ownerId, via: 'invitation' } as const;
      return ok([
        { type: 'owner-changed', ownerId: command.userId },
        { type: 'admin-removed', admin },
        { type: 'admin-added', admin: former },
      ]);
    }
    case 'group.share':
      if (event.awaitingCredits) return refuse('awaiting-credits');
      return event.sharedGroup === null
        ? ok([{ type: 'event-shared', groupId: event.ownerId, groupName: 'public' }])
        : nothing;
    case 'group.withdraw':
      return event.sharedGroup === null ? nothing : ok([{ type: 'event-withdrawn' }]);
    case 'keys.rotate':
      return ok([{ type: 'keys-rotated', which: command.which }, ...evictions(event, command.which)]);
  }
}

type AccessCommand = Extract<
  OnEvent,
  { readonly type: `admin.${string}` | 'owner.change' | `group.${string}` | 'keys.rotate' }
>;

/** The admin that a command is about. */
function adminOf(event: EventState, command: AccessCommand, actor: Actor): EventState['admins'][number] | undefined {
  switch (command.type) {
    case 'admin.invite':
      return { kind: 'email', email: command.email };
    case 'admin.join':
      return { kind: 'user', userId: actor.userId!, via: 'guest-link' };
    case 'admin.uninvite':
      return event.admins.find((admin) => admin.kind === 'email' && admin.email === command.email);
    case 'admin.remove':
    case 'owner.change':
      return event.admins.find((admin) => admin.kind === 'user' && admin.userId === command.userId);
    case 'admin.leave':
      return event.admins.find((admin) =>
        admin.kind === 'user' ? admin.userId === actor.userId : admin.email === actor.verifiedEmail,
      );
    default:
      return undefined;
  }
}

/** Whoever came in by a link goes when the link is changed. */
function evictions(event: EventState, which: 'admin' | 'viewer'): readonly ChangeBody[] {
  if (which === 'viewer') return [];
  return event.admins
    .filter((admin) => admin.kind === 'user' && admin.via === 'guest-link')
    .map((admin) => ({ type: 'admin-removed', admin }));
}
