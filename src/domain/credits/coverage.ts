import type { Credits } from '../units.ts';
import { EVENT_COST, RACER_COST } from './prices.ts';

export const eventsCovered = (credits: Credits): number => Math.floor(credits / EVENT_COST);

export const racersCovered = (credits: Credits): number => Math.floor(credits / RACER_COST);

/** The number of events that credits pay for, each with that many new racers. Existing racers join for free. */
export function filledEventsCovered(credits: Credits, racersPerEvent: number): number {
  return Math.floor(credits / (EVENT_COST + racersPerEvent * RACER_COST));
}
