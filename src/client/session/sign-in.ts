import type { Result } from '../../domain/result.ts';
import type { Boot, LoginRequest } from '../../protocol/account.ts';
import { api } from '../../protocol/routes.ts';
import { type CallError, call } from './api.ts';
import { setBoot, setViewer } from './viewer.ts';

export async function login(credentials: LoginRequest): Promise<Result<Boot, CallError>> {
  const answer = await call<Boot>('POST', api.login, credentials);
  if (answer.ok) setBoot(answer.value);
  return answer;
}

export async function logout(): Promise<Result<Boot, CallError>> {
  const answer = await call<Boot>('POST', api.logout, {});
  if (answer.ok) setBoot(answer.value);
  return answer;
}

export async function deleteAccount(password: string): Promise<Result<{ deleted: true }, CallError>> {
  const answer = await call<{ deleted: true }>('POST', api.deleteAccount, { password });
  if (answer.ok) setViewer({ kind: 'nobody' });
  return answer;
}
