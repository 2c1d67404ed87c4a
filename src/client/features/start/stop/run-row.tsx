import type { StoppedRun } from '../../../../domain/results/stopped-runs.ts';
import { formatTimeOfDay } from '../../../../domain/timing/local-time.ts';
import { Button } from '../../../ui/button.tsx';

export type Rule = 'again' | 'DNF' | 'keep';

export interface RunRowProps {
  readonly run: StoppedRun;
  readonly place: string;
  readonly timeZone: string;
  readonly onRule: (how: Rule) => void;
}

/** A run that was stopped, and what may become of it. */
export function RunRow({ run: { racer, seen, isLate }, place, timeZone, onRule }: RunRowProps) {
  const { entry, finishTime } = racer;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-44 flex-1">
        <p dir="auto" className="font-[650] [overflow-wrap:anywhere]">
          {entry.bib !== null && <span className="digits me-2 text-ink-2">{entry.bib}</span>}
          {entry.name}
        </p>
        <p className="digits text-14 text-ink-2">
          {finishTime === null ? (
            <>
              last seen at <bdi>{place}</bdi>, {formatTimeOfDay(seen.at, timeZone)}
            </>
          ) : (
            `finished at ${formatTimeOfDay(finishTime, timeZone)}`
          )}
        </p>
        {isLate && (
          <p className="text-14 font-[720] text-danger">Started while the race was stopped. Keep the start?</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-label={`Run again: ${entry.name}`} onClick={() => onRule('again')}>
          Run again
        </Button>
        <Button aria-label={`DNF: ${entry.name}`} onClick={() => onRule('DNF')}>
          DNF
        </Button>
        <Button aria-label={`Keep: ${entry.name}`} onClick={() => onRule('keep')}>
          Keep
        </Button>
      </div>
    </li>
  );
}
