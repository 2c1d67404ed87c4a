import type { EventSubscription, PageAccess } from './followers.ts';
import type { EventState } from '../../domain/model/state.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { type Access, judgeReader, readerOf, tellingOf } from '../access/judge-reader.ts';
import type { KeyCheck } from './keyring.ts';

const plain = new WeakMap<Access, PageAccess>();
const others = new WeakMap<Access, PageAccess>();

/** One object for all pages with the same access: see `accessOf`. */
function withTelling(access: Access, schema: number): PageAccess {
  const telling = tellingOf(access.sight, schema);
  const known = telling === 'plain' ? plain : others;
  const made = known.get(access) ?? { ...access, telling };
  known.set(access, made);
  return made;
}

/** A page that does not know a kind of change in the event would skip it and show a wrong board: it gets nothing. */
export function judgePage(
  { connection, key }: EventSubscription,
  check: KeyCheck,
  event: EventState,
): Result<PageAccess, ErrorCode> {
  const verdict = judgeReader(readerOf(connection.sender, check.kindOf(key)), event);
  if (!verdict.ok) return verdict;
  return event.needs > connection.schema
    ? refuse('client-outdated')
    : ok(withTelling(verdict.value, connection.schema));
}
