import type { CreditHistory } from '../../../protocol/payments.ts';

/** A newest page that does not reach what is known takes its place: a list with a hole in it does not add up. */
export function joinLines(known: CreditHistory | null, page: CreditHistory, which: 'newest' | 'older'): CreditHistory {
  if (known === null || known.lines.length === 0) return page;
  if (which === 'older') return { lines: join(known.lines, page.lines), hasMore: page.hasMore };
  const lowest = page.lines.at(-1)?.number ?? 0;
  const reaches = lowest <= (known.lines[0]?.number ?? 0) + 1;
  return reaches ? { lines: join(page.lines, known.lines), hasMore: known.hasMore } : page;
}

function join(newer: CreditHistory['lines'], older: CreditHistory['lines']): CreditHistory['lines'] {
  const lowest = newer.at(-1)?.number ?? Infinity;
  return [...newer, ...older.filter(({ number }) => number < lowest)];
}
