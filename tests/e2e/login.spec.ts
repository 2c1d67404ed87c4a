import { linkIn, waitForMail } from '../support/mails.ts';
import { api } from '../../src/protocol/routes.ts';
import {
  confirmAddressByMail,
  CREATED,
  expect,
  getAccount,
  logIn,
  newEmail,
  PASSWORD,
  signUp,
  test,
} from './fixtures.ts';

const REQUIRED = 'Email and password are required';

test('[A1] An empty field gets a message, and toggling the mode clears it', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('one step from an easy-to-use time trial timing solution');
  await expect(page.getByLabel('Username')).toHaveCount(0);
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toHaveText(REQUIRED);

  await page.getByRole('link', { name: 'Create one' }).click();
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.org');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('alert')).toHaveText(REQUIRED);

  await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('A wrong password and an unknown email get the same words', async ({ page }) => {
  const email = newEmail();
  await signUp(page, email);
  for (const address of [email, newEmail()]) {
    await page.goto('/login');
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  }
});

test('Signing up with an email that has an account never says that an account was created', async ({ page }) => {
  const email = newEmail();
  await signUp(page, email);
  await page.goto('/login?signup=true');
  await page.getByLabel('Email').fill(email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('alert')).toContainText('An account with this email already exists.');
  await expect(page.getByText(CREATED)).toHaveCount(0);
  await page.getByRole('alert').getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible();
});

test('Under the sign-up button are the age of 13 and the links to both legal texts', async ({ page }) => {
  await page.goto('/login?signup=true');
  const form = page.getByRole('main').locator('form');
  await expect(form).toContainText('at least 13 years old');
  await expect(form.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/tos');
  await expect(form.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacypolicy');
});

test('[S6] A coach signs up and logs in with the keyboard alone', async ({ page }) => {
  const email = newEmail();
  await page.goto('/login?signup=true');
  await page.getByLabel('Username').focus();
  await page.keyboard.type('Keys');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText(CREATED);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/homepage$/);
});

test('A new account goes on with one press, and not after the page was loaded anew', async ({ page, openBrowser }) => {
  const email = newEmail();
  await signUp(page, email);
  for (const field of ['Email', 'Password']) await expect(page.getByLabel(field, { exact: true })).toHaveValue('');
  await page.getByRole('button', { name: `Continue as ${email}` }).click();
  await expect(page).toHaveURL(/\/timer#new$/);
  await expect(page.getByRole('heading', { name: 'Select an Event' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/homepage$/);

  const another = await openBrowser();
  await signUp(another, newEmail());
  await expect(another.getByRole('button', { name: /^Continue as/ })).toBeVisible();
  await another.reload();
  await expect(another.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(another.getByRole('button', { name: /^Continue as/ })).toHaveCount(0);
  const kept = await another.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept, 'no storage has the password').not.toContain(PASSWORD);
});

test('A forgotten password is replaced through the mailed link', { tag: '@proof' }, async ({ page, server }) => {
  const email = newEmail();
  await signUp(page, email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('main').getByRole('button').click();
  const mail = await waitForMail(
    server.dataDir,
    ({ to, subject }) => to === email && subject === 'Reset your password',
  );
  const link = linkIn(mail, '/reset-password').href;
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('another good one');
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByRole('main')).toContainText(/changed/i);
  await logIn(page, email, 'another good one');

  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('yet another one');
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByRole('main')).toContainText('This link no longer works');
});

test('An email is confirmed by a button: where the coach is signed in, or elsewhere with the password @proof', async ({
  page,
  server,
  openBrowser,
}) => {
  const email = await getAccount(page);
  await page.goto('/account');
  await page.getByRole('button', { name: /confirm/i }).click();
  const mail = await waitForMail(server.dataDir, ({ to, subject }) => to === email && /Confirm/.test(subject));
  const link = linkIn(mail, '/verify-email').href;
  const elsewhere = await openBrowser();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: 'Is this your account?' })).toBeVisible();
  const confirm = elsewhere.getByRole('button', { name: 'Confirm this address' });
  await elsewhere.getByLabel('Password of the account').fill('not this one');
  await confirm.click();
  await expect(elsewhere.getByRole('alert')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Not confirmed yet');
  await elsewhere.getByLabel('Password of the account').fill(PASSWORD);
  await confirm.click();
  await expect(elsewhere.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main')).not.toContainText('Not confirmed yet');

  const other = await openBrowser();
  const another = await getAccount(other);
  await other.goto(link);
  await other.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(other.getByRole('main'), 'signed in, but to another account').toContainText('for another account');
  await confirmAddressByMail(other, server.dataDir, another);
});

test('A person who did not sign up removes the account, and then signs up @proof', async ({
  page,
  server,
  openBrowser,
}) => {
  const email = await getAccount(page);
  const mail = await waitForMail(server.dataDir, ({ to }) => to === email);
  const holder = await openBrowser();
  await holder.goto(linkIn(mail, '/verify-email').href);
  await holder.getByRole('link', { name: 'It wasn’t me' }).click();
  await expect(holder.getByRole('heading', { name: 'You didn’t sign up?' })).toBeVisible();
  await holder.getByRole('button', { name: 'Remove this account' }).click();
  await expect(holder.getByRole('heading', { name: 'Account removed' })).toBeVisible();
  await page.goto('/homepage');
  await expect(page).toHaveURL(/\/landing$/);
  await holder.goto(linkIn(mail, '/not-my-account').href);
  await holder.getByRole('button', { name: 'Remove this account' }).click();
  await expect(holder.getByRole('main')).toContainText('This link no longer works');

  await signUp(holder, email);
  const comeBack = await openBrowser();
  await logIn(comeBack, email);
  const { request } = comeBack.context();
  expect((await request.post(api.deleteAccount, { data: { password: PASSWORD } })).ok()).toBe(true);
  await comeBack.goto('/login?signup=true');
  await comeBack.getByLabel('Email').fill(email);
  await comeBack.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await comeBack.getByRole('button', { name: 'Sign Up' }).click();
  await expect(comeBack.getByRole('alertdialog').getByText(/Account created/), 'the gift is given once').toHaveText(
    'Account created!',
  );
});
