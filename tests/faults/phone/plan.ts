import type { GuestKey } from '../../../src/client/sync/ports.ts';
import type { Viewer } from '../../../src/protocol/account.ts';

/** A race that everybody follows. */
export interface Race {
  readonly eventId: string;
  readonly racerIds: readonly string[];
}

export interface PhonePlan {
  readonly viewer: Viewer;
  readonly cookie: string;
  /** As everybody reaches the product: through the proxy. */
  readonly url: string;
  readonly seed: string;
  readonly races: readonly Race[];
  /** With which the races are opened, by event. */
  readonly keys: Readonly<Record<string, GuestKey>>;
  /** One race after the other, so that none grows without end. On the machine's own clock. */
  readonly beganAt: number;
  readonly raceMs: number;
  /** Between two taps, on average. Null: somebody who only watches. */
  readonly pauseMs: number | null;
  /** Also makes races of its own, with racers, which cost credits. */
  readonly createsRaces: boolean;
  /** How wrong its clock is. */
  readonly clockOffsetMs: number;
}

export const userIdOf = ({ viewer }: PhonePlan): string => (viewer.kind === 'nobody' ? '' : viewer.userId);
