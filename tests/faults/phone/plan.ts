import type { GuestKey } from '../../../src/client/sync/ports.ts';
import type { Viewer } from '../../../src/protocol/account.ts';

/** A race that every phone follows. */
export interface Race {
  readonly eventId: string;
  readonly racerIds: readonly string[];
}

export interface PhonePlan {
  readonly viewer: Viewer;
  readonly cookie: string;
  /** The address of the proxy, which every phone uses. */
  readonly url: string;
  readonly seed: string;
  readonly races: readonly Race[];
  /** The guest keys of the races, by event. */
  readonly keys: Readonly<Record<string, GuestKey>>;
  /** Races are used one after the other, so that none grows without bound. On the machine's own clock. */
  readonly beganAt: number;
  readonly raceMs: number;
  /** The mean time between two taps. Null for a viewer. */
  readonly pauseMs: number | null;
  /** Also makes races of its own, with racers, which cost credits. */
  readonly createsRaces: boolean;
  /** The error of its clock. */
  readonly clockOffsetMs: number;
}

export const userIdOf = ({ viewer }: PhonePlan): string => (viewer.kind === 'nobody' ? '' : viewer.userId);
