import { type EpochMs, epochMs } from '../domain/units.ts';

export interface Clock {
  now(): EpochMs;
}

export const systemClock: Clock = { now: () => epochMs(Date.now()) };
