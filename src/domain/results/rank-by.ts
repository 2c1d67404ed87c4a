/** The ranks of rows that are in their order: equal ones share a rank, and the next is counted on: #1, #1, #3. */
export function rankBy<Row>(ordered: readonly Row[], areEqual: (one: Row, other: Row) => boolean): number[] {
  let rank = 0;
  return ordered.map((row, index) => {
    if (index === 0 || !areEqual(ordered[index - 1]!, row)) rank = index + 1;
    return rank;
  });
}

/** Within each group, by row. Rows of no group, which is null, have no rank. */
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
