import { expect, test } from 'vitest';
import type { FilmReport } from '../../camera/messages.ts';
import type { SessionState } from './camera-session.ts';
import { noteOf } from './camera-words.ts';

const STATE = { isMuted: false, isOtherPicture: false, isClockCut: false } as SessionState;
const REPORT = { interval: 33, light: 120, isShort: false } as FilmReport;
const note = (state: Partial<SessionState>, report: Partial<FilmReport> | null, isCalibrated = true) =>
  noteOf({ ...STATE, ...state }, report && { ...REPORT, ...report }, isCalibrated);

test.each([
  [note({ isMuted: true }, {}), /paused by the phone or another app/],
  [note({}, null), /Looking at the road/],
  [note({}, { light: 3 }), /Is the lens covered/],
  [note({ isOtherPicture: true }, {}), /Check the line/],
  [note({ isClockCut: true }, {}), /clock was set/],
  [note({}, { isShort: true }), /short of memory/],
  [note({}, { interval: 83 }), /More light helps/],
  [note({}, {}, false), /Not calibrated/],
  [note({}, {}), /Hold the phone upright/],
])('[EYE13] %s', (said, expected) => {
  expect(said).toMatch(expected);
});

test('[EYE13] the most urgent is said first: a covered lens before a missing calibration', () => {
  expect(note({ isOtherPicture: true }, { light: 3, interval: 83 }, false)).toMatch(/covered/);
});
