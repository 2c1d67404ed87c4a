import { expect, test } from 'vitest';
import { PATIENCE_MS, openPage } from './open-page.ts';

const page = (status = 200) => new Response('page', { status });
const shell = new Response('shell');
const never = new Promise<never>(() => {});

const open = (fetchPage: () => Promise<Response>, isPatienceOver = false, kept: Response | undefined = shell) =>
  openPage({
    fetchPage,
    readShell: async () => kept,
    wait: async (ms) => {
      expect(ms).toBe(PATIENCE_MS);
      if (!isPatienceOver) await never;
    },
  });

test.each([200, 302, 404])('the network is believed when it answers with %i', async (status) => {
  const answer = page(status);
  expect(await open(async () => answer)).toBe(answer);
});

test.each([429, 500, 502, 503])('an answer that there is none (%i) opens the shell', async (status) => {
  expect(await open(async () => page(status))).toBe(shell);
});

test('no network opens the shell at once', async () => {
  expect(await open(() => Promise.reject(new TypeError('Failed to fetch')))).toBe(shell);
});

test('a network that does not answer in time opens the shell', async () => {
  expect(await open(() => never, true)).toBe(shell);
});

test('where the shell is gone, the network is waited for, and its failure is told', async () => {
  const late = page();
  const noShell = (fetchPage: () => Promise<Response>) =>
    openPage({ fetchPage, readShell: async () => undefined, wait: async () => undefined });
  expect(await noShell(async () => late)).toBe(late);
  await expect(noShell(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow('Failed to fetch');
});
