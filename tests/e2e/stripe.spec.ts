import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { api } from '../../src/protocol/routes.ts';
import { startServer } from '../cluster/server.ts';
import { startStripeStandIn, type StripeStandIn } from '../support/stripe-stand-in.ts';
import { arrive, expect, getAccount, test as base } from './fixtures.ts';

/**
 * Nothing outside this machine is called: the server uses a stand-in for Stripe's HTTP API, and the page gets a
 * stand-in for Stripe's script. The page's policy, its code and Stripe's own React components are the real ones.
 */
const SCRIPT = readFileSync(new URL('../support/stripe-script.js', import.meta.url), 'utf8');
const FRAME = '<!doctype html><title>Card</title><body><script src="/stand-in/card.js"></script></body>';

const test = base.extend<{ readonly asked: string[] }, { readonly standIn: StripeStandIn }>({
  standIn: [
    async ({}, use) => {
      const standIn = await startStripeStandIn();
      await use(standIn);
      await standIn.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ standIn }, use) => {
      const server = await startServer({ env: standIn.environment });
      standIn.deliverTo(server.url + api.paymentWebhook);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  /** The pages that requested anything from Stripe. */
  asked: [
    async ({ context, standIn }, use) => {
      const asked: string[] = [];
      await answerForStripe(context, standIn, asked);
      await use(asked);
    },
    { auto: true },
  ],
});

async function answerForStripe(context: BrowserContext, standIn: StripeStandIn, asked: string[]): Promise<void> {
  await context.route('https://js.stripe.com/**', (route, request) => {
    asked.push(new URL(request.frame().page().url()).pathname);
    if (request.url().endsWith('.html')) return route.fulfill({ contentType: 'text/html', body: FRAME });
    const address = `globalThis.stripeStandInUrl = ${JSON.stringify(standIn.url)};\n`;
    return route.fulfill({ contentType: 'text/javascript', body: address + SCRIPT });
  });
}

test.afterEach(({ standIn }) => standIn.behave('well'));

const balance = (page: Page) => page.getByRole('banner').getByText(/^\d+\s*credits$/);
const cardField = (page: Page) => page.frameLocator('iframe[src^="https://js.stripe.com"]').getByLabel('Card number');

async function pay(page: Page, number: string): Promise<void> {
  await cardField(page).fill(number);
  await page.getByRole('button', { name: 'Pay Now' }).click();
}

async function expectAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText(text);
  await alert.getByRole('button', { name: 'OK' }).click();
}

test('With a stand-in for Stripe’s script, a coach buys credits, and a message that comes twice adds them once @proof', async ({
  page,
  server,
  standIn,
  asked,
}) => {
  const told: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(server.url)) told.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await arrive(page);
  await page.getByRole('link', { name: 'Purchase Credits' }).click();
  await page.getByRole('button', { name: /350/ }).click();
  await expectAlert(page, 'Proceeding to purchase 350 credits for $19');
  await expect(page).toHaveURL(/\/checkout\?amount=350&price=19$/);
  await pay(page, '4242424242424242');
  await expectAlert(page, 'Payment successful! Credits added.');
  await expect(page).toHaveURL(/\/homepage$/);
  await expect(balance(page)).toHaveText(/^450/);
  expect(told.some((text) => text.includes(api.createPaymentIntent))).toBe(true);
  expect(told.filter((text) => text.includes('4242424242424242'))).toEqual([]);

  const paid = standIn.events.filter(({ type }) => type === 'payment_intent.succeeded').at(-1)!;
  expect(await standIn.send(paid)).toBe(200);
  expect(await standIn.send({ ...paid, id: `${paid.id}Again` })).toBe(200);
  await page.goto('/account');
  await expect(balance(page)).toHaveText(/^450/);
  for (const path of ['/buy-credits', '/timer', '/landing']) await page.goto(path);
  expect(new Set(asked)).toEqual(new Set(['/checkout']));
});

test('With a stand-in for Stripe’s script, a declined card says why, and the next card pays the same purchase @proof', async ({
  page,
  standIn,
}) => {
  await getAccount(page);
  await page.goto('/checkout?amount=150&price=9');
  const before = standIn.intents.all.length;
  await pay(page, '4000000000009995');
  await expectAlert(page, 'Payment failed: Your card has insufficient funds.');
  await expect(balance(page)).toHaveText(/^100/);
  await pay(page, '4242424242424242');
  await expectAlert(page, 'Payment successful! Credits added.');
  await expect(balance(page)).toHaveText(/^250/);
  expect(standIn.intents.all.length - before).toBe(1);
});

test('With a stand-in for Stripe’s script, a bank that asks is answered, and one that then declines costs nothing @proof', async ({
  page,
}) => {
  await getAccount(page);
  await page.goto('/checkout?amount=1000&price=49');
  const answerBank = () => page.getByRole('dialog', { name: 'Your bank asks' }).getByRole('button').click();
  await pay(page, '4000008400001629');
  await answerBank();
  await expectAlert(page, 'Payment failed: We are unable to authenticate your payment method.');
  await pay(page, '4000002500003155');
  await answerBank();
  await expectAlert(page, 'Payment successful! Credits added.');
  await expect(balance(page)).toHaveText(/^1100/);
});

test('With a stand-in for Stripe’s script, Stripe that cannot be reached charges nobody and can be tried again @proof', async ({
  page,
  standIn,
}) => {
  await getAccount(page);
  await page.goto('/checkout?amount=150&price=9');
  standIn.behave('failing');
  await pay(page, '4242424242424242');
  await expectAlert(page, 'Payment error: Failed to get client secret.');
  standIn.behave('well');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await expectAlert(page, 'Payment successful! Credits added.');
  await expect(balance(page)).toHaveText(/^250/);
});

test('With a stand-in for Stripe’s script, a checkout that could not load it says so, and loads it when asked again @proof', async ({
  page,
  context,
}) => {
  await getAccount(page);
  await context.route('https://js.stripe.com/*/stripe.js', (route) => route.abort(), { times: 2 });
  await page.goto('/checkout?amount=150&price=9');
  await expect(page.getByText('We couldn’t load the card field.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cardField(page)).toBeVisible();
});
