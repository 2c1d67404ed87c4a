import { ok, refuse, type Result } from '../../domain/result.ts';
import type { Cursor } from '../storage/cursor.ts';
import type { AppContext } from './context.ts';

/** `?after=`, as the page before gave it in `next`; null for the first page. */
export function readCursor(c: AppContext): Result<Cursor | null, 'invalid-argument'> {
  const after = c.req.query('after');
  if (after === undefined) return ok(null);
  const [, createdAt, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(after) ?? [];
  if (id !== undefined) return ok({ createdAt: Number(createdAt), id });
  c.set('faults', [{ parameter: 'after', rule: 'pattern', detail: 'must be the next of the page before' }]);
  return refuse('invalid-argument');
}

export const writeCursor = (cursor: Cursor | null): string | null => cursor && `${cursor.createdAt}.${cursor.id}`;
