import { expect, test } from 'vitest';
import type { Check, CheckTools, Finding } from './check.ts';
import { type Outcome, runCheck, type Visibility } from './run-check.ts';

const finding: Finding = { verdict: 'passed', seen: 'Seen.', means: 'Good.', figures: {} };
const checkThat = (run: Check['run'], withinMs?: number): Check => ({
  id: 'any',
  title: 'Any',
  about: 'Any.',
  run,
  ...(withinMs !== undefined && { withinMs }),
});
const tools = { progress: () => undefined, ask: () => Promise.resolve(true) };

class Page extends EventTarget implements Visibility {
  visibilityState: DocumentVisibilityState = 'visible';
  hide() {
    this.visibilityState = 'hidden';
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

/** A check that waits for ever, and what it was given. */
function begin(page: Page, stop: AbortController, withinMs?: number) {
  let given: CheckTools | undefined;
  const outcome = runCheck(
    checkThat((each) => {
      given = each;
      return new Promise(() => undefined);
    }, withinMs),
    tools,
    stop.signal,
    page,
  );
  return { outcome, signal: () => given!.signal };
}
const causeOf = (outcome: Outcome) => (outcome.is === 'broken' ? outcome.cause : outcome.finding.verdict);

test('[EYE41] A check that ends gives what it has found, and leaves nothing running', async () => {
  let given: AbortSignal | undefined;
  const check = checkThat(({ signal }) => {
    given = signal;
    return Promise.resolve(finding);
  });
  expect(await runCheck(check, tools, new AbortController().signal, new Page())).toEqual({ is: 'done', finding });
  expect(given!.aborted).toBe(true);
});

test('[EYE41] A page that is hidden breaks a check off: what was measured says nothing', async () => {
  const page = new Page();
  const { outcome, signal } = begin(page, new AbortController());
  page.hide();
  expect(causeOf(await outcome)).toBe('hidden');
  expect(signal().aborted).toBe(true);
});

test('[EYE41] Stop ends a check at once', async () => {
  const stop = new AbortController();
  const { outcome, signal } = begin(new Page(), stop);
  stop.abort();
  expect(causeOf(await outcome)).toBe('stopped');
  expect(signal().aborted).toBe(true);
});

test('[EYE41] A check that hangs ends by itself', async () => {
  expect(causeOf(await begin(new Page(), new AbortController(), 1).outcome)).toBe('timeout');
});

test.each([
  ['NotAllowedError', /refused/],
  ['NotFoundError', /no camera/],
  ['NotReadableError', /busy/],
  ['InvalidStateError', /broke off/],
])('[EYE41] %s is said in words', async (name, words) => {
  const check = checkThat(() => Promise.reject(new DOMException('', name)));
  const outcome = await runCheck(check, tools, new AbortController().signal, new Page());
  expect(outcome).toMatchObject({ is: 'broken', cause: name, says: expect.stringMatching(words) });
});
