import type { EventState, Stop } from '../../domain/model/state.ts';
import type { News } from '../../domain/followers/find-news.ts';
import { counted, word } from '../../domain/language.ts';
import { nameLine } from '../../domain/results/points.ts';
import { publish } from '../../domain/model/precision.ts';
import { racersOrder } from '../../domain/results/leaderboard.ts';
import { howRanked, type RankedRow, rankRows, rankTeamRows } from '../../domain/results/rank-rows.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import { statusWords } from '../../domain/model/ruling.ts';
import { formatDuration, formatGap } from '../../domain/timing/format.ts';
import { formatTimeOfDay } from '../../domain/timing/local-time.ts';
import { durationMs, epochMs } from '../../domain/units.ts';
import { nameIn } from './plain-words.ts';

export interface NewsText {
  readonly title: string;
  readonly body: string;
}

/** The part of an event that its messages need. */
export type NamedEvent = Pick<EventState, 'name' | 'timeZone' | 'race' | 'precision' | 'format'>;

/**
 * Whether nobody is on course or waits to start, in any attempt: before that, every place may still change. One who is
 * out in one attempt is not waited for in the next.
 */
export function isEveryoneIn(rows: readonly ResultRow[], { format }: Pick<NamedEvent, 'format'>): boolean {
  const out = new Set<string>();
  const racerIds = new Set<string>();
  for (const { racerId, status } of rows) {
    racerIds.add(racerId);
    if (status !== 'OK') out.add(racerId);
  }
  let done = 0;
  for (const { racerId, publishedMs } of rows) if (publishedMs !== null && !out.has(racerId)) done += 1;
  return racerIds.size > 0 && done >= (racerIds.size - out.size) * format.attempts.count;
}

/** News about a racer in words. `rows` are all results of the event; `best` is the racer's best time before, if known. */
export function describeNews(
  news: News,
  row: ResultRow,
  rows: readonly ResultRow[],
  event: NamedEvent,
  best: number | null = null,
): NewsText {
  const given = nameIn(row.publicName);
  const name = row.attempt > 1 ? `${given}, heat ${row.attempt}` : given;
  const where = nameIn(event.name);
  const { time, gap } = writers(event);
  const rivals = rows.filter(({ attempt, racerId }) => attempt === row.attempt && racerId !== row.racerId);
  switch (news.kind) {
    case 'started':
      return {
        title: `${name} started`,
        body: inSentences(`At ${formatTimeOfDay(epochMs(news.at), event.timeZone)}.`, where),
      };
    case 'split': {
      const elapsed = elapsedAt(row, news.line, event);
      if (elapsed === null) return { title: `${name} at ${nameOf(event, news.line)}`, body: where };
      const others = rivals.map((rival) => elapsedAt(rival, news.line, event));
      return {
        title: `${name} at ${nameOf(event, news.line)}: ${time(elapsed)}`,
        body: inSentences(compareThere(behindBy(elapsed, others, gap)), where),
      };
    }
    case 'finished': {
      const record = best !== null && news.ms < best ? `Personal best by ${gap(best - news.ms).slice(1)}.` : '';
      return {
        title: word(`${name} finished: ${time(news.ms)}`),
        body: inSentences(placeOf(row, rows, rivals, event), record, where),
      };
    }
    case 'corrected':
      return {
        title: `${name}: time corrected to ${time(news.ms)}`,
        body: inSentences(`It was ${time(news.before)}.`, placeOf(row, rows, rivals, event), where),
      };
    case 'finish-undone':
      return {
        title: `${name}: the finish was undone`,
        body: inSentences(`${time(news.before)} doesn’t count.`, where),
      };
    case 'start-undone':
      return { title: `${name}: the start was undone`, body: where };
    case 'status':
      return {
        title: [
          `${name}: ${statusWords[news.status].toLowerCase()}`,
          ...(news.ms === null ? [] : [time(news.ms)]),
        ].join(', '),
        body: where,
      };
  }
}

/** News for followers of the results: when the last racer has come in, and when the results are declared. */
export function describeResults(
  kind: 'in' | 'official' | 'provisional',
  rows: readonly ResultRow[],
  event: NamedEvent,
): NewsText {
  const name = nameIn(event.name);
  const title = {
    in: `${name}: everyone is in`,
    official: `${name}: the results are official`,
    provisional: `${name}: the results are provisional again`,
  };
  return { title: title[kind], body: (firstTeams(rows, event) ?? firstRacers(rows, event)).join(', ') };
}

