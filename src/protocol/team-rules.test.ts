import { expect, test } from 'vitest';
import { eventCommand } from './commands.ts';

const id = '00000000-0000-7000-8000-000000000001';
const command = { id, deviceId: id, eventId: id, type: 'format.set', captured: { wall: 1, monotonic: 1, origin: 1 } };
const rules = { of: 'team', score: 'nth', n: 3, displaces: true, quota: null, startsTogether: false };
const quota = { gender: 'F', class: null, least: 1 };
const isTaken = (change: object) =>
  eventCommand.safeParse({ ...command, format: { teams: { ...rules, ...change } } }).success;

test('[TE10] rules of teams that cannot be are refused', () => {
  for (const change of [{}, { quota }, { quota: { ...quota, least: 3 } }, { of: 'club', score: 'places', n: 50 }])
    expect(isTaken(change), JSON.stringify(change)).toBe(true);
  for (const change of [
    { n: 0 },
    { n: 51 },
    { n: 2.5 },
    { score: 'mean' },
    { of: 'bib' },
    { quota: { ...quota, least: 4 } },
    { quota: { ...quota, least: 0 } },
    { quota: { ...quota, gender: 'Q' } },
    { quota: { ...quota, class: 'x'.repeat(61) } },
    { startsTogether: undefined },
  ])
    expect(isTaken(change), JSON.stringify(change)).toBe(false);
});
