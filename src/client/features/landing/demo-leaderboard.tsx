import { useRef } from 'react';
import { formatDuration, formatGap } from '../../../domain/timing/format.ts';
import type { Finisher } from './demo-race.ts';
import { useRowMotion } from './use-row-motion.ts';

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
