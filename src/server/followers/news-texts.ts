import type { EventState } from '../../domain/events/state.ts';
import type { News } from '../../domain/followers/find-news.ts';
import { nameLine } from '../../domain/results/points.ts';
import { publish } from '../../domain/results/precision.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import { statusWords } from '../../domain/results/ruling.ts';
import { formatDuration, formatGap } from '../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../domain/timing/local-time.ts';
import { durationMs, epochMs } from '../../domain/units.ts';
import { plainWords } from '../mail/texts.ts';

export interface NewsText {
  readonly title: string;
  readonly body: string;
}

/** The part of an event that its messages need. */
export type NamedEvent = Pick<EventState, 'name' | 'timeZone' | 'race' | 'precision'>;

/** Whether nobody is on course or waits to start: before that, every place may still change. */
export const isEveryoneIn = (rows: readonly ResultRow[]): boolean =>
  rows.length > 0 && rows.every(({ publishedMs, status }) => publishedMs !== null || status !== 'OK');

/** News about a racer in words. `rows` are all results of the event; `best` is the racer's best time before, if known. */
export function describeNews(
  news: News,
  row: ResultRow,
  rows: readonly ResultRow[],
  event: NamedEvent,
  best: number | null = null,
): NewsText {
  const name = plainWords(row.publicName) + (row.attempt > 1 ? `, run ${row.attempt}` : '');
  const where = plainWords(event.name);
  const rivals = rows.filter(({ attempt, racerId }) => attempt === row.attempt && racerId !== row.racerId);
  switch (news.kind) {
    case 'started':
      return { title: `${name} started`, body: `At ${formatTimeOfDay(epochMs(news.at), event.timeZone)}. ${where}` };
    case 'split': {
      const elapsed = elapsedAt(row, news.line, event);
      if (elapsed === null) return { title: `${name} at ${nameOf(event, news.line)}`, body: where };
      const place = compare(
        elapsed,
        rivals.map((rival) => elapsedAt(rival, news.line, event)),
      );
      return { title: `${name} at ${nameOf(event, news.line)}: ${time(elapsed)}`, body: `${place} there. ${where}` };
    }
    case 'finished': {
      const record = best !== null && news.ms < best ? ` Personal best by ${gap(best - news.ms).slice(1)}.` : '';
      return { title: `${name} finished: ${time(news.ms)}`, body: `${placeOf(row, rows, rivals)}.${record} ${where}` };
    }
    case 'corrected':
      return {
        title: `${name}: time corrected to ${time(news.ms)}`,
        body: `It was ${time(news.before)}. ${placeOf(row, rows, rivals)}. ${where}`,
      };
    case 'finish-undone':
      return { title: `${name}: the finish was taken back`, body: `${time(news.before)} does not count. ${where}` };
    case 'start-undone':
      return { title: `${name}: the start was taken back`, body: where };
    case 'status':
      return {
        title: `${name}: ${statusWords[news.status].toLowerCase()}${news.ms === null ? '' : `, ${time(news.ms)}`}`,
        body: where,
      };
  }
}

/** Told to followers of the results, once nobody is out on the course any more. */
export function describeResults(rows: readonly ResultRow[], event: NamedEvent): NewsText {
  const placed = rows.filter(({ attempt, publishedMs }) => attempt === 1 && publishedMs !== null);
  const first = placed.toSorted((one, other) => one.publishedMs! - other.publishedMs!).slice(0, 3);
  const places = first.map((row) => `#${rankOf(row, placed)} ${plainWords(row.publicName)} ${time(row.publishedMs!)}`);
  return { title: `${plainWords(event.name)}: everyone is in`, body: places.join(', ') };
}

const time = (ms: number): string => formatDuration(durationMs(ms));
const gap = (ms: number): string => formatGap(durationMs(ms));
const nameOf = (event: NamedEvent, line: string): string => plainWords(nameLine(event, line));

function elapsedAt({ startAt, splits }: ResultRow, line: string, { precision }: NamedEvent): number | null {
  const split = splits.find((each) => each.line === line);
  return split === undefined || startAt === null ? null : publish(durationMs(split.at - startAt), precision);
}

/** A rank is only named when it cannot be taken away by somebody who is still out. */
function placeOf(row: ResultRow, rows: readonly ResultRow[], rivals: readonly ResultRow[]): string {
  const ofAttempt = rows.filter(({ attempt }) => attempt === row.attempt);
  const placed = ofAttempt.filter(({ publishedMs }) => publishedMs !== null);
  if (isEveryoneIn(ofAttempt)) return `#${rankOf(row, placed)} of ${placed.length}, everyone is in`;
  return compare(
    row.publishedMs!,
    rivals.map(({ publishedMs }) => publishedMs),
  );
}

const rankOf = (row: ResultRow, placed: readonly ResultRow[]): number =>
  placed.filter(({ publishedMs }) => publishedMs! < row.publishedMs!).length + 1;

function compare(ms: number, others: readonly (number | null)[]): string {
  const fastest = Math.min(...others.filter((other) => other !== null));
  if (ms < fastest) return 'Fastest so far';
  return ms === fastest ? 'As fast as the fastest so far' : `${gap(ms - fastest).slice(1)} behind the fastest so far`;
}
