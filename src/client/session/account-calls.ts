import type { SignUpRequest } from '../../protocol/account.ts';
import { api } from '../../protocol/routes.ts';
import { call } from './api.ts';

export const signUp = (request: SignUpRequest) =>
  call<{ created: true; accepted: boolean }>('POST', api.signUp, request);

/** Answers the same whether the account exists or not. */
export const requestPasswordReset = (email: string) =>
  call<{ sent: true }>('POST', api.requestPasswordReset, { email });

export const confirmPasswordReset = (request: { token: string; password: string }) =>
  call<{ changed: true }>('POST', api.confirmPasswordReset, request);

/** Not sent when the address is confirmed already. */
export const requestVerification = () => call<{ sent: boolean }>('POST', api.requestVerification, {});

export const confirmVerification = (token: string) =>
  call<{ verified: true }>('POST', api.confirmVerification, { token });

/** All other sessions of the account end. */
export const changePassword = (request: { currentPassword: string; newPassword: string }) =>
  call<{ changed: true }>('POST', api.changePassword, request);

/** By the link in an invitation. */
export const wishForMail = (request: { token: string; isWanted: boolean }) =>
  call<{ isWanted: boolean }>('POST', api.stopMail, request);
