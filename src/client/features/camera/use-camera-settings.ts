import { useState } from 'react';
import type { FilmSettings } from '../../camera/messages.ts';

const KEY = 'pushoff.camera';
const FIRST: FilmSettings = { line: 0.5, isBadWeather: false, keepMinutes: 5, isKept: true };

function read(): FilmSettings {
  try {
    const { line, keepMinutes } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<string, unknown>>;
    return {
      ...FIRST,
      ...(typeof line === 'number' && line > 0 && line < 1 && { line }),
      ...(typeof keepMinutes === 'number' && keepMinutes >= 1 && keepMinutes <= 20 && { keepMinutes }),
    };
  } catch {
    return FIRST;
  }
}

/** Kept on this device. Bad weather is not: tomorrow is another day, and its times are poor. */
export function useCameraSettings(): [FilmSettings, (change: Partial<FilmSettings>) => void] {
  const [settings, setSettings] = useState(read);
  return [
    settings,
    (change) => {
      const next = { ...settings, ...change };
      setSettings(next);
      try {
        localStorage.setItem(KEY, JSON.stringify({ line: next.line, keepMinutes: next.keepMinutes }));
      } catch {
        // Chosen again next time.
      }
    },
  ];
}
