import { marksOf } from '../../../domain/history/marks.ts';
import { describeMarks } from '../../../domain/history/words.ts';
import { readBests } from '../../session/read-bests.ts';

/** Words for a racer's time beside the earlier ones on the course; empty where there is nothing to say. */
export type BestWords = (racerId: string, ms: number) => string;

/** Loads bests with one request for the whole event. Words are made here, so that a finish needs no other request. */
export async function loadBests(eventId: string): Promise<BestWords> {
  const key = new URLSearchParams(location.search).get('guestViewerKey');
  const bests = (await readBests(eventId, key)) ?? {};
  // The round time first: it is the rarer one, and a narrow row cuts the end.
  const describe = (ms: number, best: number | null) => describeMarks(marksOf(ms, best)).toReversed().join(' · ');
  return (racerId, ms) => describe(ms, bests[racerId]?.ms ?? null);
}
