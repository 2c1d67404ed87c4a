import { useCallback, useEffect, useState } from 'react';
import { isStorageKept, keepStorage } from '../../../sync/kept-storage.ts';

/** Null until the browser has answered. */
export function useKeptStorage(): { readonly isKept: boolean | null; readonly ask: () => Promise<void> } {
  const [isKept, setIsKept] = useState<boolean | null>(null);
  useEffect(() => {
    void isStorageKept().then(setIsKept);
  }, []);
  const ask = useCallback(async () => {
    setIsKept(await keepStorage());
  }, []);
  return { isKept, ask };
}

/** Holds a wake lock for a moment: only trying tells whether the phone gives one, and Safari gives it only after a touch. */
export function useWakeLockTest(): boolean {
  const [stays, setStays] = useState(false);
  useEffect(() => {
    if (stays || !('wakeLock' in navigator)) return;
    let isOver = false;
    const ask = async () => {
      try {
        const lock = await navigator.wakeLock.request('screen');
        if (!isOver) setStays(true);
        await lock.release();
      } catch {
        // Not yet, or never: the next touch tells.
      }
    };
    void ask();
    document.addEventListener('pointerup', ask);
    return () => {
      isOver = true;
      document.removeEventListener('pointerup', ask);
    };
  }, [stays]);
  return stays;
}

const NOTES = [523, 659, 784];
const NOTE_S = 0.25;

export function useSoundTest(): { readonly wasPlayed: boolean; readonly play: () => void } {
  const [wasPlayed, setWasPlayed] = useState(false);
  const play = useCallback(() => {
    setWasPlayed(true);
    const audio = new AudioContext();
    NOTES.forEach((frequency, index) => {
      const tone = audio.createOscillator();
      const from = audio.currentTime + index * NOTE_S;
      tone.frequency.value = frequency;
      tone.connect(audio.destination);
      tone.start(from);
      tone.stop(from + NOTE_S * 0.8);
      if (index === NOTES.length - 1) tone.addEventListener('ended', () => void audio.close());
    });
  }, []);
  return { wasPlayed, play };
}
