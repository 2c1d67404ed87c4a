import { MAX_NAMED_PER_COMMAND } from '../../protocol/limits.ts';

/** Parts that fit into one command each. */
export function split<Item>(items: readonly Item[], most = MAX_NAMED_PER_COMMAND): Item[][] {
  const parts: Item[][] = [];
  for (let from = 0; from < items.length; from += most) parts.push(items.slice(from, from + most));
  return parts;
}
