import { ok, type Result } from '../../domain/result.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { passwordChangedMail } from '../mail/texts.ts';
import { queueMail } from '../storage/mail.ts';
import { findUserById } from '../storage/users.ts';
import type { AccountParts } from './parts.ts';
import { refusable, type WithCookies } from './sessions.ts';

/** Says nothing about whether the address is known: the answer is the same either way. */
export async function requestPasswordReset({ auth }: AccountParts, email: string): Promise<void> {
  await auth.api.requestPasswordReset({ body: { email } });
}

export async function confirmPasswordReset(
  parts: AccountParts,
  { token, password }: { token: string; password: string },
): Promise<Result<true, ErrorCode>> {
  const pending = await parts.storage.db
    .selectFrom('verification')
    .select('value')
    .where('identifier', '=', `reset-password:${token}`)
    .executeTakeFirst();
  const changed = await refusable(() => parts.auth.api.resetPassword({ body: { token, newPassword: password } }));
  if (!changed.ok) return changed;
  if (pending !== undefined) {
    parts.onAccountChanged(pending.value);
    await tellPasswordChanged(parts, pending.value);
  }
  return ok(true);
}

export async function changePassword(
  parts: AccountParts,
  userId: string,
  passwords: { currentPassword: string; newPassword: string },
  headers: Headers,
): Promise<Result<WithCookies, ErrorCode>> {
  const changed = await refusable(() =>
    parts.auth.api.changePassword({
      body: { ...passwords, revokeOtherSessions: true },
      headers,
      returnHeaders: true,
    }),
  );
  if (!changed.ok) return changed;
  await tellPasswordChanged(parts, userId);
  return ok({ cookies: changed.value.headers.getSetCookie() });
}

export async function requestVerification(
  { auth }: AccountParts,
  email: string,
  headers: Headers,
): Promise<Result<unknown, ErrorCode>> {
  return refusable(() => auth.api.sendVerificationEmail({ body: { email }, headers }));
}

export async function confirmVerification({ auth }: AccountParts, token: string): Promise<Result<unknown, ErrorCode>> {
  return refusable(() => auth.api.verifyEmail({ query: { token } }));
}

async function tellPasswordChanged(parts: AccountParts, userId: string): Promise<void> {
  const user = await findUserById(parts.storage.db, userId);
  if (user === undefined) return;
  await queueMail(parts.storage.db, passwordChangedMail(user, parts.mail.support), parts.clock.now());
  parts.onMailQueued();
}
