import type { Result } from '../../domain/result.ts';
import type { Boot } from '../../protocol/account.ts';
import { api } from '../../protocol/routes.ts';
import { type CallError, call } from './api.ts';
import { setBoot } from './viewer.ts';

/** A helper who came by a link gets an identity without an account; whoever has one keeps it. */
export async function signInAsGuest(): Promise<Result<Boot, CallError>> {
  const answer = await call<Boot>('POST', api.anonymous, {});
  if (answer.ok) setBoot(answer.value);
  return answer;
}
