import { expect, test } from 'vitest';
import { NONCE_MARK } from '../../protocol/page-data.ts';
import { PATIENCE_MS, openPage } from './open-page.ts';

const page = (status = 200) => new Response('page', { status });
const shell = () =>
  new Response(`<script nonce="${NONCE_MARK}" src="/a.js">`, {
    headers: { 'content-security-policy': `script-src 'self', script-src-elem 'nonce-${NONCE_MARK}'` },
  });
const nonceIn = (text: string | null) => /nonce(?:="|-)([\w+/=]+)/.exec(text ?? '')?.[1];
const never = new Promise<never>(() => {});

const open = (
  fetchPage: (signal: AbortSignal) => Promise<Response>,
  isPatienceOver = false,
  kept: Response | undefined = shell(),
) =>
  openPage({
    fetchPage,
    readShell: async () => kept,
    wait: async (ms) => {
      expect(ms).toBe(PATIENCE_MS);
      if (!isPatienceOver) await never;
    },
  });

/** Expects a shell with a nonce of its own, the same in its policy as in its tags. Returns the nonce. */
async function expectShell(opened: Promise<Response>): Promise<string> {
  const answer = await opened;
  const html = await answer.text();
  expect(html).toContain('src="/a.js"');
  const nonce = nonceIn(html)!;
  expect(nonce).toMatch(/^[\w+/]{22}==$/);
  expect(nonceIn(answer.headers.get('content-security-policy'))).toBe(nonce);
  return nonce;
}

test.each([200, 302, 404])('the network is believed when it answers with %i', async (status) => {
  const answer = page(status);
  expect(await open(async () => answer)).toBe(answer);
});

test.each([429, 500, 502, 503])('an answer that there is none (%i) opens the shell', async (status) => {
  await expectShell(open(async () => page(status)));
});

test('no network opens the shell at once', async () => {
  await expectShell(open(() => Promise.reject(new TypeError('Failed to fetch'))));
});

test('a network that does not answer in time opens the shell', async () => {
  await expectShell(open(() => never, true));
});

test('[EN7] the request that nobody waits for any more is given up, and only that one', async () => {
  const asked: AbortSignal[] = [];
  const asking = (answer: Promise<Response>) => (signal: AbortSignal) => {
    asked.push(signal);
    return answer;
  };
  await expectShell(open(asking(never), true));
  await open(asking(Promise.resolve(page())));
  await openPage({
    fetchPage: asking(Promise.resolve(page(503))),
    readShell: async () => undefined,
    wait: () => never,
  });
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false, false]);
});

test('where the shell is gone, the network is waited for, and its failure is told', async () => {
  const late = page();
  const noShell = (fetchPage: () => Promise<Response>) =>
    openPage({ fetchPage, readShell: async () => undefined, wait: async () => undefined });
  expect(await noShell(async () => late)).toBe(late);
  await expect(noShell(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow('Failed to fetch');
});

test('each opening of the shell has a nonce that nobody has seen before', async () => {
  const nonces = await Promise.all([1, 2].map(() => expectShell(open(() => never, true))));
  expect(new Set(nonces).size).toBe(2);
});
