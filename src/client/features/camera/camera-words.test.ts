import { expect, test } from 'vitest';
import type { FilmReport } from '../../camera/messages.ts';
import type { SessionState } from './camera-session.ts';
import { noteOf, type NoteParts } from './camera-words.ts';

const STATE = { isMuted: false, isOtherPicture: false, isClockCut: false } as SessionState;
const REPORT = { interval: 33, light: 120, isShort: false } as FilmReport;
const note = (state: Partial<SessionState>, report: Partial<FilmReport> | null, parts: Partial<NoteParts> = {}) =>
  noteOf({ ...STATE, ...state }, report && { ...REPORT, ...report }, { isCalibrated: true, battery: null, ...parts });

test.each([
  [note({ isMuted: true }, {}), /paused by the phone or another app/],
  [note({}, null), /Looking at the road/],
  [note({}, { light: 3 }), /Is the lens covered/],
  [note({ isOtherPicture: true }, {}), /Check the line/],
  [note({ isClockCut: true }, {}), /clock was set/],
  [note({}, { isShort: true }), /short of memory/],
  [note({}, { interval: 83 }), /More light helps/],
  [note({}, {}, { isCalibrated: false }), /Not calibrated/],
  [note({}, { interval: 33, best: 16.7 }), /Fewer frames a second than before: 30, not 60/],
  [note({}, { interval: 17, best: 16.7 }), /Hold the phone upright/],
  [note({}, {}, { battery: { level: 0.18, isCharging: false } }), /^Battery 18 %, not charging/],
  [note({}, {}, { battery: { level: 0.18, isCharging: true } }), /Hold the phone upright/],
  [note({}, {}, { battery: { level: 0.5, isCharging: false } }), /Hold the phone upright/],
  [note({}, {}), /Hold the phone upright/],
])('[EYE13] %s', (said, expected) => {
  expect(said).toMatch(expected);
});

test('[EYE13] the most urgent is said first: a covered lens before a missing calibration', () => {
  expect(note({ isOtherPicture: true }, { light: 3, interval: 83 }, { isCalibrated: false })).toMatch(/covered/);
});
