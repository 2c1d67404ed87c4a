import { useSyncExternalStore } from 'react';
import { createObserved } from '../../../client/sync/observable.ts';
import { word, writeDecimal } from '../../../domain/language.ts';

export type Units = 'metric' | 'imperial';

const KEY = 'pushoff.units';
const IMPERIAL_REGIONS = /-(US|LR|MM)$/i;
const choice = createObserved<Units | null>(null);

function read(): Units {
  const chosen = choice.getSnapshot();
  if (chosen !== null) return chosen;
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    stored = null;
  }
  const usual = IMPERIAL_REGIONS.test(navigator.language) ? 'imperial' : 'metric';
  const units = stored === 'metric' || stored === 'imperial' ? stored : usual;
  choice.set(units);
  return units;
}

export function useUnits(): Units {
  return useSyncExternalStore(choice.subscribe, read, () => 'metric');
}

/** Where the browser stores nothing the choice lasts as long as the page. */
export function setUnits(units: Units): void {
  choice.set(units);
  try {
    localStorage.setItem(KEY, units);
  } catch {
    return;
  }
}

export type Quantity =
  | 'speed'
  | 'pace'
  | 'distance'
  | 'elevation'
  | 'heartRate'
  | 'power'
  | 'cadence'
  | 'gradient'
  | 'temperature'
  | 'time';

export interface Measure {
  /** Written after the figure; empty where the figure contains it. */
  readonly unit: string;
  /** Converts from the stored unit (metres, metres a second, seconds for each metre…) to the shown one. */
  convert(this: void, stored: number): number;
  /** Writes a converted figure, without its unit. */
  write(this: void, shown: number): string;
}

const METRES_IN_MILE = 1_609.344;
const METRES_IN_FOOT = 0.3048;
const NOTHING = '–';

const same = (value: number) => value;
const digits = (count: number) => (value: number) =>
  Number.isFinite(value)
    ? writeDecimal(value, count)
        .replace(/^-(0(?:[.,]0+)?)$/, '$1')
        .replace('-', '−')
    : NOTHING;
const scaled = (unit: string, factor: number, count: number): Measure => ({
  unit,
  convert: (value) => value * factor,
  write: digits(count),
});

const MEASURES: Record<Quantity, Record<Units, Measure>> = {
  speed: { metric: scaled('km/h', 3.6, 1), imperial: scaled('mph', 3_600 / METRES_IN_MILE, 1) },
  pace: {
    metric: { unit: '/km', convert: (value) => value * 1_000, write: writePace },
    imperial: { unit: '/mi', convert: (value) => value * METRES_IN_MILE, write: writePace },
  },
  distance: { metric: scaled('km', 0.001, 2), imperial: scaled('mi', 1 / METRES_IN_MILE, 2) },
  elevation: { metric: scaled('m', 1, 0), imperial: scaled('ft', 1 / METRES_IN_FOOT, 0) },
  heartRate: both(scaled(word('bpm'), 1, 0)),
  power: both(scaled('W', 1, 0)),
  cadence: both(scaled(word('rpm'), 1, 0)),
  gradient: both(scaled('%', 1, 1)),
  temperature: {
    metric: scaled('°C', 1, 1),
    imperial: { unit: '°F', convert: (value) => value * 1.8 + 32, write: digits(1) },
  },
  time: both({ unit: '', convert: same, write: (value) => writeTime(value, 0) }),
};

function both(measure: Measure): Record<Units, Measure> {
  return { metric: measure, imperial: measure };
}

export function measureOf(quantity: Quantity, units: Units): Measure {
  return MEASURES[quantity][units];
}

/** A figure with its unit: '23.4 km/h'. */
export function writeValue(quantity: Quantity, units: Units, stored: number): string {
  const { unit, convert, write } = MEASURES[quantity][units];
  const figure = write(convert(stored));
  return figure === NOTHING || unit === '' ? figure : unit.startsWith('/') ? figure + unit : `${figure}\u00a0${unit}`;
}

/** Slower than this is standing: 99:59 for a kilometre. */
const SLOWEST_PACE = 6_000;

function writePace(seconds: number): string {
  return Number.isFinite(seconds) && seconds < SLOWEST_PACE ? writeTime(seconds, 0) : NOTHING;
}

/** For example 1:02:03.4; rounded as a whole, so that nothing ever reads 0:60. */
export function writeTime(seconds: number, decimals: number): string {
  if (!Number.isFinite(seconds)) return NOTHING;
  const factor = 10 ** decimals;
  const units = Math.round(Math.abs(seconds) * factor);
  const whole = Math.floor(units / factor);
  const rest = decimals === 0 ? '' : `.${String(units % factor).padStart(decimals, '0')}`;
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${seconds < 0 && units > 0 ? '−' : ''}${head}:${two(whole % 60)}${rest}`;
}
