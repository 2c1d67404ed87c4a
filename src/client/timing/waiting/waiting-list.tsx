import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Tap } from '../../../domain/model/state.ts';
import { type Likely, mayBe } from '../../../domain/results/likely.ts';
import { useStable } from '../../ui/use-stable.ts';
import type { OpenEvent } from '../../event/event-context.ts';
import { type RefusedTap, refusedTime, refusedWords } from '../taps/refused-taps.ts';
import { RefusedChip } from '../taps/refused-chip.tsx';
import { useExplainRefused } from '../taps/use-explain-refused.ts';
import { CALM_MS, type StillRow } from './use-still-rows.ts';
import { MOST_CHIPS, type TapSteps, WaitingRow } from './waiting-row.tsx';

export interface WaitingListProps {
  readonly open: OpenEvent;
  readonly rows: readonly StillRow[];
  readonly refused: readonly RefusedTap[];
  readonly toCome: readonly Likely[];
  readonly steps: TapSteps;
}

const NOBODY: ReadonlySet<string> = new Set();

/** The newest time is the lowest, next to the thumb. Rows above it keep their places while it comes. */
export function WaitingList({ open, rows, refused, toCome, steps }: WaitingListProps) {
  const { taps, entries, timeZone } = open.event;
  const { place } = open.sync.clock;
  const explain = useExplainRefused(open.sync, open.event);
  const refusedOf = useMemo(() => new Map(refused.map((tap) => [tap.tapId, tap])), [refused]);
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
        No times to assign. Tap below as each racer crosses; say who it was afterwards.
      </p>
    );
  }
  return (
    <ul
      ref={list}
      aria-label="Times to assign"
      className="@container min-h-30 flex-1 overflow-y-auto overscroll-contain"
      onPointerDown={note}
      onScroll={note}
    >
      {rows.map(({ tapId, likely }) => {
        const tap = taps[tapId];
        const no = refusedOf.get(tapId);
        // In its row, also where the time has a racer already: it says which time does not count.
        if (no !== undefined) {
          return (
            <li key={tapId} className="flex h-30 items-center gap-3 border-b border-line px-4 @[40rem]:h-20">
              <span className="digits flex-1 text-20 font-[720]">{refusedTime(no, open.event, place)}</span>
              <div>
                <RefusedChip label={refusedWords(no.line)} tap={no} onExplain={explain} />
              </div>
            </li>
          );
        }
        // Dismissed, and in its place until the hands are calm.
        if (tap === undefined)
          return <li key={tapId} aria-hidden className="h-30 border-b border-line bg-soft @[40rem]:h-20" />;
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
