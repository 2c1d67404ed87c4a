/** Items are numbered without gaps, the newest first. */
export interface Pages<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

export type NumberOf<Item> = (item: Item) => number;

/** A new page that does not reach the known ones replaces them: a list with a hole in it would hide what happened. */
export function joinPages<Item>(
  known: Pages<Item> | null,
  page: Pages<Item>,
  which: 'newest' | 'older',
  numberOf: NumberOf<Item>,
): Pages<Item> {
  const newest = known?.items[0];
  if (known === null || newest === undefined) return page;
  if (which === 'older') return { items: join(known.items, page.items, numberOf), hasMore: page.hasMore };
  const last = page.items.at(-1);
  const reaches = last === undefined || numberOf(last) <= numberOf(newest) + 1;
  return reaches ? { items: join(page.items, known.items, numberOf), hasMore: known.hasMore } : page;
}

function join<Item>(newer: readonly Item[], older: readonly Item[], numberOf: NumberOf<Item>): readonly Item[] {
  const last = newer.at(-1);
  return last === undefined ? older : [...newer, ...older.filter((item) => numberOf(item) < numberOf(last))];
}
