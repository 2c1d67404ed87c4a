import type { Page } from '@playwright/test';
import { expect, getAccount, test } from './fixtures.ts';
import {
  createRace,
  finish,
  finishButton,
  joinByLink,
  openTimer,
  ranking,
  start,
  startButton,
  tapAs,
  toasts,
} from './race.ts';

/** Lets no file of these names through. Returns a function that lets them through again. */
async function cut(page: Page, files: string): Promise<() => Promise<void>> {
  const pattern = `**/assets/${files}.js`;
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

test(
  '[EN1] A helper times for a coach and a spectator, and opens a part that did not arrive as soon as the network is back',
  { tag: '@main' },
  async ({ page, openBrowser }) => {
    await getAccount(page);
    const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
    await openTimer(page, race);
    const [helper, spectator] = [await openBrowser(), await openBrowser()];
    await spectator.goto(race.viewerLink);
    // The dialogs are fetched ahead once the board is there, so they are cut off before.
    const mend = await cut(helper, '*-dialog-*');
    await joinByLink(helper, race.adminLink, race.name);
    await start(helper, 'Ada');
    await expect(finishButton(page, 'Ada')).toBeVisible();

    const invite = helper.getByRole('button', { name: 'Invite Admin' });
    const alert = helper.getByRole('alertdialog');
    for (const attempt of ['first', 'second']) {
      await invite.click();
      await expect(alert, attempt).toContainText('This part of the page didn’t arrive.');
      await alert.getByRole('button', { name: 'OK' }).click();
      await expect(alert).toHaveCount(0);
    }
    await mend();
    await invite.click();
    await expect(helper.getByRole('dialog').getByRole('heading')).toContainText('Invite');
    await helper.keyboard.press('Escape');

    await start(helper, 'Bo');
    await finish(page, 'Bo');
    await finish(helper, 'Ada');
    for (const board of [page, helper, spectator]) {
      await expect.poll(() => ranking(board)).toEqual(['#1 Bo', '#2 Ada']);
    }
    await expect(startButton(spectator, 'Cy')).toBeDisabled();
  },
);

test('[EN15] A coach times on while parts of the board do not arrive, and the start gate never does', async ({
  page,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  const mend = await cut(page, '{leaderboard-side,line-watch}-*');
  let asked = 0;
  await page.route('**/assets/start-gate-*.js', () => void (asked += 1));
  await openTimer(page, race);
  const lacking = page.getByText('A part of this page hasn’t arrived. Keep timing. We ask for it until it’s here.');
  await expect(lacking).toBeVisible();
  await start(page, 'Ada');
  await finish(page, 'Ada');

  await page.goto(`/timer?eventId=${race.eventId}&view=start`);
  await expect(page.getByText('This page hasn’t arrived yet.')).toBeVisible();
  await expect.poll(() => asked, 'the server was asked, and stays silent').toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Back to the race' }).click();
  await start(page, 'Bo');
  await finish(page, 'Bo');

  await mend();
  await expect.poll(() => ranking(page)).toHaveLength(2);
  await expect(lacking).toHaveCount(0);
});

test('[EN2] The timer says that it has not loaded while a part of it does not arrive, and opens when it does @proof', async ({
  page,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  const mend = await cut(page, 'sync-client-*');
  await page.goto(`/timer?eventId=${race.eventId}`);
  await expect(toasts(page)).toContainText('The timer hasn’t loaded yet.');
  await expect(startButton(page, 'Ada')).toBeDisabled();
  await mend();
  await expect(startButton(page, 'Ada')).toBeEnabled();
  await expect(toasts(page)).not.toContainText('The timer hasn’t loaded yet.');
});

test('[EN3] The browser is asked to keep the storage when a race begins, and not before @proof', async ({ page }) => {
  await page.addInitScript(() => {
    const storage: StorageManager | undefined = navigator.storage;
    if (storage === undefined) return;
    // Firefox would ask over the page, where no test can answer.
    storage.persisted = async () => false;
    storage.persist = async () => {
      sessionStorage.setItem('asked', `${Number(sessionStorage.getItem('asked') ?? 0) + 1}`);
      return true;
    };
  });
  const asked = () => page.evaluate(() => Number(sessionStorage.getItem('asked') ?? 0));
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  await openTimer(page, race);
  await expect(startButton(page, 'Ada')).toBeVisible();
  expect(await asked()).toBe(0);
  await start(page, 'Ada');
  if ((await page.evaluate(() => navigator.userAgent)).includes('Firefox/')) {
    await expect(toasts(page)).toContainText('Firefox can keep your taps');
    expect(await asked()).toBe(0);
    await page.getByRole('button', { name: 'Keep them' }).click();
  }
  await expect.poll(asked).toBe(1);
});

test('[EN13] The screen is kept on from the first touch, where a browser allows it only then', async ({ page }) => {
  await page.addInitScript(() => {
    let isTouched = false;
    addEventListener('pointerup', () => (isTouched = true), { capture: true });
    const given = { released: false, release: async () => undefined };
    const count = (name: string) => sessionStorage.setItem(name, `${Number(sessionStorage.getItem(name)) + 1}`);
    const request = async () => {
      count(isTouched ? 'given' : 'refused');
      if (!isTouched) throw new DOMException('Permission was denied', 'NotAllowedError');
      return given;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  const counted = () => page.evaluate(() => [sessionStorage.getItem('refused'), sessionStorage.getItem('given')]);
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  await tapAs(page.request, race, 'start', 'Ada');
  await openTimer(page, race);
  await expect.poll(counted).toEqual(['1', null]);
  await start(page, 'Bo');
  await start(page, 'Cy');
  await expect.poll(counted).toEqual(['1', '1']);
});

test('[EN4] A browser that does not know the CSS of the oldest supported versions is told that it is too old', async ({
  page,
}) => {
  const note = page.locator('[data-too-old]');
  await page.goto('/landing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(note).toBeHidden();
  await page.route('**/assets/*.css', async (route) => {
    const answer = await route.fetch();
    const css = await answer.text();
    // A browser drops a block whose condition it cannot read.
    const older = css.replace('(container-type:size)', '(container-type:unheard-of)');
    expect(older).not.toBe(css);
    await route.fulfill({ response: answer, body: older });
  });
  await page.reload();
  await expect(note).toBeVisible();
  await expect(note).toContainText('Safari 16');
});
