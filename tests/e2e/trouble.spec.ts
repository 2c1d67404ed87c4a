import { api } from '../../src/protocol/routes.ts';
import { readEvent, untilSent, waitingChip } from './device.ts';
import { arrive, expect, getAccount, PASSWORD, test } from './fixtures.ts';
import { createRace, finish, onCourseOf, openTimer, start, tapAs } from './race.ts';

test('[HD15] A device that cannot keep taps says so, and warns before the tab is closed', async ({ page, context }) => {
  await context.addInitScript(() => {
    const open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(globalThis, 'indexedDB', { value: { open } });
  });
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  await openTimer(page, race);
  await expect(page.getByRole('alert').filter({ hasText: 'This device cannot keep taps' })).toBeVisible();
  await context.setOffline(true);
  await start(page, 'Ada');
  await expect(waitingChip(page)).toHaveText('1 waiting');
  const warning = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await warning;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  await context.setOffline(false);
  await expect(waitingChip(page)).toHaveCount(0);
  expect(Object.values((await readEvent(page.request, race.eventId)).taps)).toHaveLength(1);
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
});

test('Where sockets are blocked the board still moves, by polling', async ({ page, openBrowser }) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  const viewer = await openBrowser();
  for (const each of [page, viewer]) await each.context().routeWebSocket(/\/live\b/, (socket) => socket.close());
  await openTimer(page, race);
  await viewer.goto(race.viewerLink);
  await start(page, 'Ada');
  await expect.poll(() => onCourseOf(viewer)).toEqual(['Ada']);
  await tapAs(page.request, race, 'start', 'Bo');
  for (const each of [page, viewer]) await expect.poll(() => onCourseOf(each)).toEqual(['Ada', 'Bo']);
});

test('A session that ends in the middle of a race leaves the timer on the screen @proof', async ({
  page,
  context,
  request,
}) => {
  const email = await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  await openTimer(page, race);
  await start(page, 'Ada');
  await untilSent(page);
  await context.clearCookies();
  // After being offline the app asks for the signed-in user, and the answer is none.
  const asked = page.waitForResponse(`**${api.boot}`);
  await context.setOffline(true);
  await context.setOffline(false);
  await asked;
  await finish(page, 'Ada');
  await start(page, 'Bo');
  await expect(waitingChip(page)).toHaveText('2 waiting');
  await request.post(api.login, { data: { email, password: PASSWORD } });
  expect(Object.values((await readEvent(request, race.eventId)).taps)).toHaveLength(1);

  await waitingChip(page).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Log in again' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/homepage$/);
  await untilSent(page);
  expect(Object.values((await readEvent(request, race.eventId)).taps)).toHaveLength(3);
  await openTimer(page, race);
  await finish(page, 'Bo');
});
