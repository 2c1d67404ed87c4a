import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Boot } from '../../src/protocol/account.ts';
import type { CreditHistory } from '../../src/protocol/payments.ts';
import { api } from '../../src/protocol/routes.ts';
import { arrive, expect, getAccount, test } from './fixtures.ts';

const PAID = 'Payment successful! Credits added.';
const PAYS = '4242424242424242';
const DECLINED = '4000000000000002';
const ASKS = '4000002500003155';
const BREAKS_OFF = '4000000000000119';
const NO_TEST_CARD = '4111111111111111';

const banner = (page: Page): Locator => page.getByRole('banner');
const payNow = (page: Page): Locator => page.getByRole('button', { name: 'Pay Now' });

async function openCheckout(page: Page, amount = 150, price = 9): Promise<void> {
  await page.goto(`/checkout?amount=${amount}&price=${price}`);
  await expect(page.getByRole('heading', { name: 'Confirm Purchase' })).toBeVisible();
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number', { exact: true }).fill(number);
  await page.getByLabel('Expiry').fill('1240');
  await page.getByLabel('CVC').fill('123');
}

async function payWith(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await payNow(page).click();
}

/** The whole text of the alert. */
async function readAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog');
  await expect(alert.getByText(text, { exact: true })).toBeVisible();
  await alert.getByRole('button', { name: 'OK' }).click();
}

/** Credits and purchases as the server returns them. */
async function readMoney(page: Page): Promise<{ credits: number; purchases: number }> {
  const { request } = page.context();
  const { viewer } = (await (await request.get(api.boot)).json()) as Boot & { viewer: { credits: number } };
  const { lines } = (await (await request.get(api.creditHistory)).json()) as CreditHistory;
  return { credits: viewer.credits, purchases: lines.filter(({ kind }) => kind === 'purchase').length };
}

/** Everything the page sends from now on, addresses and bodies. */
function listenTo(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  return sent;
}

test('A coach buys credits, from the homepage to the new balance, and finds the receipt', async ({ page }) => {
  const email = await arrive(page);
  await page.getByRole('link', { name: 'Purchase Credits' }).click();
  await expect(page).toHaveURL(/\/buy-credits$/);
  await page.getByRole('button', { name: 'Buy 350 credits' }).click();
  await readAlert(page, 'Proceeding to purchase 350 credits for $19');
  await expect(page).toHaveURL(/\/checkout\?amount=350&price=19$/);
  await expect(page.getByRole('heading', { name: 'Confirm Purchase' })).toBeVisible();
  await expect(page.getByText('Test mode')).toBeVisible();

  const sent = listenTo(page);
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await expect(page.getByLabel('Card number', { exact: true })).toHaveValue('4242 4242 4242 4242');
  await payNow(page).dblclick();
  await readAlert(page, PAID);
  expect(sent.filter((request) => request.includes(api.createPaymentIntent))).toHaveLength(1);
  await expect(page).toHaveURL(/\/homepage$/);
  await expect(banner(page)).toContainText('450');

  await page.goto('/buy-credits');
  await page.getByRole('link', { name: 'Credit history' }).click();
  await expect(page.getByRole('heading', { name: 'Credit history' })).toBeInViewport();
  const purchase = page.getByRole('row', { name: 'Purchase' });
  await expect(purchase).toContainText('+350');
  await expect(purchase).toContainText('450');
  await expect(page.getByRole('row', { name: 'Welcome gift' })).toContainText('+100');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    purchase.getByRole('link', { name: 'Receipt' }).click(),
  ]);
  const receipt = await readFile(await download.path(), 'utf8');
  expect(receipt).toContain('350 Pushoff credits');
  expect(receipt).toContain(email);
});

test(
  'A declined card says so and leaves the form; another card pays, and the credits come once',
  { tag: '@proof' },
  async ({ page }) => {
    await getAccount(page);
    await openCheckout(page);
    await payWith(page, DECLINED);
    await readAlert(page, 'Payment failed: Your card was declined.');
    await expect(page.getByLabel('Card number', { exact: true })).toHaveValue('4000 0000 0000 0002');
    expect(await readMoney(page)).toEqual({ credits: 100, purchases: 0 });
    await payWith(page, PAYS);
    await readAlert(page, PAID);
    await expect(page).toHaveURL(/\/homepage$/);
    await expect(banner(page)).toContainText('250');
    expect(await readMoney(page)).toEqual({ credits: 250, purchases: 1 });
  },
);

test('A bank that asks is answered: failed charges nothing, completed pays @proof', async ({ page }) => {
  await getAccount(page);
  await openCheckout(page);
  const bank = page.getByRole('dialog', { name: 'Test bank' });
  await payWith(page, ASKS);
  await bank.getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Payment failed: We are unable to authenticate');
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  expect(await readMoney(page)).toEqual({ credits: 100, purchases: 0 });
  await payNow(page).click();
  await bank.getByRole('button', { name: 'Complete' }).click();
  await readAlert(page, PAID);
  await expect(banner(page)).toContainText('250');
});

