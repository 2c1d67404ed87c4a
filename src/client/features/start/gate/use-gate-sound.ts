import { useEffect, useState } from 'react';
import type { ToneSet } from '../../../../domain/schedule/tones.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import { createGateAudio, type SoundState } from './gate-audio.ts';
import { createWebAudio } from './web-audio.ts';

const FOLLOW_EVERY_MS = 250;

/** Beeps before the start at `at`. Null where the event has no sound. */
export function useGateSound(tones: ToneSet, at: EpochMs | null, now: () => EpochMs): SoundState | null {
  const [audio] = useState(() => createGateAudio(createWebAudio()));
  const [state, setState] = useState<SoundState>('locked');
  const hasSound = tones.tones.length > 0;

  useEffect(() => {
    if (!hasSound) return;
    const unlock = ({ target }: Event) => {
      // A beep at the very moment of a start would be taken for the start's own.
      const isStart = target instanceof Element && target.closest('[data-start-button]') !== null;
      void audio.unlock(!isStart);
    };
    // An older Safari lets a page sound from a click alone.
    const gestures = ['pointerup', 'click', 'keydown'];
    for (const gesture of gestures) addEventListener(gesture, unlock);
    return () => {
      for (const gesture of gestures) removeEventListener(gesture, unlock);
    };
  }, [audio, hasSound]);

  useEffect(() => {
    if (!hasSound) return;
    const follow = () => setState(audio.follow(tones, at, at === null ? 0 : at - now()));
    follow();
    const timer = setInterval(follow, FOLLOW_EVERY_MS);
    return () => clearInterval(timer);
  }, [audio, hasSound, tones, at, now]);

  useEffect(() => () => audio.stop(), [audio]);
  return hasSound ? state : null;
}
