import { DEMO_LENGTH, DEMO_OPENS_AT } from './demo-race.ts';

export interface DemoClock {
  readonly now: () => number;
  readonly subscribe: (onTick: () => void) => () => void;
  readonly start: () => void;
  readonly stop: () => void;
}

/** The time of the demo race. It ticks with the screen and outside React: a subscriber writes its own digits. */
export function createDemoClock(): DemoClock {
  const subscribers = new Set<() => void>();
  let now = DEMO_OPENS_AT;
  let frame = 0;
  let previous: number | null = null;

  const tick = (timestamp: number): void => {
    now = (now + (timestamp - (previous ?? timestamp))) % DEMO_LENGTH;
    previous = timestamp;
    for (const onTick of subscribers) onTick();
    frame = requestAnimationFrame(tick);
  };

  return {
    now: () => now,
    subscribe: (onTick) => {
      subscribers.add(onTick);
      return () => subscribers.delete(onTick);
    },
    start: () => {
      if (frame === 0) frame = requestAnimationFrame(tick);
    },
    stop: () => {
      cancelAnimationFrame(frame);
      frame = 0;
      previous = null;
    },
  };
}
