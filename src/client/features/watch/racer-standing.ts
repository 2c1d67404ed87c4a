import { describeProjected } from '../../../domain/results/describe-projected.ts';
import type { EntryResult } from '../../../domain/results/entry-result.ts';
import type { Leaderboard, LeaderboardRow } from '../../../domain/results/read-leaderboard.ts';
import { word } from '../../../domain/language.ts';
import { statusWords } from '../../../domain/model/ruling.ts';
import type { Board } from '../../../domain/board/board.ts';
import { formatDuration, formatGap } from '../../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../../domain/timing/local-time.ts';
import type { EpochMs } from '../../../domain/units.ts';
import type { ChaseWords } from '../../leaderboard/lists/on-course-row.tsx';
import { placeOf } from '../../leaderboard/time-and-gap.ts';
import { describeAdjusted } from '../../leaderboard/adjusted-words.ts';
import type { ViewerExtras } from './viewer-extras.ts';

/** One racer of the board, in the words of a card. */
export interface Standing {
  readonly racer: EntryResult;
  /** '#3 · +12.50', 'on course · #2 if in now', 'starts 10:30:00'. */
  readonly words: string;
  /** The time at the right edge; null while it runs or where there is none. */
  readonly time: string | null;
  readonly runsSince: EpochMs | null;
  /** Time that would lead, and where. */
  readonly needs?: Pick<ChaseWords, 'until' | 'where'>;
}

/** Null where the racer is not on the board: removed, or of another event. */
export function readStanding(
  board: Pick<Board, 'onCourse' | 'best'>,
  leaderboard: Leaderboard,
  racerId: string,
  { places, chases }: Pick<ViewerExtras, 'places' | 'chases'>,
  timeZone: string,
): Standing | null {
  const isIt = ({ entry }: EntryResult) => entry.racerId === racerId;
  const onCourse = board.onCourse.find(isIt);
  if (onCourse !== undefined) {
    const projected = places?.get(racerId);
    const { place = '', until = board.best, where = '' } = chases?.get(racerId) ?? {};
    const words = ['on course', place, projected === undefined ? '' : describeProjected(projected)];
    return {
      racer: onCourse,
      words: words.filter((part) => part !== '').join(' · '),
      time: null,
      runsSince: onCourse.startTime,
      needs: { until, where },
    };
  }
  const { ranked, without, unranked } = leaderboard;
  const row = ranked.find(isIt);
  if (row !== undefined) return ofRanked(row, leaderboard.by === 'adjusted');
  const timed = without.find(isIt);
  if (timed !== undefined)
    return { racer: timed, words: 'no handicap', time: formatDuration(timed.duration, timed.unit), runsSince: null };
  const racer = unranked.find(isIt);
  if (racer === undefined) return null;
  const { state, status, entry, total, outsideTime, unit } = racer;
  const time = outsideTime === null ? status : formatDuration(outsideTime, unit);
  if (state === 'out') return { racer, words: statusWords[status], time, runsSince: null };
  if (state === 'waiting' && total !== null)
    return { racer, words: `heat ${total.missing[0]} missing`, time: null, runsSince: null };
  const at = entry.slot?.at;
  const words = at == null ? 'not started yet' : `starts ${formatTimeOfDay(at, timeZone)}`;
  return { racer, words, time: null, runsSince: null };
}

function ofRanked(racer: LeaderboardRow, isAdjusted: boolean): Standing {
  const { isToCheck, actualRank, gap, duration, unit, adjusted } = racer;
  const behind = gap > 0 ? [formatGap(gap, unit)] : [];
  const actual = isAdjusted ? [describeAdjusted(adjusted!, unit), `actual #${actualRank}`] : [];
  const words = [isToCheck ? word('to be checked') : placeOf(racer), ...behind, ...actual].join(' · ');
  return { racer, words, time: formatDuration(duration, unit), runsSince: null };
}
