import { id } from '../../protocol/commands.ts';
import type { AppContext } from './context.ts';

/**
 * An id in the path or in the query. A text that can be no id becomes the empty text, which nothing has as its id: such a text
 * must not reach a query, because PostgreSQL fails at a zero byte.
 */
export const idIn = (c: AppContext, name: string): string => tidy(c.req.param(name));
export const idInQuery = (c: AppContext, name: string): string => tidy(c.req.query(name));

const tidy = (text = ''): string => (id.safeParse(text).success ? text : '');

/** Which of a few texts stands in the path, by its index. A text that is none of them reaches nothing. */
export function choiceIn(c: AppContext, name: string, choices: readonly string[]): number | undefined {
  const index = choices.indexOf(c.req.param(name) ?? '');
  return index === -1 ? undefined : index;
}
