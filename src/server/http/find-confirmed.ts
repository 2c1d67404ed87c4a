import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { Sender } from '../access/sender.ts';
import type { AccountParts } from '../accounts/account-parts.ts';
import type { AppContext } from './context.ts';
import { findSender } from './find-sender.ts';

/** A sender with an account whose address is confirmed, so that there is somebody to write to. */
export async function findConfirmed(parts: AccountParts, c: AppContext): Promise<Result<Sender, ErrorCode>> {
  const sender = await findSender(parts, c);
  if (sender === null) return refuse('unauthenticated');
  if (sender.isAnonymous) return refuse('account-required');
  return sender.verifiedEmail === null ? refuse('address-not-confirmed') : ok(sender);
}
