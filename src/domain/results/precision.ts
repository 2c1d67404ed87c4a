import { type DurationMs, durationMs } from '../units.ts';

/** Where a time goes that lies between two units: truncated, up to the next, or to the nearer one. */
export const directions = ['down', 'up', 'halfUp', 'halfEven'] as const;
export type Direction = (typeof directions)[number];

/** How exact the results of an event are published. */
export interface Precision {
  readonly unit: DurationMs;
  readonly direction: Direction;
}

/** Hundredths, truncated: what every event has until its owner says otherwise. */
export const HUNDREDTHS: Precision = { unit: durationMs(10), direction: 'down' };

const rounding: Readonly<Record<Direction, (units: number) => number>> = {
  down: Math.floor,
  up: Math.ceil,
  halfUp: Math.round,
  halfEven(units) {
    const up = Math.round(units);
    return up - Number(up - units === 0.5 && up % 2 === 1);
  },
};

/** A time as it is published. Never turns the order of two times around, though it can make them equal. */
export function publish(time: DurationMs, { unit, direction }: Precision): DurationMs {
  return durationMs(rounding[direction](time / unit) * unit);
}
