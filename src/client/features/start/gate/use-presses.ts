import { useLayoutEffect, useRef, useState } from 'react';
import type { EntryResult } from '../../../../domain/results/entry-result.ts';
import { useStartsRest } from '../../../event/use-starts-rest.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { MOVED_MS } from '../../../timing/taps/places.ts';
import { SECOND_TOUCH_MS } from '../../../timing/taps/second-touch.ts';
import { type KeptTime, useUnsureTaps } from '../../../timing/taps/use-unsure-taps.ts';
import type { GateSteps } from './use-gate-steps.ts';

/** Time for which the gate rests after a start: a touch may be nervous or for the next racer, so it is kept without a name. */
const REST_MS = 1_000;

export interface PressParts {
  readonly open: OpenEvent;
  readonly steps: GateSteps;
  readonly atButton: readonly EntryResult[];
  /** A racer has just left by the list: a hand that taps at the second by habit must not send the next one. */
  readonly isResting: boolean;
}

export interface Presses {
  /** True while the button can start nobody. */
  readonly isOff: boolean;
  /** Start: whoever is at the button. */
  readonly press: (timeStamp: number, isKey?: boolean) => void;
  /** A racer who was not there in time. */
  readonly send: (racer: EntryResult, timeStamp: number) => void;
}

/** Decides whom a press starts: two within a moment are one hand, and a press between two racers is kept without a name. */
export function usePresses({ open, steps, atButton, isResting }: PressParts): Presses {
  const { sync, event, eventId } = open;
  const rests = useStartsRest(event);
  const lastStart = useRef(-Infinity);
  const findBefore = useBefore(atButton[0]?.entry.racerId ?? null);
  const tell = ({ tapId, ...step }: KeptTime) => steps.note({ ...step, tapIds: [tapId] });
  const keepUnsure = useUnsureTaps({ sync, eventId, point: null, record: steps.record, tell });
  const isOff = rests || isResting || atButton.length === 0;

  function start(racers: readonly EntryResult[], timeStamp: number, isKey = false): void {
    if (rests || timeStamp - lastStart.current < SECOND_TOUCH_MS) return;
    lastStart.current = timeStamp;
    void steps.start(racers, timeStamp, isKey ? 'key' : undefined);
  }

  return {
    isOff,
    send: (racer, timeStamp) => start([racer], timeStamp),
    press(timeStamp, isKey) {
      const sinceStart = timeStamp - lastStart.current;
      if (isOff || sinceStart < SECOND_TOUCH_MS) return;
      const before = findBefore(timeStamp, sinceStart < REST_MS ? REST_MS : MOVED_MS);
      if (before === null) return start(atButton, timeStamp, isKey);
      const now = atButton[0]!.entry.racerId;
      keepUnsure(
        [before, now].map((racerId) => ({ racerId, line: 'start' })),
        timeStamp,
      );
    },
  };
}

/** The racer of before, where another has come to the button so lately that a press may have been meant for either. */
function useBefore(racerId: string | null): (timeStamp: number, withinMs: number) => string | null {
  const [first] = useState(racerId);
  const change = useRef<{ now: string | null; before: string | null; at: number }>({
    now: first,
    before: null,
    at: -Infinity,
  });
  useLayoutEffect(() => {
    const { now } = change.current;
    if (now !== racerId) change.current = { now: racerId, before: now, at: performance.now() };
  }, [racerId]);
  return (timeStamp, withinMs) => (timeStamp - change.current.at < withinMs ? change.current.before : null);
}
