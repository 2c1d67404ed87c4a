import { type Order, type Placed, type RunResult, STATUSES, type Status } from '../oracle.ts';
import { type Element, findAll, textOf } from './html.ts';
import { type Reading, sameOrder } from './reading.ts';

/** One racer as an output has them. A field that is not there is not said, and not compared. */
export interface SaidRow {
  readonly racerId: string;
  readonly rank?: number | null;
  readonly ms?: number | null;
  /** The time of those outside of the ranking too. */
  readonly shownMs?: number | null;
  readonly gap?: number | null;
  readonly status?: string | null;
  readonly category?: string | null;
  readonly categoryRank?: number | null;
  readonly adjusted?: number | null;
  readonly adjustedRank?: number | null;
  readonly actualRank?: number | null;
  readonly penalty?: number;
  readonly handicap?: number | null;
  readonly bib?: string | null;
  /** Marked; where a screen claims no place for it, `rank` is not said. */
  readonly toCheck?: boolean;
}

/** The place of a row as a screen writes it: '#3', nothing, or '?' for a time that is to be checked. */
export function placeIn(item: Element): Pick<SaidRow, 'rank' | 'toCheck'> {
  const [place] = findAll(item, (element) => /^(?:#\d+|\?)$/.test(textOf(element))).map(textOf);
  if (place === '?') return { toCheck: true };
  return { rank: place === undefined ? null : Number(place.slice(1)), toCheck: false };
}

/** The list that an output means to be. */
export interface ListOf {
  readonly by: 'actual' | 'adjusted';
  /** Ranks and gaps are those within this category. */
  readonly within?: string | null;
  /** One run alone; else the totals. */
  readonly run?: number;
}

const FIELDS = [
  'rank',
  'ms',
  'shownMs',
  'gap',
  'status',
  'category',
  'categoryRank',
  'adjusted',
  'adjustedRank',
  'actualRank',
  'penalty',
  'handicap',
  'bib',
  'toCheck',
] as const;

/** Compares the values of every row, and the order of those with a rank. */
export function checkRows(reading: Reading, what: string, rows: readonly SaidRow[], list: ListOf): void {
  const { check, faces } = reading;
  for (const row of rows) {
    const told = `${what} ${faces.short(row.racerId)}`;
    const wanted = expectRow(reading, row.racerId, list);
    check.same(`${told} is in the race`, wanted !== null, true);
    if (wanted === null) continue;
    for (const field of FIELDS) {
      if (row[field] !== undefined) check.same(`${told} ${field}`, row[field], wanted[field]);
    }
  }
  const ranked = rows
    .filter(({ rank, toCheck }) => typeof rank === 'number' || (rank === undefined && toCheck === true))
    .map(({ racerId }) => racerId);
  sameOrder(reading, what, ranked, orderOf(reading, list));
  const codes = rows.flatMap(({ rank, status }) =>
    typeof rank !== 'number' && STATUSES.includes(status as Status) && status !== 'OK'
      ? [STATUSES.indexOf(status as Status)]
      : [],
  );
  check.same(
    `${what} statuses in their order`,
    codes,
    codes.toSorted((one, other) => one - other),
  );
}

function orderOf({ expected }: Reading, { by, within, run }: ListOf): Order {
  const ranking = run === undefined ? expected.total : expected.ofRun[run - 1]!;
  const order = by === 'adjusted' ? ranking.adjusted : ranking.actual;
  if (within === undefined) return order;
  const isIn = (racerId: string) => ranking.placed.get(racerId)!.category === within;
  return order.map((group) => group.filter(isIn)).filter((group) => group.length > 0);
}

type WantedRow = { readonly [Field in (typeof FIELDS)[number]]: unknown };

function expectRow(reading: Reading, racerId: string, list: ListOf): WantedRow | null {
  const { expected } = reading;
  const ranking = list.run === undefined ? expected.total : expected.ofRun[list.run - 1]!;
  const placed = ranking.placed.get(racerId);
  if (placed === undefined) return null;
  const isAdjusted = list.by === 'adjusted';
  const overall = isAdjusted ? placed.adjustedRank : placed.rank;
  const inCategory = isAdjusted ? placed.adjustedCategoryRank : placed.categoryRank;
  const isWithin = list.within !== undefined;
  return {
    rank: isWithin && list.within !== null ? inCategory : overall,
    ms: placed.ms,
    shownMs: placed.ms ?? placed.outsideMs,
    gap: gapOf(reading, placed, list),
    status: placed.status,
    category: placed.category,
    categoryRank: inCategory,
    adjusted: placed.adjusted,
    adjustedRank: placed.adjustedRank,
    actualRank: placed.rank,
    penalty: placed.now.penaltyMs,
    handicap: placed.racer.handicapMs,
    bib: placed.racer.bib,
    toCheck: placed.isToCheck,
  };
}

/** Behind the first of the list. Grades have no gaps. */
function gapOf(reading: Reading, placed: Placed, list: ListOf): number | null {
  const first = orderOf(reading, list)[0]?.[0];
  const ranking = list.run === undefined ? reading.expected.total : reading.expected.ofRun[list.run - 1]!;
  const leader = first === undefined ? undefined : ranking.placed.get(first);
  if (leader === undefined) return null;
  if (list.by === 'actual') return placed.ms === null ? null : placed.ms - leader.ms!;
  if (placed.adjusted === null || reading.expected.race.handicap === 'grade') return null;
  return placed.adjusted - leader.adjusted!;
}

/** Whoever has a time, a status, or was seen in any run: nobody of them may be missing from a list of results. */
export const wasSeen = ({ runs }: Placed): boolean =>
  runs.some(({ startAt, finishAt, status }) => startAt !== null || finishAt !== null || status !== 'OK');

export const isRiding = ({ state }: RunResult): boolean => state === 'on course';

/** Nobody whom `isNeeded` names is missing from the rows, and nobody is there twice. */
export function checkPresence(
  { check, faces, expected }: Reading,
  what: string,
  rows: readonly SaidRow[],
  isNeeded: (placed: Placed) => boolean,
): void {
  const said = rows.map(({ racerId }) => racerId);
  const needed = [...expected.total.placed.values()].filter(isNeeded).map(({ racer }) => racer.racerId);
  const missing = needed.filter((racerId) => !said.includes(racerId)).map((racerId) => faces.short(racerId));
  check.same(`${what}: racers who are missing`, missing, []);
  const doubled = said
    .filter((racerId, index) => said.indexOf(racerId) !== index)
    .map((racerId) => faces.short(racerId));
  check.same(`${what}: racers who are there twice`, doubled, []);
}
