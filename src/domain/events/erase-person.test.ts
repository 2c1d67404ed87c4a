import { describe, expect, test } from 'vitest';
import { applyAll } from './apply.ts';
import type { Change } from '../model/changes.ts';
import { erasePerson, FORMER_HELPER } from './erase-person.ts';
import { epochMs } from '../units.ts';

const person = { userId: 'ada', email: 'ada@example.org' };
const stand = { userId: 'former-1', invited: 'former-2' };

describe('[A25] a person who is gone', () => {
  const by = { userId: 'ada', name: 'Ada', deviceId: 'phone' };
  const host = { userId: 'host', name: 'Host', deviceId: 'tablet' };
  const captured = { wall: 1, monotonic: 2, origin: 3 };
  const placed = { at: epochMs(5), uncertainty: 6, source: 'wall' } as never;
  const joined = { kind: 'user', userId: 'ada', via: 'guest-link', isAnonymous: false } as const;
  const bodies = [
    {
      type: 'event-created',
      name: 'Tuesday',
      timeZone: 'UTC',
      ownerId: 'ada',
      createdAt: epochMs(1),
      copiedFrom: null,
      by,
    },
    { type: 'admin-added', admin: { kind: 'email', email: 'ada@example.org' }, by: host },
    { type: 'admin-added', admin: joined, by },
    { type: 'event-shared', groupId: 'ada', groupName: 'public', by },
    {
      type: 'tap-recorded',
      tapId: 't',
      line: 'start',
      run: 1,
      racerId: null,
      captured,
      placed,
      counts: true,
      note: null,
      by,
    },
    { type: 'owner-changed', ownerId: 'host', by },
    { type: 'admin-removed', admin: { kind: 'email', email: 'ada@example.org' }, by: host },
  ] as const;
  const changes = bodies.map(
    (body, index) => ({ ...body, eventId: 'e', seq: index + 1, commandId: `c${index}`, at: epochMs(index) }) as Change,
  );

  test('is named by none of the changes, which keep their numbers, times and readings', () => {
    const erased = erasePerson(changes, person, stand);
    expect(JSON.stringify(erased)).not.toMatch(/ada|Ada|phone/);
    expect(erased[4]).toEqual({ ...changes[4], by: { userId: 'former-1', name: FORMER_HELPER, deviceId: '' } });
    expect(erased[5]!.by.name).toBe(FORMER_HELPER);
    expect(erased[6]!.by).toEqual(host);
    expect(erased.map(({ seq, at }) => [seq, at])).toEqual(changes.map(({ seq, at }) => [seq, at]));
  });

  test('is in the state that the erased changes make as in the erased state', () => {
    const upTo = (count: number) => applyAll(null, changes.slice(0, count))!;
    for (let count = 1; count <= changes.length; count += 1) {
      const replayed = applyAll(null, erasePerson(changes.slice(0, count), person, stand));
      expect(replayed).toEqual(erasePerson(upTo(count), person, stand));
    }
  });

  test('whose address was named later stays invited by it', () => {
    const [, invited] = changes;
    expect(erasePerson(invited, { userId: 'ada', email: null }, stand)).toEqual(invited);
  });
});
