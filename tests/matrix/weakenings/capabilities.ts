import type { whoMay } from '../rules.ts';
import type { Weakening } from './weakening.ts';

/** The cells of these commands on the actor's own event: an actor who is newly allowed is a surprise. */
const onOwn = (...types: readonly string[]): readonly string[] =>
  types.map((type) => `^${type.replaceAll('.', String.raw`\.`)} \\| .* \\| own$`);

interface Row {
  readonly capability: string;
  readonly roles: 'admins' | 'owner';
  readonly cells: readonly string[];
}

/**
 * The commands that need each capability. `view` is never asked for: reading goes through `sightOf`, which has a
 * weakening of its own.
 */
const rows: readonly Row[] = [
  { capability: 'seeKeys', roles: 'admins', cells: [String.raw`^event \(.* \| own$`] },
  { capability: 'time', roles: 'admins', cells: onOwn('tap.record', 'tap.undo') },
  { capability: 'addRacers', roles: 'admins', cells: onOwn('entries.add') },
  { capability: 'removeRacers', roles: 'admins', cells: onOwn('entry.remove') },
  { capability: 'inviteAdmins', roles: 'admins', cells: onOwn('admin.invite') },
  { capability: 'seeHistory', roles: 'admins', cells: [String.raw`^history \(.* \| own$`] },
  { capability: 'seePeople', roles: 'admins', cells: [String.raw`^people \(.* \| own$`] },
  { capability: 'manageScreens', roles: 'admins', cells: [String.raw`^screens \(.* \| own$`] },
  { capability: 'rename', roles: 'owner', cells: onOwn('event.rename') },
  { capability: 'configure', roles: 'owner', cells: onOwn('event.configure') },
  { capability: 'delete', roles: 'owner', cells: onOwn('event.delete') },
  { capability: 'duplicate', roles: 'owner', cells: onOwn('event.duplicate') },
  { capability: 'removeAdmins', roles: 'owner', cells: onOwn('admin.remove') },
  { capability: 'handOver', roles: 'owner', cells: onOwn('owner.change') },
  { capability: 'share', roles: 'owner', cells: onOwn('group.share') },
  { capability: 'rotateKeys', roles: 'owner', cells: onOwn('keys.rotate') },
];

const wider = { admins: 'everybodyInside', owner: 'admins' };

const widened = rows.map(({ capability, roles, cells }): Weakening => ({
  name: `${capability} for ${roles === 'admins' ? 'viewers too' : 'admins too'}`,
  guard: 'rolesThatCan',
  find: `${capability}: ${roles},`,
  replace: `${capability}: ${wider[roles]},`,
  cells,
}));

/** Needs as written in the source: a weakening that is no longer found fails. */
const needOf: Readonly<Record<keyof typeof whoMay, string>> = {
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
  'status.set': 'time',
  'adjustment.add': 'time',
  'adjustment.remove': 'time',
  'statuses.set': 'time',
  'tap.enter': 'time',
  'tap.fill': 'time',
  'taps.shift': 'time',
  'shift.undo': 'time',
  'taps.move': 'time',
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

/** Each command needs a capability; here it needs only one that every viewer has. */
const unneeded = Object.entries(needOf).map(([type, need]): Weakening => ({
  name: `${type} asks for nothing more than seeing the event`,
  guard: 'needs',
  find: `'${type}': '${need}',`,
  replace: `'${type}': 'view',`,
  cells: onOwn(type),
}));

export const capabilityWeakenings: readonly Weakening[] = [
  ...widened,
  {
    name: 'leave for the owner too',
    guard: 'rolesThatCan',
    find: "  leave: ['admin'],",
    replace: "  leave: ['admin', 'owner'],",
    cells: onOwn('admin.leave'),
  },
  {
    name: 'join with the viewer key',
    guard: 'can',
    find: "return actor.key === 'admin' && actor.userId !== null;",
    replace: 'return actor.key !== null && actor.userId !== null;',
    cells: onOwn('admin.join'),
  },
  {
    name: 'join without a key',
    guard: 'can',
    find: "return actor.key === 'admin' && actor.userId !== null;",
    replace: 'return actor.userId !== null;',
    cells: onOwn('admin.join'),
  },
  {
    name: 'every signed-in user is an admin',
    guard: 'roleOf',
    find: 'if (event.admins.some((admin) => isAdmin(actor, admin))) return',
    replace: 'if (actor.userId !== null) return',
    cells: [String.raw`^tap\.record \| .* \| other's$`],
  },
  {
    name: 'every admin is the owner',
    guard: 'roleOf',
    find: "isAdmin(actor, admin))) return 'admin';",
    replace: "isAdmin(actor, admin))) return 'owner';",
    cells: onOwn('event.rename'),
  },
  {
    name: 'a holder of the admin link counts as an admin before joining',
    guard: 'roleOf',
    find: "if (actor.key === 'admin') return 'guest';",
    replace: "if (actor.key === 'admin') return 'admin';",
    cells: onOwn('tap.record'),
  },
  {
    name: 'an invited address counts before it is verified',
    guard: 'senderOf',
    find: 'verifiedEmail: emailVerified ? email : null,',
    replace: 'verifiedEmail: email,',
    cells: onOwn('tap.record'),
  },
  ...unneeded,
];
