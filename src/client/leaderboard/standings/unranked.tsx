import { plural } from '../../../domain/language.ts';
import type { Racing } from '../../../domain/results/read-leaderboard.ts';
import { statusWords } from '../../../domain/model/ruling.ts';
import { BoardSection } from '../lists/board-section.tsx';
import { RacerName, type ShowDetails } from '../../timing/rows/racer-name.tsx';
import { describeRuns, RunTimes } from './run-times.tsx';

export interface UnrankedProps {
  readonly racers: readonly Racing[];
  readonly onShow: ShowDetails | null;
}

/** Racers without a total over all runs, and what is missing. */
export function Unranked({ racers, onShow }: UnrankedProps) {
  if (racers.length === 0) return null;
  return (
    <BoardSection title="Not ranked" aside={racers.length} empty="">
      <ul className="overflow-clip rounded-card border border-line bg-card shadow-card">
        {racers.map((racer) => (
          <li
            key={racer.entry.racerId}
            className="relative flex min-h-14 items-center gap-3 px-3.5 not-first:border-t not-first:border-line"
          >
            <div className="min-w-0 flex-1">
              <RacerName entry={racer.entry} onShow={onShow} className="font-[650]" />
              <RunTimes runs={describeRuns(racer)} />
            </div>
            <span className="shrink-0 text-end text-14 text-ink-2">{describeMissing(racer)}</span>
          </li>
        ))}
      </ul>
    </BoardSection>
  );
}

/** For example 'Did not finish: heat 1' or 'Heat 2 missing'. */
function describeMissing({ runs, total, status }: Racing): string {
  const out = status === 'OK' ? undefined : runs.find((run) => run.status === status);
  if (out !== undefined) return `${statusWords[out.status]}: heat ${out.attempt}`;
  const missing = total?.missing ?? [];
  return plural(missing.length, `Heat ${missing[0]} missing`, `Heats ${missing.join(', ')} missing`);
}
