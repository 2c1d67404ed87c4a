import { id } from '../../protocol/commands.ts';
import type { AppContext } from './context.ts';

/**
 * An id in the path. A text that can be no id becomes the empty text, which nothing has as its id: such a text must not
 * reach a query, because PostgreSQL fails at a zero byte.
 */
export function idIn(c: AppContext, name: string): string {
  const text = c.req.param(name) ?? '';
  return id.safeParse(text).success ? text : '';
}