test('A connection that breaks off is no failed payment: the credits still arrive @proof', async ({ page }) => {
  await getAccount(page);
  await openCheckout(page);
  await page.context().route('**/api/payments/*', (route) => route.abort());
  await payWith(page, BREAKS_OFF);
  await expect(page.getByRole('heading', { name: 'Checking your payment…' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.context().unroute('**/api/payments/*');
  await readAlert(page, PAID);
  await expect(banner(page)).toContainText('250');
  expect(await readMoney(page)).toEqual({ credits: 250, purchases: 1 });
});

test('A price that is in no package cannot be paid @proof', async ({ page }) => {
  await getAccount(page);
  for (const [amount, price] of [
    [1000, 9],
    [150, -9],
    [150.5, 9],
  ] as const) {
    await openCheckout(page, amount, price);
    await expect(page.getByRole('alert')).toContainText('We don’t sell that package');
    await expect(payNow(page)).toHaveCount(0);
    await expect(page.getByLabel('Card number', { exact: true })).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'See the packages' }).click();
  await expect(page).toHaveURL(/\/buy-credits$/);
});

test('[P9] A number that is no test card never leaves the browser @proof', async ({ page }) => {
  await getAccount(page);
  await openCheckout(page);
  const sent = listenTo(page);
  await payWith(page, NO_TEST_CARD);
  await expect(page.getByText('This is a test checkout. It takes only the test card numbers.')).toBeVisible();
  await expect(page.getByLabel('Card number', { exact: true })).toBeFocused();
  await page.getByLabel('Expiry').fill('0120');
  await payNow(page).click();
  await expect(page.getByText('The expiry date must be in the future.')).toBeVisible();
  // A test card is sent: so the list above would have recorded the other number.
  await payWith(page, DECLINED);
  await readAlert(page, 'Payment failed: Your card was declined.');
  expect(sent.some((request) => request.replaceAll(/\D/g, '').includes(DECLINED))).toBe(true);
  expect(sent.filter((request) => request.replaceAll(/\D/g, '').includes(NO_TEST_CARD))).toEqual([]);
});

test(
  'A coach who closes the tab after paying finds the outcome later; other tabs see the credits live',
  { tag: '@proof' },
  async ({ page, context }) => {
    await getAccount(page);
    await page.goto('/account');
    await expect(banner(page)).toContainText('100');
    const buying = await context.newPage();
    await openCheckout(buying);
    await context.route('**/api/payments/*', (route) => route.abort());
    await payWith(buying, PAYS);
    await expect(buying.getByRole('heading', { name: 'Payment received. Adding your credits…' })).toBeVisible();
    await buying.close();

    await expect(banner(page)).toContainText('250');
    await expect(page.getByRole('row', { name: 'Purchase' })).toContainText('+150');
    await context.unroute('**/api/payments/*');
    await openCheckout(page);
    await readAlert(page, PAID);
    await expect(page).toHaveURL(/\/homepage$/);
    await openCheckout(page);
    await expect(payNow(page)).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect(await readMoney(page)).toEqual({ credits: 250, purchases: 1 });
  },
);

test('Without a network Pay Now says so, and the typed text stays', async ({ page, context }) => {
  await arrive(page);
  // The signal goes while a part of the header is still on its way: the page stays as it is.
  await page.route('**/assets/credit-count-*', (route) => route.abort('internetdisconnected'));
  await openCheckout(page);
  await context.setOffline(true);
  await payWith(page, PAYS);
  await readAlert(page, 'You’re offline. We charged nothing. Try again when the connection is back.');
  await expect(page.getByLabel('Card number', { exact: true })).toHaveValue('4242 4242 4242 4242');
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);
  await payNow(page).click();
  await readAlert(page, PAID);
});

test('A server that cannot be reached gives no client secret, and the payment can be tried again @proof', async ({
  page,
}) => {
  await getAccount(page);
  await openCheckout(page);
  await page.route(`**${api.createPaymentIntent}`, (route) => route.abort());
  await payWith(page, PAYS);
  await readAlert(page, 'Payment error: Failed to get client secret.');
  await page.unroute(`**${api.createPaymentIntent}`);
  await payNow(page).click();
  await readAlert(page, PAID);
});

test('The checkout is left by a page load, whatever link leads away @proof', async ({ page }) => {
  await arrive(page);
  for (const leave of [
    () => page.getByRole('button', { name: 'Back' }).click(),
    () => banner(page).getByRole('link', { name: 'Buy Credits' }).click(),
  ]) {
    await openCheckout(page);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await leave();
    await expect(page).toHaveURL(/\/buy-credits$/);
    await expect(page.getByRole('heading', { name: 'Buy Credits' })).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(false);
  }
});
