import { api } from '../../src/protocol/routes.ts';
import { askRunningServer } from '../../src/server/admin/socket.ts';
import { arrive, expect, getAccount, test } from './fixtures.ts';

const OFFLINE = 'You are offline. Changes will sync when connection is restored.';

test('[A10] [S2] [WY2] A visitor is greeted as a guest, also after an anonymous sign-in', async ({ page }) => {
  await page.goto('/landing');
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('Beta 0.23');
  await expect(banner).toContainText('Hello, Guest');
  await expect(banner.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  await expect(banner.getByText('Buy Credits')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('2025');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' })).toHaveAttribute(
    'href',
    '/tos',
  );

  await page.evaluate(
    (path) => fetch(path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
    api.anonymous,
  );
  await page.reload();
  await expect(banner).toContainText('Hello, Guest');
  await page.goto('/homepage');
  await expect(page).toHaveURL(/\/landing$/);
});

test('[S1] [S2] A signed-in coach sees credits, Buy Credits and Sign Out, and never a flash of the guest', async ({
  page,
}) => {
  await getAccount(page);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => seen.push(document.body?.innerText ?? '')).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  await page.goto('/homepage');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Buy Credits' })).toBeVisible();
  await expect(banner).toContainText('100');
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((text) => /Hello, Guest|Sign In/.test(text))).toEqual([]);

  await banner.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/landing$/);
  await expect(banner).toContainText('Hello, Guest');
});

test('[S2] On a phone the menu offers the same', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await arrive(page);
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('100');
  await banner.getByRole('button', { name: 'Menu' }).click();
  const menu = banner.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Buy Credits' })).toBeVisible();
  await menu.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/landing$/);
});

test('[S3] Offline shows a toast that stays and a banner; back online says so for three seconds', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto('/landing');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
  await context.setOffline(false);
  const restored = page.getByText('Connection restored!', { exact: true });
  await expect(restored).toBeVisible();
  await expect(page.getByText(OFFLINE, { exact: true })).toHaveCount(0);
  await page.clock.runFor(2900);
  await expect(restored).toBeVisible();
  await page.clock.runFor(600);
  await expect(restored).toHaveCount(0);
});

test('A second tab follows when the first signs out', async ({ page, context }) => {
  await arrive(page);
  const second = await context.newPage();
  await second.goto('/homepage');
  await expect(second.getByRole('banner')).toContainText('100');
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(second.getByRole('banner')).toContainText('Hello, Guest');
});

test('[S5] Every path leads to the page in the table of routes @proof', async ({ page }) => {
  const leadsTo = async (path: string, end: RegExp) => {
    await page.goto(path);
    await expect(page, path).toHaveURL(end);
  };
  await leadsTo('/', /\/landing$/);
  await leadsTo('/nowhere', /\/landing$/);
  await leadsTo('/dev/ui', /\/landing$/);
  await leadsTo('/dashboard', /\/landing$/);
  await leadsTo('/account', /\/login\?next=%2Faccount$/);
  await leadsTo('/buy-credits', /\/login\?next=%2Fbuy-credits$/);
  await leadsTo('/checkout?amount=150&price=9', /\/login\?next=%2Fcheckout%3Famount%3D150%26price%3D9$/);
  await arrive(page);
  await leadsTo('/', /\/homepage$/);
  await leadsTo('/dashboard', /\/homepage$/);
  await leadsTo('/login', /\/homepage$/);
  await leadsTo('/buy-credits', /\/buy-credits$/);
});

test('The legal pages say their date, the age of 13 and where to write', async ({ page }) => {
  for (const path of ['/tos', '/privacypolicy']) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main).toContainText('01/01/25');
    await expect(main).toContainText('13');
    await expect(main.locator('a[href="mailto:support@127.0.0.1"]').first()).toBeVisible();
    await expect(main.locator('a[href="mailto:contact@127.0.0.1"]').first()).toBeVisible();
  }
});

test('Credits that arrive show at once, in every tab, without a reload', async ({ page, context, server }) => {
  const email = await arrive(page);
  const second = await context.newPage();
  await second.goto('/account');
  await expect(second.getByRole('banner')).toContainText('100');
  expect(await askRunningServer(server.dataDir, ['grant', email, '50'])).toMatchObject({ ok: true });
  for (const tab of [page, second]) await expect(tab.getByRole('banner')).toContainText('150');
});
