import type { Page } from '@playwright/test';
import { expect, getAccount, test } from './fixtures.ts';
import { createRace, finishIn, openTimer, startButton, tapAs } from './race.ts';

/** As the page of a language from right to left has it from the start: see `translatePage` in scripts/lib/languages.mjs. */
const turn = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));

async function expectFits(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${where} must not scroll sideways`).toBeLessThanOrEqual(0);
}

test(
  '[LG9] From right to left names begin at the right, buttons stand at the left, and nothing is cut',
  {
    tag: '@proof',
  },
  async ({ page }) => {
    await getAccount(page);
    const race = await createRace(page.request, 'Tuesday 10', ['Ada', 'Bo', 'Cy']);
    await finishIn(page.request, race, 'Ada', 751);
    await tapAs(page.request, race, 'start', 'Bo');
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['/landing', '/homepage', '/account', '/buy-credits', '/analysis']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await turn(page);
        await expectFits(page, `${path} at ${width} px`);
      }
      await openTimer(page, race);
      await turn(page);
      await expectFits(page, `the timer at ${width} px`);
      const button = (await startButton(page, 'Cy').boundingBox())!;
      const name = (await page.locator('[data-row]').getByText('Cy', { exact: true }).boundingBox())!;
      expect(button.x + button.width).toBeLessThan(name.x + name.width);
    }
  },
);
