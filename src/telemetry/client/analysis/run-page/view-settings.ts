import { useSyncExternalStore } from 'react';
import { DEFAULT_SETTINGS, type DeriveSettings } from '../../../domain/derive.ts';
import { createObserved } from '../../../../client/sync/observable.ts';
import { SHOWN_CHANNELS, type ShownChannel } from '../deriving/shown-channels.ts';

/** The user's settings for looking at runs. They belong to the device. */
export interface ViewSettings {
  readonly axis: 'time' | 'distance';
  readonly hidden: readonly ShownChannel[];
  readonly hasGauges: boolean;
  readonly smoothSeconds: number;
  readonly filtersFixes: boolean;
}

export const SMOOTHING_CHOICES = [0, 1, 2, 5, 10, 30] as const;

const KEY = 'pushoff.run-view';
const USUAL: ViewSettings = {
  axis: 'time',
  hidden: ['pace', 'distance'],
  hasGauges: true,
  smoothSeconds: DEFAULT_SETTINGS.smoothSeconds,
  filtersFixes: true,
};
const settings = createObserved<ViewSettings | null>(null);

/** Stored settings may come from another release, or be anything. */
export function readSettings(text: string | null): ViewSettings {
  let stored: Partial<ViewSettings>;
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as Partial<ViewSettings>;
  } catch {
    return USUAL;
  }
  const seconds = Number(stored.smoothSeconds);
  return {
    axis: stored.axis === 'distance' ? 'distance' : 'time',
    hidden: Array.isArray(stored.hidden)
      ? SHOWN_CHANNELS.filter((name) => stored.hidden!.includes(name))
      : USUAL.hidden,
    hasGauges: stored.hasGauges !== false,
    smoothSeconds: SMOOTHING_CHOICES.some((choice) => choice === seconds) ? seconds : USUAL.smoothSeconds,
    filtersFixes: stored.filtersFixes !== false,
  };
}

function read(): ViewSettings {
  const known = settings.getSnapshot();
  if (known !== null) return known;
  let text: string | null = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    text = null;
  }
  const first = readSettings(text);
  settings.set(first);
  return first;
}

export const useViewSettings = (): ViewSettings => useSyncExternalStore(settings.subscribe, read, () => USUAL);

export function changeViewSettings(change: Partial<ViewSettings>): void {
  const next = { ...read(), ...change };
  settings.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    return;
  }
}

export function deriveSettingsOf(chosen: Pick<ViewSettings, 'smoothSeconds' | 'filtersFixes'>): DeriveSettings {
  const { smoothSeconds, filtersFixes } = chosen;
  return { ...DEFAULT_SETTINGS, smoothSeconds, filter: { ...DEFAULT_SETTINGS.filter, isOn: filtersFixes } };
}
