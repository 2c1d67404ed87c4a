import { describeProjected } from '../../../../../domain/results/describe-projected.ts';
import type { EntryResult } from '../../../../../domain/results/entry-result.ts';
import type { Projected } from '../../../../../domain/results/projected.ts';
import type { RankedResult } from '../../../../../domain/results/ranking.ts';
import { statusWords } from '../../../../../domain/results/ruling.ts';
import type { Board } from '../../../../../domain/timing/board.ts';
import { formatDuration, formatGap } from '../../../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../../../domain/units.ts';

/** One racer of the board, in the words of a card. */
export interface Standing {
  readonly racer: EntryResult;
  /** '#3 · +12.50', 'on course · #2 if in now', 'starts 10:30:00'. */
  readonly words: string;
  /** The time at the right edge; null while it runs or where there is none. */
  readonly time: string | null;
  readonly runsSince: EpochMs | null;
}

/** Null where the racer is not on the board: removed, or of another event. */
export function readStanding(
  board: Board,
  racerId: string,
  places: ReadonlyMap<string, Projected> | undefined,
  timeZone: string,
  /** What handicaps make of each racer's time. */
  adjusted?: ReadonlyMap<string, string>,
): Standing | null {
  const isIt = ({ entry }: EntryResult) => entry.racerId === racerId;
  const ranked = board.leaderboard.find(isIt);
  if (ranked !== undefined) return ofFinished(ranked, adjusted?.get(racerId));
  const racer = [...board.onCourse, ...board.inactive, ...board.out].find(isIt);
  if (racer === undefined) return null;
  const { state, status, startTime, entry } = racer;
  if (state === 'out') return { racer, words: statusWords[status], time: status, runsSince: null };
  if (state === 'on-course') {
    const projected = places?.get(racerId);
    const words = projected === undefined ? 'on course' : `on course · ${describeProjected(projected)}`;
    return { racer, words, time: null, runsSince: startTime };
  }
  const at = entry.slot?.at;
  const words = at == null ? 'not started yet' : `starts ${formatTimeOfDay(at, timeZone)}`;
  return { racer, words, time: null, runsSince: null };
}

function ofFinished(racer: RankedResult, adjusted: string | undefined): Standing {
  const { rank, gap, duration } = racer;
  const words = [`#${rank}`, ...(gap > 0 ? [formatGap(gap)] : []), ...(adjusted === undefined ? [] : [adjusted])].join(
    ' · ',
  );
  return { racer, words, time: formatDuration(duration), runsSince: null };
}
