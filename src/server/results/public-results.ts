import { type View } from '../../domain/sights/views.ts';
import { writeBoardCsv } from '../../domain/exports/board-csv.ts';
import { boardLines } from '../../domain/exports/board-lines.ts';
import { type PublicResults, toPublicResults } from '../../protocol/results.ts';
import type { Requester } from '../fair-turns.ts';
import type { LogPosition } from '../reads/known-events.ts';
import type { Lane } from '../reads/lane.ts';
import type { EventRows, HeldResults } from './event-rows.ts';
import { createKeptAnswers, type Kept } from './kept-answers.ts';
import { keepText, type KeptText } from './kept-text.ts';

/** Rows of an event whose results may be late by a second: making those of fewer takes a few plain pages. */
const MANY_ROWS = 400;
const MOST_KEPT = 300;
const MOST_BYTES = 48 * 1024 * 1024;
/** A result as an object takes about as much as its text. */
const RESULT_BYTES = 700;

/** Results of an event as one view of it shows them. Texts are written when the first reader asks. */
export interface EventAnswer {
  /** The number of the last change in these results. */
  readonly seq: number;
  readonly results: PublicResults;
  json(): KeptText;
  boardCsv(): KeptText;
}

export interface PublicResultsShelf {
  get(position: LogPosition, view: View, reader: Requester): Promise<Kept<EventAnswer> | null>;
  /** A text that everything but a time makes another (`HeldResults.shown`); null while the rows are behind the log. */
  readShown(position: LogPosition, reader: Requester): Promise<string | null>;
}

export function createPublicResults(rows: EventRows, lane: Lane, now?: () => number): PublicResultsShelf {
  const kept = createKeptAnswers<EventAnswer>({
    most: MOST_KEPT,
    mostBytes: MOST_BYTES,
    // The object, two texts and their compressed copies.
    bytesOf: ({ results }) => results.results.length * RESULT_BYTES * 3,
    ...(now && { now }),
  });
  return {
    async readShown(position, reader) {
      const held = await rows.read(position, reader);
      return held && `${held.rewrites} ${held.shown}`;
    },
    async get(position, view, reader) {
      const held = await rows.read(position, reader);
      if (held === null) return null;
      const isLarge = held.rows.length > MANY_ROWS;
      const state = { seq: `${held.rewrites} ${held.seq}`, shown: String(held.shown), isLarge };
      const make = () => answerOf(position.id, held, view);
      const name = `${position.id} ${view}`;
      return kept.get(name, state, reader, async (all) => (isLarge ? lane.run(all, make) : make()));
    },
  };
}

function answerOf(id: string, held: HeldResults, view: View): EventAnswer {
  const results = toPublicResults({ id, ...held }, held.rows, view, held.teamRules);
  let json: KeptText | undefined;
  let boardCsv: KeptText | undefined;
  return {
    seq: held.seq,
    results,
    json: () => (json ??= keepText(JSON.stringify(results))),
    boardCsv: () => (boardCsv ??= keepText(writeBoardCsv({ ...results, lines: boardLines(results) }))),
  };
}
