import { describeCourse } from '../../../domain/events/course.ts';
import type { ComparedSection } from '../../../domain/history/compare.ts';
import { LEAST_RESULTS, type Trend } from '../../../domain/history/progress.ts';
import { counted, word } from '../../../domain/language.ts';
import { formatDate } from '../../../domain/timing/local-time.ts';
import { epochMs } from '../../../domain/units.ts';
import type { RaceInfo } from '../../../protocol/compare.ts';

const MINUS = '−';

/** `0:40.3`: tenths, rounded, always with a decimal, so that a column of them can be read. */
function writeSize(ms: number): string {
  const tenths = Math.round(Math.abs(ms) / 100);
  const seconds = Math.floor(tenths / 10);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Whether a difference is too small to be named: less than half a tenth of a second. */
export const isNothing = (ms: number): boolean => Math.abs(ms) < 50;

/** `−0:12.4` is faster. */
export const writeChange = (ms: number): string =>
  isNothing(ms) ? writeSize(0) : `${ms < 0 ? MINUS : '+'}${writeSize(ms)}`;

/** For example '0:12.4 faster', 'as fast'. */
export function sayChange(ms: number): string {
  if (isNothing(ms)) return 'as fast';
  return ms < 0 ? `${writeSize(ms)} faster` : `${writeSize(ms)} slower`;
}

/** For example 'Everybody 0:12.4 slower than usual'. */
export const sayDay = (ms: number): string =>
  isNothing(ms) ? 'Everyone as fast as usual' : `Everyone ${sayChange(ms)} than usual`;

/** A trend in words; too few results say nothing. */
export function sayTrend(trend: Trend | null, results: number): string {
  if (trend === null) {
    return results < LEAST_RESULTS
      ? `${counted(results, 'result', 'results')}, ${LEAST_RESULTS} needed`
      : 'all within a week';
  }
  if (trend.says === 'steady') return word('steady');
  return sayChange(trend.change);
}

export const nameSection = ({ from, to }: Pick<ComparedSection, 'from' | 'to'>): string =>
  `${from ?? word('Start')} → ${to ?? word('Finish')}`;

/** The day of the race, where it was held. */
export const dayOf = ({ at, timeZone }: Pick<RaceInfo, 'at' | 'timeZone'>): string => formatDate(epochMs(at), timeZone);

/** Course, length and conditions, as far as they are known. */
export const describeRace = ({ course, conditions }: Pick<RaceInfo, 'course' | 'conditions'>): string =>
  describeCourse({ course, conditions }).join(' · ');
