/** The ranks of rows that are in their order: equal ones share a rank, and the next is counted on: #1, #1, #3. */
export function rankBy<Row>(ordered: readonly Row[], areEqual: (one: Row, other: Row) => boolean): number[] {
  let rank = 0;
  return ordered.map((row, index) => {
    if (index === 0 || !areEqual(ordered[index - 1]!, row)) rank = index + 1;
    return rank;
  });
}

/** Ranks within each group, by row. Rows whose group is null have none. */
export function rankInGroups<Row>(
  ordered: readonly Row[],
  areEqual: (one: Row, other: Row) => boolean,
  groupOf: (row: Row) => string | null,
): ReadonlyMap<Row, number> {
  const groups = new Map<string, Row[]>();
  for (const row of ordered) {
    const group = groupOf(row);
    if (group === null) continue;
    const rows = groups.get(group);
    if (rows === undefined) groups.set(group, [row]);
    else rows.push(row);
  }
  const ranks = new Map<Row, number>();
  for (const rows of groups.values()) {
    for (const [index, rank] of rankBy(rows, areEqual).entries()) ranks.set(rows[index]!, rank);
  }
  return ranks;
}

/** An entry or a stored row, with a start number and a name. */
interface Numbered {
  readonly racerId: string;
  readonly bib: string | null;
  readonly name: string;
}

const LAST = Number.MAX_SAFE_INTEGER;

export function numberOf({ bib }: Pick<Numbered, 'bib'>, without = LAST): number {
  const number = Number.parseInt(bib ?? '', 10);
  return Number.isNaN(number) ? without : number;
}

/** Order of racers whom times do not order: by number, then by name. Stored rows have no other order. */
export function byNumber(one: Numbered, other: Numbered): number {
  const [mine, theirs] = one.name === other.name ? [one.racerId, other.racerId] : [one.name, other.name];
  return numberOf(one) - numberOf(other) || (mine < theirs ? -1 : 1);
}
