import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { parseConfig } from '../../src/server/config.ts';
import { createLog } from '../../src/server/log.ts';
import { type RunningServer, startServer } from '../../src/server/server.ts';
import { findFreePort } from '../support/free-port.ts';
import { waitForWorker } from './device.ts';
import { arrive, expect, getAccount, test as base } from './fixtures.ts';
import { createRace, tapAs } from './race.ts';

const OFFLINE = 'You are offline. Changes will sync when connection is restored.';
const NEW_VERSION = 'A new version is ready.';
const built = fileURLToPath(new URL('../../dist/client/', import.meta.url));

/** A server that stops and starts again at the same address with the same data, optionally with another release. */
interface Site {
  readonly url: string;
  readonly folder: string;
  start(clientFolder?: string): Promise<void>;
  stop(): Promise<void>;
}

const test = base.extend<{ site: Site }>({
  site: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'pushoff-offline-'));
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const config = parseConfig({ PORT: String(port), PUBLIC_URL: url, DATA_DIR: join(folder, 'data') });
    let running: RunningServer | undefined;
    const site: Site = {
      url,
      folder,
      async start(clientFolder = built) {
        running = await startServer({ config, log: createLog('silent'), clientFolder });
      },
      async stop() {
        await running?.stop();
        running = undefined;
      },
    };
    await site.start();
    await use(site);
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  },
  baseURL: async ({ site }, use) => use(site.url),
});

test.use({ serviceWorkers: 'allow' });

const releaseOf = (page: Page) => page.locator('meta[name="release"]').getAttribute('content');

/** The next release: another page and another worker, without the file of the terms. */
async function makeNextRelease(folder: string): Promise<{ clientFolder: string; id: string }> {
  const clientFolder = join(folder, 'next');
  const id = 'the-next-release';
  await cp(built, clientFolder, { recursive: true });
  const page = join(clientFolder, 'index.html');
  const worker = join(clientFolder, 'sw.js');
  const html = await readFile(page, 'utf8');
  const before = /name="release" content="(\w+)"/.exec(html)![1]!;
  const nextHtml = html.replace(before, id);
  const digest = (text: string) => createHash('sha256').update(text).digest('base64');
  await writeFile(page, nextHtml);
  const script = await readFile(worker, 'utf8');
  const [, terms = ''] = /\/assets\/(terms-page-[\w-]+\.js)/.exec(script)!;
  await rm(join(clientFolder, 'assets', terms));
  const nextScript = script
    .replace(before, id)
    .replace(digest(html), digest(nextHtml))
    .replace(`[\`/assets/${terms}\`],`, '');
  expect(nextScript.length).toBeLessThan(script.length);
  await writeFile(worker, nextScript);
  return { clientFolder, id };
}

async function releaseNext(site: Site): Promise<string> {
  const { clientFolder, id } = await makeNextRelease(site.folder);
  await site.stop();
  await site.start(clientFolder);
  return id;
}

/**
 * Looks for an update, as the browser does when the app is opened and the app does every half hour. Chromium is slow
 * here.
 */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    if (worker === null) throw new Error('There is no update.');
    while (worker.state === 'installing')
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  });
}

test('A coach who has opened the app once opens it again with no network', async ({ page, context, site }) => {
  const email = await arrive(page, 'Jo Rider');
  await waitForWorker(page);
  await context.setOffline(true);
  await site.stop();
  await page.close();

  const reopened = await context.newPage();
  await reopened.goto('/homepage');
  await expect(reopened.getByRole('main')).toContainText('Jo Rider');
  await expect(reopened.getByText(OFFLINE, { exact: true })).toBeVisible();
  await expect(reopened.locator('#boot')).toHaveCount(0);
  expect(await reopened.evaluate(() => document.fonts.check('16px "Archivo Variable"'))).toBe(true);

  for (const [path, end] of [
    ['/', /\/homepage$/],
    ['/landing', /\/landing$/],
    ['/nowhere', /\/landing$/],
    ['/account?x=1', /\/account\?x=1$/],
    ['/tos', /\/tos$/],
  ] as const) {
    await reopened.goto(path);
    await expect(reopened).toHaveURL(end);
    await expect(reopened.getByRole('heading', { level: 1 })).toBeVisible();
  }

  const kept = await reopened.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push(await (await cache.match(request))!.text());
    }
    return texts.join('\n');
  });
  expect(kept).toContain('<!doctype html>');
  expect(kept).not.toContain(email);

  await site.start();
  await context.setOffline(false);
  await expect(reopened.getByText('Connection restored!', { exact: true })).toBeVisible();
  await reopened.goto('/homepage');
  await expect(reopened.locator('#boot')).toHaveCount(1);
  await expect(reopened.getByRole('main')).toContainText('Jo Rider');
});

