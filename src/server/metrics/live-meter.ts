import type { Counter, Histogram, Registry } from './registry.ts';
import type { SlowLog } from './slow-log.ts';

/** Meter that is told once each time an event's followers are told, however many there are. */
export interface LiveMeter {
  /** `ms` runs from the moment at which this node knew the changes until the last follower's frame was written. */
  told(ms: number, followers: number): void;
  /** The log was read for changes missing here, after news of another node or a gap. */
  caughtUp(): void;
}

/** What the hub has open, and what it has sent since its start. */
export interface LiveCounts {
  readonly connections: number;
  /** Number of all subscriptions. */
  readonly follows: number;
  /** Number of events with followers. */
  readonly topics: number;
  /** Messages turned into bytes; however many sockets they went to. */
  readonly framesBuilt: number;
  readonly bytesBuilt: number;
  /** Sockets cut because they did not read. */
  readonly cut: number;
}

export interface LiveFigures {
  readonly meter: LiveMeter;
  readonly fanOut: Histogram;
  readonly deliveries: Counter;
}

export function createLiveFigures(registry: Registry, slow: SlowLog): LiveFigures {
  const fanOut = registry.histogram(
    'pushoff_fan_out_seconds',
    'From the commit until the frames of all followers are written.',
    { bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000], unit: 1000 },
  );
  const deliveries = registry.counter('pushoff_live_deliveries_total', 'Followers told, added up over all tellings.');
  const catchUps = registry.counter('pushoff_live_catch_ups_total', 'Reads of the log for what was missing here.');
  return {
    fanOut,
    deliveries,
    meter: {
      told(ms, followers) {
        fanOut.observe(ms);
        deliveries.add(followers);
        if (ms > slow.limits['fan-out']) slow.note('fan-out', ms, { followers });
      },
      caughtUp: () => catchUps.add(),
    },
  };
}
