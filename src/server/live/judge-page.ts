import type { EventState } from '../../domain/events/state.ts';
import { refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { type Access, judgeReader, readerOf } from '../access/judge-reader.ts';
import type { EventSubscription } from './followers.ts';
import type { KeyCheck } from './keyring.ts';

/** A page that does not know a kind of change in the event would skip it and show a wrong board: it gets nothing. */
export function judgePage(
  { connection, key }: EventSubscription,
  check: KeyCheck,
  event: EventState,
): Result<Access, ErrorCode> {
  const verdict = judgeReader(readerOf(connection.sender, check.kindOf(key)), event);
  return verdict.ok && event.needs > connection.schema ? refuse('client-outdated') : verdict;
}
