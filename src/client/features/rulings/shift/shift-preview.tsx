import { counted, plural, word } from '../../../../domain/language.ts';
import type { MovedResult, Standing } from '../../../../domain/events/move-taps.ts';
import { formatDuration } from '../../../../domain/timing/format.ts';
import type { DurationMs } from '../../../../domain/units.ts';
import { MAX_NAMED_PER_COMMAND } from '../../../../protocol/limits.ts';

export interface ShiftPreviewProps {
  readonly count: number;
  /** Null until an amount is typed. */
  readonly amount: DurationMs | null;
  readonly results: readonly MovedResult[];
  readonly isTooMany: boolean;
}

const SHOWN = 20;

/** What a move will do, before it is done. */
export function ShiftPreview({ count, amount, results, isTooMany }: ShiftPreviewProps) {
  return (
    <section aria-label="What changes" className="rounded-card border border-line bg-card p-4">
      <p role="status" className="digits font-[650]">
        {describe(count, amount, results.length, isTooMany)}
      </p>
      {results.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {results.slice(0, SHOWN).map(({ before, after }) => (
            <li key={after.racer.entry.racerId} className="flex flex-wrap justify-between gap-x-4 py-2">
              <bdi className="min-w-0 truncate font-[650]">{after.racer.entry.name}</bdi>
              <span className="digits text-ink-2">
                {describeStanding(before)} → <span className="text-ink">{describeStanding(after)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {results.length > SHOWN && <p className="mt-2 text-14 text-ink-2">and {results.length - SHOWN} more</p>}
    </section>
  );
}

function describe(count: number, amount: DurationMs | null, results: number, isTooMany: boolean): string {
  if (count === 0) return 'No times fit. Choose another phone, line or span.';
  if (isTooMany) return `${count} times fit. You can move ${MAX_NAMED_PER_COMMAND} at once. Choose a shorter span.`;
  const times = counted(count, 'time', 'times');
  if (amount === null)
    return plural(
      count,
      '1 time chosen. Enter how far to move it.',
      `${count} times chosen. Enter how far to move them.`,
    );
  return `${times} will move, ${counted(results, 'result', 'results')} will change. Times set by hand stay.`;
}

function describeStanding({ racer, rank }: Standing): string {
  if (rank !== null && racer.duration !== null) return `${formatDuration(racer.duration, racer.unit)} #${rank}`;
  return racer.state === 'out' ? racer.status : WORDS[racer.state];
}

const WORDS = {
  inactive: 'not started',
  'on-course': 'on course',
  finished: word('finished'),
  waiting: 'waits for the start',
  impossible: 'finish before start',
} as const;
