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

/** A time as it is published. Never turns the order of two times around, though it can make them equal. */
export function publish(time: DurationMs, { unit, direction }: Precision): DurationMs {
  const whole = Math.floor(time / unit);
  const rest = time - whole * unit;
  return durationMs((isRoundedUp(whole, rest, unit, direction) ? whole + 1 : whole) * unit);
}

function isRoundedUp(whole: number, rest: number, unit: number, direction: Direction): boolean {
  switch (direction) {
    case 'down':
      return false;
    case 'up':
      return rest > 0;
    case 'halfUp':
      return 2 * rest >= unit;
    case 'halfEven':
      return 2 * rest > unit || (2 * rest === unit && whole % 2 === 1);
  }
}
