import { counted } from '../../../domain/language.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import { formatDuration } from '../../../domain/timing/format.ts';
import { type DurationMs, durationMs } from '../../../domain/units.ts';
import type { OpenEvent } from '../event-context.ts';
import { nameRacer } from '../racer-words.ts';
import { recordWithUndo } from '../record.ts';

/** Somebody says that these times are right as they stand. */
export function checkTimes(open: OpenEvent, racers: readonly EntryResult[]): void {
  const [first, ...others] = racers.filter(({ gross }) => gross !== null);
  if (first === undefined) return;
  const said =
    others.length === 0
      ? `${nameRacer(first.entry)}: ${formatDuration(first.gross!)} is right`
      : `${counted(others.length + 1, 'time is', 'times are')} right`;
  recordWithUndo(
    open,
    said,
    sayOf([first, ...others], (ms) => durationMs(Math.round(ms))),
    sayOf([first, ...others], () => null),
  );
}

export const uncheck = (racer: EntryResult) => sayOf([racer], () => null);

function sayOf(racers: readonly EntryResult[], say: (gross: number) => DurationMs | null) {
  const times = racers.map(({ entry, attempt, gross }) => ({ racerId: entry.racerId, attempt, ms: say(gross!) }));
  return { type: 'times.check', times } as const;
}
