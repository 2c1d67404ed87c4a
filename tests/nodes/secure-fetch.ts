import { Agent, request } from 'node:https';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export type SecureFetch = (
  path: string,
  init?: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string | Buffer },
) => Promise<Answer>;

/** An address of this machine that differs from the proxy's, so that logs show which is which. */
export const CLIENT_ADDRESS = '127.0.0.2';

/** Like `fetch`, but it trusts one more certificate. Rejects when there was no answer. */
export function createSecureFetch(url: string, ca: string): { fetch: SecureFetch; close(): void } {
  const agent = new Agent({ keepAlive: true, ca, localAddress: CLIENT_ADDRESS });
  return {
    fetch: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const sent = request(url + path, { agent, method, headers: { ...headers, ...length } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const given = new Headers();
            for (const [name, values] of Object.entries(response.headersDistinct)) {
              for (const value of values ?? []) given.append(name, value);
            }
            resolve({ status: response.statusCode ?? 0, headers: given, body: Buffer.concat(chunks).toString() });
          });
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}
