import type { SignUpAnswer, SignUpRequest } from '../../protocol/account.ts';
import { api } from '../../protocol/routes.ts';
import { call } from './api.ts';

export const signUp = (request: SignUpRequest) => call<SignUpAnswer>('POST', api.signUp, request);

/** Answers the same whether the account exists or not. */
export const requestPasswordReset = (email: string) =>
  call<{ sent: true }>('POST', api.requestPasswordReset, { email });

export const confirmPasswordReset = (request: { token: string; password: string }) =>
  call<{ changed: true }>('POST', api.confirmPasswordReset, request);

/** Not sent when the address is confirmed already. */
export const requestVerification = () => call<{ sent: boolean }>('POST', api.requestVerification, {});

/** The password is for whoever is not signed in to the account that the link is for. */
export const confirmVerification = (request: { token: string; password?: string }) =>
  call<{ verified: true }>('POST', api.confirmVerification, request);

/** Takes away an account that somebody else has made with one's address. */
export const disownAccount = (token: string) => call<{ removed: true }>('POST', api.disownAccount, { token });

/** All other sessions of the account end. */
export const changePassword = (request: { currentPassword: string; newPassword: string }) =>
  call<{ changed: true }>('POST', api.changePassword, request);

/** By the link in an invitation. */
export const wishForMail = (request: { token: string; isWanted: boolean }) =>
  call<{ isWanted: boolean }>('POST', api.stopMail, request);
