import type { EntryResult } from '../../../domain/results/entry-result.ts';
import type { Racing } from '../../../domain/results/read-leaderboard.ts';
import { formatDuration } from '../../../domain/timing/format.ts';

/** One run of a racer in words. */
export interface RunWords {
  readonly attempt: number;
  readonly text: string;
  /** The one run that makes the total. */
  readonly isChosen: boolean;
}

/** Runs in words. Where every run counts, none stands out. */
export function describeRuns({ runs, total }: Pick<Racing, 'runs' | 'total'>): RunWords[] {
  const isChosen = ({ attempt }: EntryResult) => total?.of.length === 1 && total.of[0] === attempt;
  return runs.map((run) => ({ attempt: run.attempt, text: describeRun(run), isChosen: isChosen(run) }));
}

function describeRun({ state, status, duration, outsideTime, unit }: EntryResult): string {
  if (outsideTime !== null) return `${status} ${formatDuration(outsideTime, unit)}`;
  if (state === 'out') return status;
  return duration === null ? '–' : formatDuration(duration, unit);
}

export interface RunTimesProps {
  readonly runs: readonly RunWords[];
  /** Shown before the runs, for example the rank in the category. */
  readonly mark?: string | undefined;
}

export function RunTimes({ runs, mark }: RunTimesProps) {
  return (
    <p className="digits truncate text-13 text-ink-2 xl:text-14">
      {mark !== undefined && (
        <>
          <span className="font-[650] text-ink max-sm:block max-sm:truncate">{mark}</span>
          <span className="max-sm:hidden"> · </span>
        </>
      )}
      {runs.map(({ attempt, text, isChosen }, index) => (
        <span key={attempt}>
          {index > 0 && ' · '}
          <span className="sr-only">Heat {attempt}: </span>
          {isChosen ? <b className="font-[720] text-ink">{text}</b> : text}
        </span>
      ))}
    </p>
  );
}
