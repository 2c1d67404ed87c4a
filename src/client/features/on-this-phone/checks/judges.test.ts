import { expect, test } from 'vitest';
import { judgeCodes } from './codes.ts';
import { judgeEncoding } from './encoder.ts';
import { judgeNotifications } from './notifications.ts';
import { judgeScreen } from './screen.ts';
import { judgeSound } from './sound.ts';
import { judgeStorage } from './storage.ts';

const fast = { name: '1280x720 at 60', codec: 'avc1.42E020', framerate: 60 } as const;

test('[EYE40] An encoder passes while half of the time between two frames is left', () => {
  expect(judgeEncoding(undefined).verdict).toBe('absent');
  expect(judgeEncoding({ best: undefined, msAFrame: 0, bytes: 0 }).verdict).toBe('absent');
  expect(judgeEncoding({ best: fast, msAFrame: 8, bytes: 1_000_000 }).verdict).toBe('passed');
  expect(judgeEncoding({ best: fast, msAFrame: 9, bytes: 1_000_000 }).verdict).toBe('weak');
});

test('[EYE40] A phone that keeps nothing is not timed with, and one that writes slowly or lets go is weak', () => {
  const writes = Array.from({ length: 30 }, () => 5);
  expect(judgeStorage({ writes: [], isKept: true, freeMb: 1_000 }).verdict).toBe('absent');
  expect(judgeStorage({ writes, isKept: true, freeMb: 1_000 }).verdict).toBe('passed');
  expect(judgeStorage({ writes, isKept: true, freeMb: undefined }).verdict).toBe('passed');
  expect(judgeStorage({ writes, isKept: false, freeMb: 1_000 }).verdict).toBe('weak');
  expect(judgeStorage({ writes, isKept: true, freeMb: 50 }).verdict).toBe('weak');
  expect(judgeStorage({ writes: [...writes, 300, 300], isKept: true, freeMb: 1_000 }).verdict).toBe('weak');
});

test('[EYE40] A sound that nobody hears, or hears late, is weak', () => {
  expect(judgeSound({ isRunning: true, isHeard: true, latencyMs: 30 }).verdict).toBe('passed');
  expect(judgeSound({ isRunning: true, isHeard: true, latencyMs: 180 }).verdict).toBe('weak');
  expect(judgeSound({ isRunning: true, isHeard: false, latencyMs: 30 }).verdict).toBe('weak');
});

test('[EYE40] What is refused is weak, and what a browser has not got is not here', () => {
  expect(judgeScreen('given').verdict).toBe('passed');
  expect(judgeScreen('refused', 'NotAllowedError')).toMatchObject({
    verdict: 'weak',
    figures: { cause: 'NotAllowedError' },
  });
  expect(judgeScreen('absent').verdict).toBe('absent');
  expect(judgeNotifications('granted', true).verdict).toBe('passed');
  expect(judgeNotifications('denied', true).verdict).toBe('weak');
  expect(judgeNotifications('granted', false).verdict).toBe('absent');
  expect(judgeNotifications('absent', true).verdict).toBe('absent');
  expect(judgeCodes({ isMade: true, isRead: true, ms: 10 }).verdict).toBe('passed');
  expect(judgeCodes({ isMade: true, isRead: false, ms: 10 }).verdict).toBe('weak');
  expect(judgeCodes({ isMade: true, isRead: undefined, ms: 0 })).toMatchObject({
    verdict: 'absent',
    figures: { isRead: 'none' },
  });
});