/** News of a stopped race for all followers: an accident names nobody on the course. */
export function describeStop(event: Pick<EventState, 'name' | 'timeZone'>, { from }: Stop): NewsText {
  const title = `${nameIn(event.name)}: the race is stopped`;
  return { title, body: `Nobody starts. It was stopped at ${formatTimeOfDay(from, event.timeZone).slice(0, 5)}.` };
}

const MOST_NAMED = 3;

function rank(rows: readonly ResultRow[], event: NamedEvent) {
  const how = howRanked(event);
  return rankRows(rows, how, { of: 'total', by: racersOrder(how), category: null }).ranked;
}

/** The first racers in the event's own order: by total, or by adjusted times. */
function firstRacers(rows: readonly ResultRow[], event: NamedEvent): string[] {
  return rank(rows, event)
    .slice(0, MOST_NAMED)
    .map(({ row, ranks }) => `#${ranks.rank} ${nameIn(row.stored.publicName)} ${figureOf(row, event)}`);
}

/** Null where racers are ranked, and where followers do not see the teams. */
function firstTeams(rows: readonly ResultRow[], event: NamedEvent): string[] | null {
  const { teams: rules, shows } = event.format;
  if (rules?.startsTogether !== true || !shows.includes(rules.of)) return null;
  return rankTeamRows(rows, rules, ({ publicDetails }) => publicDetails)
    .filter((team) => team.rank !== null)
    .slice(0, MOST_NAMED)
    .map(({ name, rank: place, score }) => {
      const figure = rules.score === 'places' ? counted(score!, 'point', 'points') : writers(event).time(score!);
      return `#${place} ${nameIn(name)} ${figure}`;
    });
}

/** The figure that ranks a racer: the time, or what the handicap makes of it. */
function figureOf({ ms, adjusted }: RankedRow, event: NamedEvent): string {
  const { format } = event;
  const { time } = writers(event);
  if (format.handicap === null || adjusted === null) return time(ms!);
  if (adjusted.by === 'grade') return `${(adjusted.value / 100).toFixed(2)} %`;
  const figure = time(Math.abs(adjusted.value));
  if (adjusted.by === 'plus') return adjusted.value > 0 ? `${figure} over target` : `${figure} under target`;
  return `${adjusted.value < 0 ? '−' : ''}${figure} adjusted`;
}

/** Times as the event publishes them. */
const writers = ({ precision: { unit } }: NamedEvent) => ({
  time: (ms: number) => formatDuration(durationMs(ms), unit),
  gap: (ms: number) => formatGap(durationMs(ms), unit),
});
const nameOf = (event: NamedEvent, line: string): string => nameIn(nameLine(event, line));

function elapsedAt({ startAt, splits }: ResultRow, line: string, { precision }: NamedEvent): number | null {
  const split = splits.find((each) => each.line === line);
  return split === undefined || startAt === null ? null : publish(durationMs(split.at - startAt), precision);
}

/** A rank is only named when it cannot be taken away by somebody who is still out. */
function placeOf(row: ResultRow, rows: readonly ResultRow[], rivals: readonly ResultRow[], event: NamedEvent): string {
  const ranked = isEveryoneIn(rows, event) ? rank(rows, event) : [];
  const own = ranked.find((each) => each.row.racerId === row.racerId);
  if (own !== undefined) return `#${own.ranks.rank} of ${ranked.length}, everyone is in.`;
  const others = rivals.map(({ publishedMs }) => publishedMs);
  return compareSoFar(behindBy(row.publishedMs!, others, writers(event).gap));
}

/** Gap to the fastest racer who is in; without a gap, whether the time is level or the fastest so far. */
function behindBy(
  ms: number,
  others: readonly (number | null)[],
  gap: (ms: number) => string,
): string | 'first' | 'level' {
  const fastest = Math.min(...others.filter((other) => other !== null));
  if (ms < fastest) return 'first';
  return ms === fastest ? 'level' : gap(ms - fastest).slice(1);
}

function compareSoFar(behind: string): string {
  if (behind === 'first') return 'Fastest so far.';
  return behind === 'level' ? 'Level with the leader.' : `${behind} behind the leader.`;
}

/** The comparison in words at a split point. */
function compareThere(behind: string): string {
  if (behind === 'first') return 'Fastest so far at this point.';
  return behind === 'level' ? 'Level with the leader at this point.' : `${behind} behind the leader at this point.`;
}

const inSentences = (...sentences: string[]): string => sentences.filter(Boolean).join(' ');
