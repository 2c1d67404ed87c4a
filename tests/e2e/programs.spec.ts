import { confirmAddressByMail, expect, getAccount, test } from './fixtures.ts';
import { createRace } from './race.ts';

test('A coach makes a token, sees it once, lets a program read with it, and withdraws it', async ({ page, server }) => {
  const email = await getAccount(page);
  await page.goto('/account#api-tokens');
  await expect(page.getByText('Confirm your email first, under Profile at the top.').first()).toBeVisible();
  await confirmAddressByMail(page, server.dataDir, email);
  await page.goto('/account#api-tokens');
  await page.getByLabel('Name', { exact: true }).fill('Club website');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const field = page.getByLabel('Your new token');
  await expect(field).toBeFocused();
  const token = await field.inputValue();
  const ask = () => fetch(`${server.url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status).toBe(200);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Club website pushoff_')).toBeVisible();
  await expect(page.getByText(/Last used/)).toBeVisible();
  await page.getByRole('button', { name: 'Turn off Club website' }).click();
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(page.getByText('Club website')).toHaveCount(0);
  expect((await ask()).status).toBe(401);
});

test(
  'A coach is told why a webhook cannot be made, and finds the examples',
  { tag: '@proof' },
  async ({ page, server }) => {
    await confirmAddressByMail(page, server.dataDir, await getAccount(page));
    await page.goto('/account');
    await page.getByRole('button', { name: 'Show webhooks' }).click();
    const address = page.getByLabel('Address of the receiver');
    const make = page.getByRole('button', { name: 'Make a webhook' });
    await address.fill('http://example.org/');
    await make.click();
    await expect(page.getByRole('alert')).toContainText('It begins with https://');
    await address.fill('https://127.0.0.1/hook');
    await make.click();
    await expect(page.getByRole('alert')).toContainText('Webhooks go to servers on the internet only.');
    await page.getByRole('link', { name: 'How to use them' }).click();
    await expect(page.getByRole('heading', { name: 'For developers' })).toBeVisible();
    await expect(page.getByText(`"${server.url}/api/events"`)).toBeVisible();
  },
);

test('The link to the tokens leads to the tokens, also below a long history of credits', async ({ page }) => {
  await getAccount(page);
  await createRace(
    page.request,
    'Hill climb',
    Array.from({ length: 25 }, (_, index) => `Racer ${index}`),
  );
  // The history is in sight beside the tokens while it is empty: the browser holds what is above it.
  await page.setViewportSize({ width: 1280, height: 1400 });
  await page.goto('/account#api-tokens');
  await expect(page.getByText('Racer: Racer 24')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'API tokens' })).toBeInViewport();
});
