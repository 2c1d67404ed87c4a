import { readFile } from 'node:fs/promises';
import { expect, getAccount, logIn, PASSWORD, test } from './fixtures.ts';

test('A coach changes the password, and a second browser is signed out @proof', async ({ page, browser, server }) => {
  const email = await getAccount(page);
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await logIn(other, email);
  await page.goto('/account');
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill('the next password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toContainText('That isn’t your current password.');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('the next password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/password.*changed/i).first()).toBeVisible();
  await other.goto('/homepage');
  await expect(other).toHaveURL(/\/landing$/);
  await logIn(other, email, 'the next password');
});

test('A coach downloads everything that is stored about them', async ({ page }) => {
  const email = await getAccount(page);
  await page.goto('/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('link', { name: /download/i })
      .or(page.getByRole('button', { name: /download/i }))
      .click(),
  ]);
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    account: { email: string };
    credits: number;
  };
  expect(data.account.email).toBe(email);
  expect(data.credits).toBe(100);
  await expect(page.getByText('Saved as pushoff-my-data.json')).toBeVisible();
});

test('A coach whose data is being downloaded elsewhere is told what to do, and a download that breaks off is not saved', async ({
  page,
}) => {
  await getAccount(page);
  await page.goto('/account');
  const press = () => page.getByRole('button', { name: 'Download my data' }).click();
  const body = {
    error: {
      code: 'export-under-way',
      status: 'aborted',
      message: 'Wait until that has ended, then try again.',
      requestId: 'x',
      retryAfterSeconds: 30,
    },
  };
  await page.route('**/api/account/data', (route) => route.fulfill({ status: 409, json: body }), { times: 1 });
  await press();
  await expect(page.getByRole('alert')).toContainText('Wait until that has ended');
  await page.route('**/api/account/data', (route) => route.abort(), { times: 1 });
  await press();
  await expect(page.getByRole('alert')).toContainText('saved nothing');
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  expect(download.suggestedFilename()).toBe('pushoff-my-data.json');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('Deleting an account warns clearly, asks for the password, and removes the account', async ({ page }) => {
  const email = await getAccount(page);
  await page.goto('/account');
  await page
    .getByRole('button', { name: /delete/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/events/);
  await expect(dialog).toContainText(/credits/);
  await dialog.getByLabel('Your password', { exact: true }).fill('not this one');
  const remove = dialog.getByRole('button', { name: 'Delete for good' });
  await expect(remove, 'not before one has said that one understands').toBeDisabled();
  await dialog.getByLabel('I understand that this cannot be undone').check();
  await remove.click();
  await expect(dialog.getByRole('alert')).toContainText('That isn’t your current password.');
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await remove.click();
  await expect(page).toHaveURL(/\/landing$/);
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
});
