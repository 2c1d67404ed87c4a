import type { MiddlewareHandler } from 'hono';
import { hasAccount } from '../../domain/access/can.ts';
import { ok, refuse, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { Sender } from '../access/sender.ts';
import type { AccountParts } from '../accounts/account-parts.ts';
import { refuseWith } from './answers.ts';
import type { AppContext, AppEnv } from './context.ts';
import { findSender } from './find-sender.ts';

/** A sender with an account: a guest's session ends with the race, so nothing else is kept for it. */
export async function findAccount(parts: AccountParts, c: AppContext): Promise<Result<Sender, ErrorCode>> {
  const sender = await findSender(parts, c);
  if (sender === null) return refuse('unauthenticated');
  return hasAccount(sender) ? ok(sender) : refuse('account-required');
}

/** A sender with an account whose address is confirmed, so that there is somebody to write to. */
async function findConfirmed(parts: AccountParts, c: AppContext): Promise<Result<Sender, ErrorCode>> {
  const account = await findAccount(parts, c);
  return account.ok && account.value.verifiedEmail === null ? refuse('address-not-confirmed') : account;
}

/** Refuses everyone else before the handler, which finds the sender by `accountOf`. */
export const forAccounts = (parts: AccountParts) => only((c) => findAccount(parts, c));
export const forConfirmed = (parts: AccountParts) => only((c) => findConfirmed(parts, c));

function only(find: (c: AppContext) => Promise<Result<Sender, ErrorCode>>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const account = await find(c);
    if (!account.ok) return refuseWith(c, account.error);
    c.set('account', account.value);
    return next();
  };
}

export function accountOf(c: AppContext): Sender {
  const account = c.get('account');
  if (account === undefined) throw new Error(`${c.req.path} is not for accounts alone`);
  return account;
}
