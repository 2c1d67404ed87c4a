import { expect, test } from 'vitest';
import { toneSetOf } from '../../../../domain/schedule/tones.ts';
import { type AudioPort, createGateAudio } from './gate-audio.ts';

const START = 1_000_000;

/** An audio clock that began 3 s after the page's, and a loudspeaker that is heard `latency` seconds late. */
function createFake(latency = 0.02) {
  const played: { hertz: number; from: number; isEnded: boolean }[] = [];
  const fake = { nowMs: START - 20_000, slip: 0, isRunning: true, played };
  const port: AudioPort = {
    isRunning: () => fake.isRunning,
    async resume() {
      fake.isRunning = true;
    },
    heardIn: (ms) => (fake.nowMs + ms) / 1000 - 3 - fake.slip - latency,
    play({ hertz }, from) {
      const tone = { hertz, from, isEnded: false };
      played.push(tone);
      return () => {
        tone.isEnded = true;
      };
    },
  };
  const audio = createGateAudio(port);
  return {
    fake,
    audio,
    at(ms: number, start: number | null = START, set = toneSetOf.pips) {
      fake.nowMs = ms;
      return audio.follow(set, start, start === null ? 0 : start - ms);
    },
    /** Seconds before the start at which each tone is heard. */
    heard: () =>
      played
        .filter(({ isEnded }) => !isEnded)
        .map(({ hertz, from }) => [hertz, Math.round((START / 1000 - 3 - latency - from) * 1000) / 1000]),
  };
}

test('[GATE6] tones stand on the audio clock at their second, after an inaudible one that wakes the loudspeaker', () => {
  const { at, heard } = createFake();
  expect(at(START - 20_000)).toBe('on');
  expect(heard(), 'nothing so far ahead').toEqual([]);
  expect(at(START - 13_500)).toBe('on');
  expect(heard()).toEqual([[10, 12], [440, 10], ...[5, 4, 3, 2, 1].map((before) => [440, before]), [880, 0]]);
});

test('[GATE6] a gate that is opened in the last seconds plays what is still to come', () => {
  const { at, heard } = createFake();
  at(START - 3_500);
  expect(heard().map(([, before]) => before)).toEqual([3.5, 3, 2, 1, 0]);
});

test('[GATE7] beeps that would be more than 0.12 s off are called off, and the next start has its own again', () => {
  const { at, heard, fake } = createFake();
  at(START - 13_500);
  fake.slip = 0.11;
  expect(at(START - 8_000)).toBe('on');
  fake.slip = 0.13;
  expect(at(START - 7_000)).toBe('out-of-step');
  expect(heard()).toEqual([]);
  expect(at(START - 500)).toBe('out-of-step');
  expect(at(START + 20_000, START + 30_000)).toBe('on');
  expect(fake.played.filter(({ isEnded }) => !isEnded)).not.toEqual([]);
});

test('[GATE7] a start that is held takes its beeps with it', () => {
  const { at, heard } = createFake();
  at(START - 8_000);
  at(START - 7_000, START + 30_000);
  expect(heard()).toEqual([]);
});

test('[GATE7] the tone of the start sounds on while the next racer is shown', () => {
  const { at, heard } = createFake();
  at(START - 8_000);
  at(START + 100, START + 30_000);
  expect(heard()).toContainEqual([880, 0]);
});

test('[GATE7] nothing is planned before the first tap', async () => {
  const { at, heard, audio, fake } = createFake();
  fake.isRunning = false;
  expect(at(START - 8_000)).toBe('locked');
  await audio.unlock(true);
  expect(heard(), 'the test beep').toHaveLength(1);
  await audio.unlock(true);
  expect(heard(), 'and none for later taps').toHaveLength(1);
  expect(at(START - 7_500)).toBe('on');
  expect(heard().length).toBeGreaterThan(5);
});

test('[EN8] a finger that is lifted and clicks unlocks the sound with one beep', async () => {
  const { audio, fake, heard } = createFake();
  fake.isRunning = false;
  await Promise.all([audio.unlock(true), audio.unlock(true)]);
  expect(heard()).toHaveLength(1);
});
