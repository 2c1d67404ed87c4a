import { type RefObject, useLayoutEffect, useRef } from 'react';
import { formatDuration, formatGap } from '../../../domain/timing/format.ts';
import type { Finisher } from './demo-race.ts';
import { prefersReducedMotion } from '../../ui/reduced-motion.ts';

interface DemoLeaderboardProps {
  readonly finished: readonly Finisher[];
  /** Rows are reserved for all racers, so that the page below never moves. */
  readonly size: number;
  readonly latestBib: number | undefined;
}

export function DemoLeaderboard({ finished, size, latestBib }: DemoLeaderboardProps) {
  const list = useRef<HTMLOListElement>(null);
  useRowMotion(list, finished.map((finisher) => finisher.racer.bib).join());

  return (
    <ol ref={list} className="relative">
      {finished.map((finisher) => (
        <Row key={finisher.racer.bib} finisher={finisher} isLatest={finisher.racer.bib === latestBib} />
      ))}
      {Array.from({ length: size - finished.length }, (_, index) => (
        <li key={`free-${size - index}`} className="flex h-12 items-center px-3">
          <span className="w-full border-t border-dashed border-board-line" />
        </li>
      ))}
    </ol>
  );
}

function Row({ finisher, isLatest }: { readonly finisher: Finisher; readonly isLatest: boolean }) {
  const { racer, rank, behindFirst } = finisher;
  const rankColours = rank === 1 ? 'bg-accent text-on-accent' : isLatest ? 'bg-board' : 'bg-board-raised';
  return (
    <li
      data-row={racer.bib}
      className={`relative flex h-12 items-center gap-3 overflow-hidden rounded-button px-3 ${isLatest ? 'z-1 bg-board-raised' : ''}`}
    >
      <span data-flash className="absolute inset-0 bg-accent opacity-0" />
      <span
        className={`digits relative flex h-7 w-10 shrink-0 items-center justify-center rounded-bib font-bold ${rankColours}`}
      >
        #{rank}
      </span>
      <span className="relative min-w-0 flex-1 truncate font-semibold">{racer.name}</span>
      <span className="digits relative flex flex-col-reverse items-end sm:flex-row sm:items-baseline sm:gap-3">
        {behindFirst > 0 && (
          <span className="text-13 leading-4 text-on-board-2 sm:text-14">{formatGap(behindFirst)}</span>
        )}
        <span className="text-20 leading-6 font-bold">{formatDuration(racer.duration)}</span>
      </span>
    </li>
  );
}

const SLIDE: KeyframeAnimationOptions = { duration: 300, easing: 'cubic-bezier(0.2, 0, 0, 1)' };
const FLASH: KeyframeAnimationOptions = { duration: 1200, easing: 'ease-out' };

/**
 * Slides each row of the list from its old position to its new one, and flashes new rows. Rows are the children with
 * `data-row`; the flashing part of a row is its `[data-flash]`.
 */
function useRowMotion(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef<ReadonlyMap<string, number> | null>(null);

  useLayoutEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const before = tops.current;
    tops.current = new Map(rows.map((row) => [row.dataset['row'] ?? '', row.offsetTop]));
    if (!before || prefersReducedMotion()) return;

    // Fewer rows than before mean that the race begins anew: the remaining rows are not news.
    const isNewRace = rows.length < before.size;
    if (isNewRace) {
      list.current?.animate({ opacity: [0, 1] }, SLIDE);
      return;
    }
    const bottom = Math.max(0, ...before.values());
    for (const row of rows) {
      const from = before.get(row.dataset['row'] ?? '');
      const distance = (from ?? bottom + row.offsetHeight) - row.offsetTop;
      if (distance !== 0) row.animate({ transform: [`translateY(${distance}px)`, 'none'] }, SLIDE);
      if (from === undefined) row.querySelector('[data-flash]')?.animate({ opacity: [0.5, 0] }, FLASH);
    }
  }, [list, order]);
}
