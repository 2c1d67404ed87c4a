import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { AddressRefused, type AddressRules, judgeHost } from '../addresses/judged-lookup.ts';

/** Limit on an attempt, from asking for the name to the end of the answer. */
const ATTEMPT_MS = 10_000;
/** Answers are not read: more than this of one ends the connection. */
const MOST_OF_ANSWER = 16 * 1024;

/** `toPrivate` allows plain http too: for development, and for receivers beside the server. */
export type SendRules = AddressRules;

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** 'ok', 'status 500', or why there was no answer, in words that say nothing of our network. */
export type Outcome = string;
export const OK: Outcome = 'ok';

/** The address as it is called, or null where a webhook may not have it. */
export function readWebhookUrl(text: string, { toPrivate }: SendRules): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return null;
  if (url.protocol !== 'https:' && !(toPrivate && url.protocol === 'http:')) return null;
  // Low ports are those of mail, remote shells and the like, which are no receivers.
  if (!toPrivate && url.port !== '' && Number(url.port) < 1024) return null;
  return url;
}

/** Whether all addresses of the host may be called. Every attempt checks them again: names change. */
export async function mayCall(url: URL, rules: SendRules): Promise<boolean> {
  try {
    await judgeHost(url, rules);
    return true;
  } catch {
    return false;
  }
}

/** Makes one attempt; `stop` cuts it off, so that a stopping server does not wait for a slow receiver. */
export async function send(message: Message, rules: SendRules, stop?: AbortSignal): Promise<Outcome> {
  const url = readWebhookUrl(message.url, rules);
  if (url === null) return 'address refused';
  const timeout = AbortSignal.timeout(ATTEMPT_MS);
  const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop]);
  try {
    return await post(url, message, { lookup: await judgeHost(url, rules, signal), signal });
  } catch (error) {
    return reasonOf(error as Error);
  }
}

function post(
  url: URL,
  { headers, body }: Message,
  connection: Pick<RequestOptions, 'lookup' | 'signal'>,
): Promise<Outcome> {
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      ...headers,
      'user-agent': 'Pushoff webhooks',
      'content-type': 'application/json',
      'content-length': bytes.length,
    },
    // A connection of its own: a kept one would belong to an address that was checked long ago.
    agent: false,
    ...connection,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      const { statusCode = 0 } = response;
      // Redirects are not followed: they would lead past the check of the address.
      const outcome = statusCode >= 200 && statusCode < 300 ? OK : `status ${statusCode}`;
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_OF_ANSWER) request.destroy();
      });
      response.on('error', () => {});
      response.on('close', () => resolve(outcome));
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

function reasonOf(error: Error): Outcome {
  if (error instanceof AddressRefused) return 'address refused';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/^(Abort|Timeout)Error$/.test(error.name) || code === 'ECANCELLED') return 'no answer in time';
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EAI_|ETIMEOUT$)/.test(code)) return 'name not found';
  if (/CERT|SSL|TLS|SIGNATURE/.test(code)) return 'certificate not valid';
  return 'no connection';
}
