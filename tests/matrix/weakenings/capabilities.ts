import { whoMay } from '../rules.ts';
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

/** Each command needs a capability; here it needs only one that every viewer has. */
const unneeded = Object.keys(whoMay).map((type): Weakening => ({
  name: `${type} asks for nothing more than seeing the event`,
  guard: 'commandKinds',
  find: `'${type}': { needs: … room:`,
  replace: `'${type}': { needs: 'view', room:`,
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
