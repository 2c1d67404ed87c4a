import { useEffect, useRef, useState } from 'react';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { listDue, nextDue } from '../../../../domain/schedule/gate.ts';
import type { DurationMs, EpochMs } from '../../../../domain/units.ts';
import { epochMs } from '../../../../domain/units.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { createRememberedSwitch } from '../../../event/remembered-switch.ts';
import { useSwitch } from '../../../event/use-switch.ts';

const LOOK_AGAIN_MS = 1_000;

/** A second phone on the ramp shows the same countdown; two that start racers would make two readings of each. */
export const countdownOnly = createRememberedSwitch('pushoff.countdown-only');

/**
 * Starts racers at their listed second. The reading of the tap is that of the second itself, however late the timer
 * was: browsers slow the timers of a hidden page down. Each listed start is made once: a start that was undone stays so.
 */
export function useAutoStart(
  { sync, eventId }: OpenEvent,
  mayStart: boolean,
  onStart: (racers: readonly EntryResult[], lateBy: DurationMs) => void,
): void {
  const isOn = !useSwitch(countdownOnly) && mayStart;
  const [openedAt] = useState(() => performance.now());
  const done = useRef(new Set<string>());
  const { clock } = sync;
  useEffect(() => {
    if (!isOn) return;
    let timer: ReturnType<typeof setTimeout>;

    function look(): void {
      clearTimeout(timer);
      const { event } = sync.event(eventId).getSnapshot();
      // By a clock that was never measured, the device's own, racers would leave at any moment.
      const isMeasured = clock.quality.getSnapshot() !== null;
      const now = clock.now();
      if (event !== null && isMeasured) startDue(event, now);
      const next = event === null ? null : nextDue(event, now);
      timer = setTimeout(look, Math.min(LOOK_AGAIN_MS, Math.max(1, (next ?? Infinity) - now)));
    }

    function startDue(event: NonNullable<OpenEvent['event']>, now: EpochMs): void {
      // The moment of opening on the common clock, which may have been measured only since.
      const since = epochMs(now - (performance.now() - openedAt));
      const byStart = new Map<EpochMs, EntryResult[]>();
      for (const racer of listDue(event, since, now)) {
        const at = racer.entry.slot!.at!;
        const key = `${racer.entry.racerId} ${at}`;
        if (done.current.has(key)) continue;
        done.current.add(key);
        byStart.set(at, [...(byStart.get(at) ?? []), racer]);
      }
      for (const [at, racers] of byStart) onStart(racers, (now - at) as DurationMs);
    }

    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOn, sync, clock, eventId, openedAt, onStart]);
}
