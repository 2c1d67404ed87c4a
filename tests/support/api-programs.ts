import type { MadeToken, Scope } from '../../src/protocol/api-tokens.ts';
import { api } from '../../src/protocol/routes.ts';
import type { TestClient, TestServer } from './running-server.ts';

export interface Program {
  readonly token: string;
  get(path: string): Promise<{ readonly status: number; readonly body: unknown }>;
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown }>;
}

export async function makeToken(client: TestClient, scopes: readonly Scope[], name = 'Box'): Promise<string> {
  const made = await client.post<MadeToken>(api.createToken, { name, scopes, days: 30 });
  if (made.status !== 200) throw new Error(`A token was refused: ${JSON.stringify(made.body)}`);
  return made.body.token;
}

/** A program with a token and nothing else: no cookies, no origin. */
export function programOf({ url }: Pick<TestServer, 'url'>, token: string, more: Record<string, string> = {}): Program {
  async function ask(path: string, init: RequestInit) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
    const response = await fetch(url + path, { ...init, headers });
    return { status: response.status, body: (await response.json()) as unknown };
  }
  return {
    token,
    get: (path) => ask(path, {}),
    post: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}

export const codeIn = ({ body }: { readonly body: unknown }): string | undefined =>
  (body as { error?: { code?: string } }).error?.code;
