import { expect, test } from 'vitest';
import { user } from '../../../tests/support/event-history.ts';
import { type Actor, nobody } from './actor.ts';
import { can, capabilities, type Capability } from './can.ts';

const event = {
  ownerId: 'owner',
  admins: [
    { kind: 'user', userId: 'admin', via: 'invitation', isAnonymous: false },
    { kind: 'user', userId: 'joined', via: 'guest-link', isAnonymous: true },
    { kind: 'email', email: 'eli@example.org' },
  ],
} as const;

const timing: Capability[] = [
  'view',
  'seeKeys',
  'seeHistory',
  'seePeople',
  'manageScreens',
  'time',
  'addRacers',
  'removeRacers',
  'inviteAdmins',
];
const owning: Capability[] = [
  'rename',
  'configure',
  'delete',
  'duplicate',
  'removeAdmins',
  'handOver',
  'share',
  'rotateKeys',
];

const expected: readonly [string, Actor, Capability[]][] = [
  ['the owner', user('owner'), [...timing, ...owning]],
  ['an admin by id', user('admin'), [...timing, 'leave']],
  ['an admin by verified email', user('eli', { verifiedEmail: 'eli@example.org' }), [...timing, 'leave']],
  ['the same without verification', user('eli'), []],
  ['a guest admin who has joined', user('joined', { isAnonymous: true }), [...timing, 'leave']],
  ['a guest admin who has not joined yet', user('new', { isAnonymous: true, key: 'admin' }), ['view', 'join']],
  ['an admin link without a session', { ...nobody, key: 'admin' }, ['view']],
  ['a viewer', { ...nobody, key: 'viewer' }, ['view']],
  ['somebody else', user('stranger'), []],
  ['nobody', nobody, []],
];

test.each(expected)('[V5] %s can do exactly what section 6 says', (_who, actor, allowed) => {
  expect(capabilities.filter((capability) => can(actor, capability, event)).toSorted()).toEqual(allowed.toSorted());
});
