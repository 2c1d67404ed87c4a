import { createHash } from 'node:crypto';
import { MAX_SERIES_RESULTS, type SeriesAnswer } from '../../protocol/series.ts';
import type { CourseBests } from './course-bests.ts';
import type { Lane } from '../reads/lane.ts';
import { catchUpResults } from '../storage/catch-up-results.ts';
import type { Storage } from '../storage/database.ts';
import { listLinkedSeries, listSeriesEvents, type SeriesEventRow, type StoredSeries } from '../storage/series.ts';
import { keepText, type KeptText } from './kept-results.ts';
import { createSeriesAnswers, type SeriesBests } from './series-answer.ts';

/** Standings are kept as they were sent: while nothing changes, a reader costs one look at the events. */
const MOST_KEPT = 200;
/** One of the largest series is a few megabytes: two hundred of them would fill the memory of a small machine. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024;

interface Kept {
  /** What the standings were made from. */
  readonly state: string;
  readonly text: KeptText;
}

interface Parsed {
  readonly text: KeptText;
  readonly answer: Promise<SeriesAnswer>;
}

export interface KeptSeries {
  read(series: StoredSeries, isOwner: boolean): Promise<KeptText | 'series-too-large'>;
  /** Series of an event as everybody with their links reads them. */
  readLinked(eventId: string, most: number): Promise<readonly SeriesAnswer[]>;
}

export function createKeptSeries(storage: Storage, lane: Lane, courseBests: CourseBests): KeptSeries {
  const { db } = storage;
  const kept = new Map<string, Kept>();
  const answers = createSeriesAnswers(db, courseBests);
  /** Those asked for last: a hundred parents who begin to follow one event would keep the lane busy for seconds. */
  let parsed: readonly Parsed[] = [];

  async function read(series: StoredSeries, isOwner: boolean): Promise<KeptText | 'series-too-large'> {
    const { eventIds } = series.document;
    let events = await listSeriesEvents(db, series.ownerId, eventIds);
    if (events.reduce((sum, { total }) => sum + total, 0) > MAX_SERIES_RESULTS) return 'series-too-large';
    const behind = events.filter(({ seq, resultsSeq }) => resultsSeq < seq);
    for (const event of behind) await lane.run(() => catchUpResults(storage, event.id));
    if (behind.length > 0) events = await listSeriesEvents(db, series.ownerId, eventIds);
    const name = `${series.id} ${isOwner ? 'own' : 'link'}`;
    const bests = await answers.readBests(series, events);
    const state = stateOf(series, events, bests);
    const known = () => (kept.get(name)?.state === state ? kept.get(name) : undefined);
    // Asked again in the lane: of all who ask after a tap only the first computes the standings.
    const made =
      known() ??
      (await lane.run(
        async () =>
          known() ?? { state, text: keepText(JSON.stringify(await answers.write(series, events, bests, isOwner))) },
      ));
    kept.delete(name);
    kept.set(name, made);
    makeRoom();
    return made.text;
  }

  function makeRoom(): void {
    let bytes = 0;
    for (const { text } of kept.values()) bytes += text.bytes.length;
    for (const [name, { text }] of kept) {
      if (kept.size <= MOST_KEPT && bytes <= MOST_KEPT_BYTES) break;
      bytes -= text.bytes.length;
      kept.delete(name);
    }
  }

  return {
    read,
    async readLinked(eventId, most) {
      const linked: Promise<SeriesAnswer>[] = [];
      for (const series of await listLinkedSeries(db, eventId, most)) {
        const text = await read(series, false);
        if (text === 'series-too-large') continue;
        const made = parsed.find((each) => each.text === text) ?? { text, answer: lane.run(() => parse(text)) };
        parsed = [made, ...parsed.filter((each) => each !== made)].slice(0, most);
        linked.push(made.answer);
      }
      return Promise.all(linked);
    },
  };
}

const parse = ({ bytes }: KeptText): SeriesAnswer => JSON.parse(new TextDecoder().decode(bytes)) as SeriesAnswer;

function stateOf({ version, linkKey }: StoredSeries, events: readonly SeriesEventRow[], bests: SeriesBests): string {
  const state = events.map(({ id: eventId, seq, viewerKey }) => `${eventId} ${seq} ${viewerKey}`).toSorted();
  const courses = [...bests.values()].map(({ tag }) => tag).toSorted();
  return createHash('sha256')
    .update(JSON.stringify([version, linkKey, state, courses]))
    .digest('base64url');
}
