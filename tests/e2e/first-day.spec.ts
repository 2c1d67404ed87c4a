import { startServer } from '../support/server.ts';
import { expect, logIn, newEmail, PASSWORD, signUp, test } from './fixtures.ts';

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
