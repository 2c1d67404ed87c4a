import { test as base, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { api } from '../../src/protocol/routes.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import { type BuiltServer, startServer } from '../cluster/server.ts';
import { mendFill } from './firefox-fill.ts';
import { mendOffline } from './firefox-offline.ts';
import { mendWishes } from './firefox-wishes.ts';

export { expect } from '@playwright/test';

export const PASSWORD = 'correct horse battery';
export const CREATED = 'Account created! You have been granted 100 credits to start exploring our tools.';

let people = 0;
/** Unique over all workers, which share no memory. */
export const newEmail = (): string => `person-${process.pid}-${(people += 1)}@example.org`;

interface Fixtures {
  /** Everything that a page must never do: throw, log an error, break the content policy. Checked after every test. */
  readonly problems: string[];
  /** Another user's browser: cookies, storage and network of its own, with the same checks. */
  readonly openBrowser: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Firefox's own words for a socket that was cut, and for a font whose page was left: NS_BINDING_ABORTED. */
const SAID_BY_FIREFOX =
  /establish a connection to the server at ws|^downloadable font: download failed.* status=2152398850/;

export async function watch(context: BrowserContext, problems: string[]): Promise<void> {
  if (context.browser()?.browserType().name() === 'firefox') {
    context.on('page', mendFill);
    context.on('page', mendWishes);
    await mendOffline(context);
  }
  context.on('weberror', (failure) => {
    const { stack, message } = failure.error();
    if (SAID_BY_FIREFOX.test(stack ?? message)) return;
    problems.push(`${stack ?? message} (thrown at ${failure.page()?.url()})`);
  });
  context.on('console', (message) => {
    // The browser reports a refused or cut-off request by itself; the page handles it.
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection to/.test(message.text()))
      problems.push(`${message.text()} (logged at ${message.location().url}:${message.location().line})`);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective}`));
  });
}

/** One built server for each worker; tests do not share people. */
export const test = base.extend<Fixtures, { server: BuiltServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer({ preload: 'tests/support/quick-passwords.mjs' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  problems: [
    async ({ context }, use) => {
      const problems: string[] = [];
      await watch(context, problems);
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  openBrowser: async ({ browser, server, problems, serviceWorkers }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: server.url, serviceWorkers, ...options });
      contexts.push(context);
      await watch(context, problems);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export async function signUp(page: Page, email: string, username = 'Coach'): Promise<void> {
  await page.goto('/login?signup=true');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(CREATED);
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible();
}

export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/homepage$/);
}

/** An account in a browser that has opened no page yet. Signing up and logging in by hand has tests of its own. */
export async function getAccount(page: Page, username = 'Coach'): Promise<string> {
  const email = newEmail();
  const { request } = page.context();
  expect((await request.post(api.signUp, { data: { username, email, password: PASSWORD } })).ok()).toBe(true);
  expect((await request.post(api.login, { data: { email, password: PASSWORD } })).ok()).toBe(true);
  return email;
}

/** The same, on the homepage. */
export async function arrive(page: Page, username?: string): Promise<string> {
  const email = await getAccount(page, username);
  await page.goto('/homepage');
  return email;
}

/** Opens the link of the newest mail that has one, in a browser that is signed in to the account. */
export async function confirmAddressByMail(page: Page, dataDir: string, email: string): Promise<void> {
  const mail = await waitForMail(dataDir, ({ to, text }) => to === email && text.includes('/verify-email'));
  await page.goto(linkIn(mail, '/verify-email').href);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
}
