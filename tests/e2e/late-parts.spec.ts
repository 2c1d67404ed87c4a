import type { Page } from '@playwright/test';
import { arrive, expect, test } from './fixtures.ts';
import { createRace, joinByLink, openTimer, start, startButton, toasts } from './race.ts';

/** Lets no file of these names through. Returns a function that lets them through again. */
async function cut(page: Page, files: string): Promise<() => Promise<void>> {
  const pattern = `**/assets/${files}.js`;
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

test('[EN1] A part of the page that did not arrive opens as soon as the network is back, without a reload', async ({
  page,
  openBrowser,
}) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  const helper = await openBrowser();
  // The dialogs are fetched ahead once the board is there, so they are cut off before.
  const mend = await cut(helper, '*-dialog-*');
  await joinByLink(helper, race.adminLink, race.name);
  await start(helper, 'Ada');
  const invite = helper.getByRole('button', { name: 'Invite Admin' });
  const sheet = helper.getByRole('dialog');
  const alert = helper.getByRole('alertdialog');
  for (const attempt of ['first', 'second']) {
    await invite.click();
    await expect(alert, attempt).toContainText('This part of the page did not arrive.');
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(alert).toHaveCount(0);
  }
  await mend();
  await invite.click();
  await expect(sheet.getByRole('heading')).toContainText('Invite');
});

for (const file of ['sync-client', 'web-ports']) {
  test(`[EN2] The timer says that it has not loaded while ${file} does not arrive, and opens when it does`, async ({
    page,
  }) => {
    await arrive(page);
    const race = await createRace(page.request, 'Hill climb', ['Ada']);
    const mend = await cut(page, `${file}-*`);
    await page.goto(`/timer?eventId=${race.eventId}`);
    await expect(toasts(page)).toContainText('The timer has not loaded yet.');
    await mend();
    await expect(startButton(page, 'Ada')).toBeVisible();
    await expect(toasts(page)).not.toContainText('The timer has not loaded yet.');
  });
}

test('[EN3] The browser is asked to keep the storage when a race begins, and not before', async ({ page }) => {
  await page.addInitScript(() => {
    // Firefox would ask over the page, where no test can answer.
    const storage = navigator.storage;
    storage.persisted = async () => false;
    storage.persist = async () => {
      sessionStorage.setItem('asked', `${Number(sessionStorage.getItem('asked') ?? 0) + 1}`);
      return true;
    };
  });
  const asked = () => page.evaluate(() => Number(sessionStorage.getItem('asked') ?? 0));
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  await openTimer(page, race);
  await expect(startButton(page, 'Ada')).toBeVisible();
  expect(await asked()).toBe(0);
  await start(page, 'Ada');
  if ((await page.evaluate(() => navigator.userAgent)).includes('Firefox/')) {
    await expect(toasts(page)).toContainText('Firefox can keep your taps on this phone');
    expect(await asked()).toBe(0);
    await page.getByRole('button', { name: 'Keep them' }).click();
  }
  await expect.poll(asked).toBe(1);
});
