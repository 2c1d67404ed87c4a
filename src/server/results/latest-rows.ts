import { touchedSince } from '../../domain/events/touched-racers.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import { hasHiddenTeams } from '../../domain/results/read-teams.ts';
import { frameOf } from '../../domain/sights/public-rows.ts';
import type { RowsFrame } from '../../domain/sights/set-rows.ts';
import type { Requester } from '../fair-turns.ts';
import type { KnownEvents, LogPosition } from '../reads/known-events.ts';
import { readChanges } from '../storage/command-store.ts';
import type { Database } from '../storage/engine.ts';
import { createKeptAnswers, type Kept } from './kept-answers.ts';
import { keepText, type KeptText } from './kept-text.ts';

/** A page that asks every second is behind by fewer changes, unless more than 60 a second come. */
const MOST_CHANGES = 64;
const MOST_KEPT = 2_000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_TRIES = 5;

/**
 * The two texts that caches give to all viewers of an event: rows that changed lately, and the whole for viewers who are
 * further behind. A text for each viewer's number would bring every request to this node.
 */
export interface LatestRows {
  rows(position: LogPosition, reader: Requester): Promise<Kept<KeptText> | null>;
  whole(position: LogPosition, reader: Requester): Promise<Kept<KeptText> | null>;
}

export function createLatestRows(db: Database, known: KnownEvents): LatestRows {
  const kept = createKeptAnswers<KeptText | null>({
    most: MOST_KEPT,
    mostBytes: MOST_BYTES,
    bytesOf: (text) => 2 * (text?.bytes.length ?? 0),
  });

  async function keep(
    which: string,
    position: LogPosition,
    reader: Requester,
    make: (all: Requester) => Promise<KeptText | null>,
  ): Promise<Kept<KeptText> | null> {
    const state = { seq: `${position.seq} ${position.rewrites}`, shown: '', isLarge: false };
    const { answer, age } = await kept.get(`${position.id} ${which}`, state, reader, make);
    return answer && { answer, age };
  }

  async function writeRows(asked: LogPosition, reader: Requester): Promise<KeptText | null> {
    let position = asked;
    for (let tries = 1; ; tries += 1) {
      const { id, seq } = position;
      const missed = await readChanges(db, id, Math.max(0, seq - MOST_CHANGES), seq);
      const event = await known.read(position, reader);
      if (event === null) return null;
      // Another reader may have brought the event further on meanwhile: these changes are not its last.
      const isLatest = event.seq === seq;
      if (isLatest || tries === MOST_TRIES) return keepText(JSON.stringify(latestRows(event, isLatest ? missed : [])));
      position = { ...position, seq: event.seq };
    }
  }

  return {
    rows: (position, reader) => keep('rows', position, reader, (all) => writeRows(position, all)),
    whole: (position, reader) =>
      keep('whole', position, reader, async (all) => {
        const bytes = await known.readWhole(position, 'viewer', undefined, all);
        return bytes && keepText(bytes);
      }),
  };
}

/** The rows of as many of the last changes as can be told by rows; of none, and all pages that are behind ask for the whole. */
function latestRows(event: EventState, last: readonly Change[]): RowsFrame {
  for (let count = last.length; count > 0 && !hasHiddenTeams(event); count = Math.floor(count / 2)) {
    const touched = touchedSince(event, last.slice(-count));
    if (touched !== 'all') return frameOf(event, event.seq - count, touched, true);
  }
  return frameOf(event, event.seq, new Set(), false);
}
