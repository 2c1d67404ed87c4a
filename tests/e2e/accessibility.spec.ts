import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { arrive, expect, test } from './fixtures.ts';

const guestPages = [
  '/landing',
  '/login',
  '/login?signup=true',
  '/forgot-password',
  '/reset-password?token=x',
  '/tos',
  '/privacypolicy',
];
const userPages = ['/homepage', '/account', '/buy-credits'];

async function expectNothingSerious(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${path} must not scroll sideways`).toBeLessThanOrEqual(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`Every screen is usable by everybody (${colorScheme}, ${width} px)`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 844 });
      for (const path of guestPages) await expectNothingSerious(page, path);
      await arrive(page);
      for (const path of userPages) await expectNothingSerious(page, path);
    });
  }
}
