import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Tap } from '../../../../domain/model/state.ts';
import { type Likely, mayBe } from '../../../../domain/results/likely.ts';
import { useStable } from '../../../ui/use-stable.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { CALM_MS, type StillRow } from './use-still-rows.ts';
import { MOST_CHIPS, type TapSteps, WaitingRow } from './waiting-row.tsx';

export interface WaitingListProps {
  readonly open: OpenEvent;
  readonly rows: readonly StillRow[];
  readonly toCome: readonly Likely[];
  readonly steps: TapSteps;
}

const NOBODY: ReadonlySet<string> = new Set();

/** The newest time is the lowest, next to the thumb. Rows above it keep their places while it comes. */
export function WaitingList({ open, rows, toCome, steps }: WaitingListProps) {
  const { taps, entries, timeZone } = open.event;
  const list = useRef<HTMLUListElement>(null);
  const touchedAt = useRef(-CALM_MS);
  const now = useMemo(() => new Map(toCome.map((likely) => [likely.racer.entry.racerId, likely])), [toCome]);
  const note = useStable(() => {
    touchedAt.current = performance.now();
  });
  const count = rows.length;
  useLayoutEffect(() => {
    if (performance.now() - touchedAt.current < CALM_MS) return;
    const element = list.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [count]);

  if (count === 0) {
    return (
      <p className="m-auto max-w-[36ch] px-6 text-center text-16 text-ink-2">
        No time waits for a racer. Tap below when somebody crosses, and say afterwards who it was.
      </p>
    );
  }
  return (
    <ul
      ref={list}
      aria-label="Times that wait for a racer"
      className="@container min-h-30 flex-1 overflow-y-auto overscroll-contain"
      onPointerDown={note}
      onScroll={note}
    >
      {rows.map(({ tapId, likely }) => {
        const tap = taps[tapId];
        if (tap === undefined) return null;
        const chips = likely.slice(0, MOST_CHIPS).map(({ racer }) => racer.entry.racerId);
        const missing = chips.filter((racerId) => !isPossible(now.get(racerId), tap));
        const gone = missing.length === 0 ? NOBODY : new Set(missing);
        return (
          <WaitingRow
            key={tapId}
            tap={tap}
            likely={likely}
            gone={gone}
            racer={tap.racerId === null ? null : (entries[tap.racerId] ?? null)}
            timeZone={timeZone}
            isPending={open.shown.pendingIds.has(tapId)}
            steps={steps}
          />
        );
      })}
    </ul>
  );
}

const isPossible = (likely: Likely | undefined, tap: Tap): boolean => likely !== undefined && mayBe(likely, tap);