test(
  '[SP8] A spectator who reloads while the server is gone sees the last board with its time, and is live again without a press',
  { tag: '@proof' },
  async ({ page, context, site }) => {
    await getAccount(page);
    const race = await createRace(context.request, 'Hill climb', ['Ada']);
    await tapAs(context.request, race, 'start', 'Ada');
    await context.clearCookies();
    await page.goto(race.viewerLink);
    await waitForWorker(page);
    await expect(page.getByText('1 watching')).toBeVisible();
    await expect(page.getByText('On course 1')).toBeVisible();
    await site.stop();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Hill climb' })).toBeVisible({ timeout: 25_000 });
    await expect(page.getByText(/^not connected · last time \d\d:\d\d:\d\d$/)).toBeVisible();
    await expect(page.getByText('On course 1')).toBeVisible();
    await site.start();
    await expect(page.getByText('1 watching')).toBeVisible({ timeout: 25_000 });
  },
);

test('One bar of signal, and a server that never answers: the app opens all the same @proof', async ({
  page,
  site,
}) => {
  await arrive(page, 'Jo Rider');
  await waitForWorker(page);
  await site.stop();
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket)).listen(Number(new URL(site.url).port), '127.0.0.1');
  await once(silent, 'listening');
  await page.goto('/homepage');
  await expect(page.getByRole('main')).toContainText('Jo Rider');
  expect(sockets.size).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('The worker leaves calls and the checkout alone, and the offline page keeps its content policy @proof', async ({
  page,
  context,
}) => {
  await page.goto('/landing');
  await waitForWorker(page);
  await context.setOffline(true);
  const shell = await page.goto('/landing');
  expect(shell!.fromServiceWorker()).toBe(true);
  expect(shell!.headers()['content-security-policy']).toContain("script-src 'self'");
  for (const path of ['/api/boot', '/healthz', '/checkout']) {
    const fresh = await context.newPage();
    await expect(fresh.goto(path), path).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  }
});

test('The app can be installed on a phone, and its links have a picture @proof', async ({
  page,
  context,
  request,
  site,
}) => {
  await page.goto('/landing');
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', `${site.url}/preview.png`);
  await waitForWorker(page);
  const devtools = await context.newCDPSession(page);
  const { manifest } = await devtools.send('Page.getAppManifest');
  expect(manifest).toMatchObject({ name: 'Pushoff', display: 'kStandalone' });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Tests run in private windows, where apps cannot be installed; there must be no other reason.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);

  const worker = await request.get('/sw.js');
  expect(worker.headers()).toMatchObject({ 'cache-control': 'public, no-cache', 'service-worker-allowed': '/' });
  const file = await request.get('/manifest.webmanifest');
  expect(file.headers()['content-type']).toContain('application/manifest+json');
  const { icons } = (await file.json()) as { icons: { src: string; type: string }[] };
  for (const { src, type } of icons) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type'], src).toContain(type);
  }
});

test(
  'A new release is offered, and waits while the user is typing; other tabs run on undisturbed',
  { tag: '@proof' },
  async ({ page, context, site }) => {
    test.slow();
    await arrive(page);
    await waitForWorker(page);
    const other = await context.newPage();
    await other.goto('/homepage');
    await other.evaluate(() => Object.assign(globalThis, { isUndisturbed: true }));
    const before = await releaseOf(page);

    await page.goto('/account');
    const field = page.getByLabel('Current password');
    await field.fill('half a pass');
    const next = await releaseNext(site);
    await lookForUpdate(page);
    const offer = page.getByText(NEW_VERSION, { exact: true });
    // The other tab, without typing, shows the offer: so the first tab holds it back, and is not merely slow.
    await expect(other.getByText(NEW_VERSION, { exact: true })).toBeVisible();
    await expect(offer).toHaveCount(0);
    await field.blur();
    await expect(offer).toBeVisible();
    expect(await releaseOf(page)).toBe(before);

    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator(`meta[name="release"][content="${next}"]`)).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offer).toHaveCount(0);
    expect(loads).toBe(1);

    expect(await other.evaluate(() => 'isUndisturbed' in globalThis)).toBe(true);
    // A part of the old release that only the worker still has, neither the server nor the browser's own cache.
    await (await context.newCDPSession(other)).send('Network.clearBrowserCache');
    // The keyboard is used because the offer may cover the footer.
    await other.getByRole('link', { name: 'Terms of Service' }).press('Enter');
    await expect(other.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
    await other.getByRole('button', { name: 'Reload' }).click();
    await expect(other.locator(`meta[name="release"][content="${next}"]`)).toHaveCount(1);
  },
);

test('A page that came from the network as the new release is not asked to reload @proof', async ({ page, site }) => {
  test.slow();
  await page.goto('/landing');
  await waitForWorker(page);
  const next = await releaseNext(site);
  await page.goto('/landing');
  expect(await releaseOf(page)).toBe(next);
  await lookForUpdate(page);
  // The running worker is not asked: as long as it has a message to answer, it is not replaced. On a busy machine that takes long.
  const running = () =>
    page.evaluate(async () => ((await (await caches.match('/activated-releases'))!.json()) as string[])[0]);
  await expect.poll(running, { timeout: 90_000 }).toBe(next);
  await expect(page.getByText(NEW_VERSION, { exact: true })).toHaveCount(0);
});
