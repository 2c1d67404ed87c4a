import type { Tap } from '../../../domain/model/state.ts';
import { type Likely, rankLikely } from '../../../domain/results/likely.ts';
import { hands } from '../hands/hands.ts';
import { type Hold, useHold } from '../hold/use-hold.ts';

export interface StillRow {
  readonly tapId: string;
  /** Likely racers as they were when the row was drawn first: chips must not change places under a finger. */
  readonly likely: readonly Likely[];
}

/** Data that the list is made of. */
export interface WantedRows {
  /** Times that the server has refused, and that nobody has dismissed yet. */
  readonly refused: readonly string[];
  readonly waiting: readonly Tap[];
  readonly toCome: readonly Likely[];
}

/** Rows that are done stay this long, and as long as hands are busy. */
export const CALM_MS = 2_000;

/**
 * Rows to show next. While hands are busy, new taps come at the end and nothing else moves; in a pause the list is drawn anew.
 */
export function nextRows(
  rows: readonly StillRow[],
  { refused, waiting, toCome }: WantedRows,
  isCalm: boolean,
): readonly StillRow[] {
  const known = new Set(isCalm ? [] : rows.map(({ tapId }) => tapId));
  const added = [
    ...refused.filter((id) => !known.has(id)).map((tapId): StillRow => ({ tapId, likely: [] })),
    ...waiting.filter(({ id }) => !known.has(id)).map((tap) => ({ tapId: tap.id, likely: rankLikely(toCome, tap) })),
  ];
  if (isCalm) return added;
  return added.length === 0 ? rows : [...rows, ...added];
}

interface StillRows {
  readonly rows: readonly StillRow[];
  /** Data for which the rows were drawn anew last. */
  readonly of: WantedRows;
}

/** The rows as they are on the screen: each keeps its place until the hands are calm. */
export function useStillRows(wanted: WantedRows): readonly StillRow[] {
  const [{ rows }] = useHold(wanted, STILL);
  return rows;
}

const STILL: Hold<StillRows, WantedRows> = {
  show: (of) => ({ rows: nextRows([], of, true), of }),
  keep(shown, wanted) {
    const rows = nextRows(shown.rows, wanted, false);
    return rows === shown.rows ? shown : { ...shown, rows };
  },
  isShown: ({ of }, wanted) => of === wanted,
  mayMove: (_, now) => hands.calmAt(CALM_MS) <= now,
  nextLook: () => hands.calmAt(CALM_MS),
};
