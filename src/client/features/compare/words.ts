import { describeCourse } from '../../../domain/events/course.ts';
import type { ComparedSection } from '../../../domain/history/compare.ts';
import type { Trend } from '../../../domain/history/progress.ts';
import { LEAST_RESULTS } from '../../../domain/history/progress.ts';
import { counted, word } from '../../../domain/language.ts';
import { formatDate } from '../../../domain/timing/local-time.ts';
import { epochMs } from '../../../domain/units.ts';
import type { RaceInfo } from '../../../protocol/compare.ts';

const MINUS = '−';

/** `0:40.3`: tenths, rounded, always with a decimal, so that a column of them can be read. */
export function writeSize(ms: number): string {
  const tenths = Math.round(Math.abs(ms) / 100);
  const seconds = Math.floor(tenths / 10);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** `−0:12.4` is faster. Less than half a tenth has no sign. */
export function writeChange(ms: number): string {
  const size = writeSize(ms);
  return size === '0:00.0' ? size : `${ms < 0 ? MINUS : '+'}${size}`;
}

/** For example '0:12.4 faster', 'as fast'. */
export function sayChange(ms: number): string {
  const size = writeSize(ms);
  if (size === '0:00.0') return word('as fast');
  return ms < 0 ? `${size} faster` : `${size} slower`;
}

/** What a trend says, and never more than it can: too few results say nothing. */
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
