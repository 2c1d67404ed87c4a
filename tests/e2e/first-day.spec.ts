import type { Locator } from '@playwright/test';
import { startServer } from '../cluster/server.ts';
import { arrive, CREATED, expect, logIn, newEmail, PASSWORD, signUp, test } from './fixtures.ts';
import { PHONE } from './finger.ts';
import { section } from './race.ts';

test('A newcomer signs up, reads the alert, logs in and sees 100 credits, also after the power was cut', async ({
  page,
  browser,
}) => {
  const first = await startServer();
  const email = newEmail();
  const context = await browser.newContext({ baseURL: first.url });
  const coach = await context.newPage();
  await coach.goto('/');
  await expect(coach).toHaveURL(/\/landing$/);
  await coach.getByRole('main').getByRole('link', { name: 'Create Free Account' }).first().click();
  await expect(coach.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await signUp(coach, email, 'Ada Swift');
  await expect(coach.getByLabel('Email')).toHaveValue('');
  await expect(coach.getByLabel('Password', { exact: true })).toHaveValue('');
  await logIn(coach, email);
  await expect(coach.getByRole('banner')).toContainText('100');
  await expect(coach.getByRole('main')).toContainText('Ada Swift');
  await context.close();
  await first.kill9();

  const second = await startServer({ dataDir: first.dataDir });
  await page.goto(`${second.url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/homepage$/);
  await expect(page.getByRole('banner')).toContainText('100');
  // Stopping the server any earlier would cut off a part of the app that is still loading.
  await expect(page.getByRole('main')).toContainText('Ada Swift');
  expect(await second.stop(), 'a stop that was asked for is a clean one').toBe(0);
  expect(second.logs().match(/^Pushoff is ready at .*$/gm)).toEqual([`Pushoff is ready at ${second.url}`]);
});

/** From the landing page; a press of Enter is a touch, a letter is none. */
const MOST_TOUCHES = 12;
const SIX = ['Ada', 'Bo', 'Cy', 'Dag', 'Eve', 'Flo'];

test(`A newcomer starts the first of six riders on a phone with ${MOST_TOUCHES} touches`, async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  let touches = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    touches += 1;
  };
  const enter = async () => {
    await page.keyboard.press('Enter');
    touches += 1;
  };
  const email = newEmail();
  await page.goto('/');
  await tap(page.getByRole('main').getByRole('link', { name: 'Create Free Account' }).first());
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await tap(page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await enter();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(CREATED);
  await tap(alert.getByRole('button', { name: 'OK' }));
  await tap(page.getByRole('button', { name: `Continue as ${email}` }));
  await expect(page.getByLabel('Who races today?')).toBeFocused();
  for (const [index, name] of SIX.entries()) {
    if (index > 0) await enter();
    await page.keyboard.type(name);
  }
  await tap(page.getByRole('button', { name: 'Create Event with 6 racers 38 credits' }));
  await expect(section(page, 'Inactive Racers').getByRole('listitem')).toHaveCount(6);
  await tap(page.getByRole('button', { name: 'Start Ada', exact: true }));
  await expect(section(page, 'Racers On Course')).toContainText('Ada');
  expect(touches).toBe(MOST_TOUCHES);
});

test('A pasted list becomes the first event: columns, blank lines, names that stand in it twice', async ({ page }) => {
  await arrive(page);
  await page.getByRole('link', { name: 'Create New Event' }).click();
  const lines = [
    'No\tName\tCategory\tYearOfBirth',
    '7\tEleni\tSenior\t1990',
    '',
    '8\tBo\tU18\t2010',
    '9\tBo\tU18\t2010',
  ];
  const box = page.getByLabel('Who races today?');
  await box.fill(lines.join('\r\n'));
  await expect(page.getByRole('status').filter({ hasText: 'ready' })).toHaveText('3 racers ready');
  await expect(page.getByRole('list', { name: 'Preview' })).toContainText('twice in this list');
  // Typed by the page: Chromium takes minutes to type ten thousand lines.
  await box.evaluate((field: HTMLTextAreaElement) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, 'x\n'.repeat(10_001));
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(page.getByRole('alert')).toContainText('over 10,000 lines');
  await box.fill(lines.slice(0, 4).join('\n'));
  await page.getByRole('button', { name: 'Create Event with 2 racers 26 credits' }).click();
  const inactive = section(page, 'Inactive Racers');
  await expect(inactive.getByRole('listitem')).toHaveCount(2);
  await expect(inactive).toContainText(/7\s*Eleni/);
  const { searchParams } = new URL(page.url());
  await page.goto(`/timer?eventId=${searchParams.get('eventId')}&view=categories`);
  await expect(page.getByRole('list', { name: 'Categories in their order' }).getByRole('listitem')).toContainText([
    'Senior',
    'U18',
  ]);

  await page.goto(`/timer?eventId=${searchParams.get('eventId')}#add-racers`);
  const picker = page.getByRole('dialog', { name: 'Add Racers' });
  await expect(picker.getByRole('button', { name: 'Done · 2 in the event' })).toBeVisible();
  await picker.getByLabel('New racer').focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text', '10\tCy\n11\tDag');
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  const list = page.getByRole('dialog', { name: 'Import a start list' });
  await expect(list.getByRole('textbox', { name: 'Start list' })).toHaveValue('10\tCy\n11\tDag');
  await list.getByRole('button', { name: 'Import 2 racers 6 credits' }).click();
  await expect(page.getByRole('list', { name: 'Start list' }).getByRole('listitem')).toHaveCount(4);
});
