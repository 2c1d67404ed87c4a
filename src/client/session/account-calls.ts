import type { Boot, SignUpAnswer, SignUpRequest } from '../../protocol/account.ts';
import type { ConfirmFollowAnswer } from '../../protocol/followers.ts';
import { api } from '../../protocol/routes.ts';
import { call } from './api.ts';
import { setBoot } from './viewer.ts';

export const signUp = (request: SignUpRequest) => call<SignUpAnswer>('POST', api.signUp, request);

/** The answer is the same whether the account exists or not. */
export const requestPasswordReset = (email: string) =>
  call<{ sent: true }>('POST', api.requestPasswordReset, { email });

export const confirmPasswordReset = (request: { token: string; password: string }) =>
  call<{ changed: true }>('POST', api.confirmPasswordReset, request);

/** No mail is sent when the address is confirmed already. */
export const requestVerification = () => call<{ sent: boolean }>('POST', api.requestVerification, {});

/** `password` is for a user who is not signed in to the account that the link is for. */
export const confirmVerification = (request: { token: string; password?: string }) =>
  call<{ verified: true }>('POST', api.confirmVerification, request);

/** Removes an account that another person has made with the caller's address. */
export const disownAccount = (token: string) => call<{ removed: true }>('POST', api.disownAccount, { token });

/** The name that others read; empty for none. */
export async function changeUsername(username: string) {
  const answer = await call<Boot>('POST', api.changeUsername, { username });
  if (answer.ok) setBoot(answer.value);
  return answer;
}

/** All other sessions of the account end. */
export const changePassword = (request: { currentPassword: string; newPassword: string }) =>
  call<{ changed: true }>('POST', api.changePassword, request);

/** Authorised by the link in an invitation. */
export const wishForMail = (request: { token: string; isWanted: boolean }) =>
  call<{ isWanted: boolean }>('POST', api.stopMail, request);

/** Authorised by the link in a mail. */
export const confirmFollow = (token: string) => call<ConfirmFollowAnswer>('POST', api.confirmFollow, { token });

/** Authorised by the link in a mail or a notification. */
export const stopFollowing = (token: string) => call<{ stopped: true }>('POST', api.unfollow, { token });
