import { createHash } from 'node:crypto';
import type { EventState } from '../../domain/model/state.ts';
import type { ResultRow } from '../../domain/results/rows.ts';
import type { Standing } from '../../domain/series/standings.ts';
import type { SeriesAnswer } from '../../protocol/series.ts';
import type { Requester } from '../fair-turns.ts';
import { isEveryoneIn } from '../words/news-texts.ts';
import { countEvents, listShown, type RacedSeries } from '../words/series-texts.ts';

/** Series that followers of one event are told of: the ones that were made first. */
const MOST_SERIES = 3;

/** Series of an event as their links show them, the first made first, `most` at most; none of a series without a link. */
export type ReadSeries = (eventId: string, most: number, reader?: Requester) => Promise<readonly SeriesAnswer[]>;

/** What followers of a racer, or of the results, were told last of the event's series. */
export interface KnownOfSeries {
  /** Digest of the event's results with everyone in; empty while somebody is out. */
  readonly results: string;
  /** By series. Both are digests; `standing` is empty where there is nothing to tell. */
  readonly known: Readonly<Record<string, { readonly scores: string; readonly standing: string }>>;
}

export const nothingKnownOfSeries: KnownOfSeries = { results: '', known: {} };

/** The series of an event with everyone in: read once for all who follow it. */
export interface SeriesLook {
  readonly results: string;
  /** `scores` is a digest of what this event gives to each racer. */
  readonly series: readonly (RacedSeries & { readonly scores: string })[];
}

/** Null while somebody is out. Series are read only where one of `told` is of other results than these. */
export async function lookAtSeries(
  readSeries: ReadSeries | undefined,
  { id: eventId, format }: Pick<EventState, 'id' | 'format'>,
  rows: readonly ResultRow[],
  told: Iterable<KnownOfSeries | undefined>,
  reader?: Requester,
): Promise<SeriesLook | null> {
  if (!isEveryoneIn(rows, { format })) return null;
  const results = digest([format.teams, rows.map(countingPart)]);
  const isTold = [...told].every((each) => each?.results === results);
  const answers = isTold ? [] : ((await readSeries?.(eventId, MOST_SERIES, reader)) ?? []);
  const series = answers.map((answer) => ({
    answer,
    events: countEvents(answer),
    scores: digestScores(answer, eventId),
  }));
  return { results, series };
}

/** What followers know after they have been told. What they knew stays while somebody is out again. */
export function toldAfter(racerId: string, told: KnownOfSeries | undefined, look: SeriesLook | null): KnownOfSeries {
  if (look === null) return { results: '', known: told?.known ?? {} };
  if (told?.results === look.results) return told;
  const known = look.series.map(({ answer, scores }) => {
    const shown = listShown(racerId, answer);
    const standing = shown.length === 0 ? '' : digest(shown.map(({ row, category }) => [category, ...placeOf(row)]));
    return [answer.id, { scores, standing }] as const;
  });
  return { results: look.results, known: Object.fromEntries(known) };
}

/**
 * Series to tell of: all when everyone has come in, and those in which a correction in this event moved a place or a
 * total. Where the scores of this event are the same, another event moved them. A series whose link was made later is
 * taken as known. So is everything where nothing is stored: the release before stored nothing of series.
 */
export function findSeriesNews(
  told: KnownOfSeries | undefined,
  after: KnownOfSeries,
  { series }: SeriesLook,
): readonly RacedSeries[] {
  if (told === undefined || told === after) return [];
  return series.filter(({ answer: { id } }) => {
    const [was, is] = [told.known[id], after.known[id]!];
    if (is.standing === '') return false;
    return was === undefined ? told.results === '' : was.standing !== is.standing && was.scores !== is.scores;
  });
}

/** The name of a message about a series, and the series in the id of such a message. */
export const nameSeriesMessage = (seriesId: string, seq: number): string => `series-${seriesId}.${seq}`;
export const findSeriesIn = (messageId: string): string | undefined => /\.series-([0-9a-f-]+)\./.exec(messageId)?.[1];

/** The part of a result that can count in a series. */
const countingPart = (row: ResultRow) => [
  row.racerId,
  row.attempt,
  row.category,
  row.status,
  row.startAt !== null,
  row.publishedMs,
  row.total?.ms,
  row.details,
  row.publicDetails,
];

const placeOf = ({ racerId, rank, total }: Standing) => [racerId, rank, total];

function digestScores({ standings }: SeriesAnswer, eventId: string): string {
  const given = standings.flatMap(({ category, rows }) =>
    rows.flatMap(({ racerId, scores }) =>
      scores.flatMap((score) => (score.eventId === eventId ? [[category, racerId, score.value]] : [])),
    ),
  );
  // Not in the order of the standings, which other events change.
  return digest(given.map((each) => JSON.stringify(each)).toSorted());
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
