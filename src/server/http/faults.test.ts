import { describe, expect, test } from 'vitest';
import { anyCommand, commandBatch } from '../../protocol/commands.ts';
import { signUpRequest } from '../../protocol/account.ts';
import { seriesChange } from '../../protocol/series.ts';
import type { ZodMiniType } from 'zod/mini';
import { checkShape } from './body.ts';
import { refusalOf } from './faults.ts';

function tell(value: unknown, schema: ZodMiniType, at?: readonly PropertyKey[]) {
  const checked = checkShape(value, schema, at);
  if (checked.ok) throw new Error('Nothing was refused');
  return checked.error;
}
const inShort = (value: unknown, schema: ZodMiniType, at?: readonly PropertyKey[]) =>
  tell(value, schema, at).faults.map(({ pointer, rule }) => `${pointer} ${rule}`);

const envelope = {
  id: crypto.randomUUID(),
  deviceId: crypto.randomUUID(),
  captured: { wall: 1, monotonic: 1, origin: 1 },
};
const eventId = crypto.randomUUID();
const tap = { ...envelope, eventId, type: 'tap.record', line: 'finish', run: 1, racerId: null };
const rules = {
  scoring: { kind: 'field' },
  best: null,
  minimum: 1,
  ties: [],
  starter: 0,
  dnf: 0,
  helpers: null,
  byCategory: false,
};
const series = (more: object) => ({
  version: 1,
  document: { name: 'League', rules: { ...rules, ...more }, eventIds: [], helpers: [] },
});

describe('[E11] a refusal names the field and the rule', () => {
  test('of a field of an object, by its pointer and the name that JSON Schema has for the rule', () => {
    expect(tell({ username: 'Ada', email: 'x', password: 7 }, signUpRequest)).toEqual({
      code: 'email-invalid',
      faults: [
        { pointer: '#/email', rule: 'format', detail: 'That doesn’t look like an email address.' },
        expect.objectContaining({ pointer: '#/password', rule: 'type' }),
      ],
    });
    expect(inShort({ protocol: 1, commands: [], observations: [] }, commandBatch)).toEqual([
      '#/commands minItems',
      '#/keys rule',
    ]);
  });

  test('of a command, below its place in the batch, whatever the other kinds would have said', () => {
    const at = ['commands', 7];
    expect(inShort({ ...tap, run: 0 }, anyCommand, at)).toEqual(['#/commands/7/run minimum']);
    expect(inShort({ ...tap, line: undefined }, anyCommand, at)).toEqual(['#/commands/7/line required']);
    expect(inShort({ ...tap, captured: { wall: '', monotonic: 1, origin: 1 } }, anyCommand, at)).toEqual([
      '#/commands/7/captured/wall type',
    ]);
    expect(
      inShort({ ...envelope, type: 'racer.create', racerId: eventId, name: 'A', groups: [1] }, anyCommand),
    ).toEqual(['#/groups/0 type']);
    expect(inShort({ ...tap, type: 'tap.hack' }, anyCommand, at)).toEqual(['#/commands/7/type enum']);
    expect(inShort({}, anyCommand, at)).toEqual(['#/commands/7/type required']);
    for (const wrong of [null, 7, 'x', []]) expect(inShort(wrong, anyCommand, at)).toEqual(['#/commands/7 anyOf']);
  });

  test('of a union inside: the member that was meant, or the place of the union where none was', () => {
    expect(inShort(series({ dnf: 'first' }), seriesChange)).toEqual(['#/document/rules/dnf anyOf']);
    expect(inShort(series({ scoring: { kind: 'points', table: [3, 1], rest: -1 } }), seriesChange)).toEqual([
      '#/document/rules/scoring/rest minimum',
    ]);
    expect(inShort(series({ scoring: { kind: 'luck' } }), seriesChange)).toEqual([
      '#/document/rules/scoring/kind enum',
    ]);
    expect(tell(series({ scoring: { kind: 'points', table: [1, 2], rest: -1 } }), seriesChange)).toMatchObject({
      code: 'points-table-broken',
      faults: [{ pointer: '#/document/rules/scoring/table' }, { pointer: '#/document/rules/scoring/rest' }],
    });
  });

  test('[E12] and is short, and holds nothing of what was sent', () => {
    const secret = 'pushoff_secret-that-must-not-come-back';
    const racers = Array.from({ length: 500 }, () => ({ racerId: secret, [secret]: secret, name: 5, groups: secret }));
    const long = tell({ ...tap, type: 'entries.add', racers, [secret]: 1 }, anyCommand, ['commands', 0]);
    expect(long.faults).toHaveLength(5);
    const batch = { protocol: secret, commands: secret, observations: {}, keys: secret, [secret]: secret };
    const texts = [
      long,
      tell(batch, commandBatch),
      tell({ ...tap, type: secret }, anyCommand),
      tell({ ...tap, line: secret.repeat(1000) }, anyCommand),
      tell(series({ dnf: secret, ties: [secret] }), seriesChange),
    ].map((each) => JSON.stringify(each));
    for (const text of texts) {
      expect(text).not.toContain('secret');
      expect(text.length).toBeLessThan(1500);
    }
    // A path through a key that no schema names: no request has such a schema today.
    expect(inShort({}, signUpRequest, ['keys', secret])).toEqual(Array(3).fill('#/keys required'));
  });
});

test('[E11] of twenty thousand faults a hundred are looked at, and five are told', () => {
  let looked = 0;
  const fault = {
    code: 'custom' as const,
    message: 'Invalid input',
    input: 1,
    get path() {
      looked += 1;
      return ['racers'];
    },
  };
  const { faults } = refusalOf(
    Array.from({ length: 20_000 }, () => fault),
    { racers: 1 },
  );
  expect(faults).toHaveLength(5);
  expect(looked).toBeLessThan(500);
});
