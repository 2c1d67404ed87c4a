import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { operatorPaths } from '../../src/protocol/operator.ts';
import { api } from '../../src/protocol/routes.ts';
import { startServer } from '../cluster/server.ts';
import { confirmAddressByMail, expect, PASSWORD, test } from './fixtures.ts';

const OPERATOR = 'operator@example.org';

async function comeIn(page: Page, email: string): Promise<void> {
  const { request } = page.context();
  expect((await request.post(api.signUp, { data: { username: 'Ada', email, password: PASSWORD } })).ok()).toBe(true);
  expect((await request.post(api.login, { data: { email, password: PASSWORD } })).ok()).toBe(true);
}

test('[O1] [O8] The operator sees how the installation is doing, and nobody else finds the page @proof', async ({
  openBrowser,
}) => {
  const server = await startServer({ env: { OPERATORS: OPERATOR, NODE_NAME: 'hut-1' } });
  try {
    const page = await openBrowser({ baseURL: server.url });
    await comeIn(page, OPERATOR);
    await page.goto(operatorPaths.page);
    await expect(page, 'nor does the operator, before the address is confirmed').toHaveURL(/\/landing$/);
    await confirmAddressByMail(page, server.dataDir, OPERATOR);

    // A failure of the page's own request must be shown too: the server does not answer.
    const figures = `**${operatorPaths.figures}*`;
    await page.route(figures, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto('/homepage');
    await page.getByRole('link', { name: 'Operator' }).click();
    await expect(page.getByRole('heading', { name: 'Operator', level: 1 })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('We can’t read the figures');
    await page.unroute(figures);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.getByText('Node hut-1')).toBeVisible();

    const sockets = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Open sockets' }) });
    await expect(sockets.getByText('1', { exact: true })).toBeVisible();
    // On a machine that is busy with tests something may be slow; the page must then say so.
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/\.$/);
    const chart = sockets.getByRole('slider');
    await expect(chart).toHaveAttribute('aria-valuetext', /: 1$/);
    await expect.poll(() => chart.locator('canvas').evaluate(hasInk), 'one value alone is drawn, too').toBe(true);
    await chart.press('Home');
    await expect(chart).toHaveAttribute('aria-valuenow', '0');
    await expect(sockets.getByText(/\d\d?:\d\d:\d\d/)).toBeVisible();
    await chart.press('Escape');
    await expectUsable(page, 390, 'light');
    await expectUsable(page, 1280, 'dark');

    await page.context().setOffline(true);
    await expect(page.getByText(/You’re offline\. What you see is from/)).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(/You’re offline\. What you see is from/)).toBeHidden();

    const other = await openBrowser({ baseURL: server.url });
    const loaded: string[] = [];
    other.on('request', (request) => loaded.push(request.url()));
    await comeIn(other, 'somebody@example.org');
    await other.goto(operatorPaths.page);
    await expect(other).toHaveURL(/\/landing$/);
    await other.goto('/homepage');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(other.getByRole('link', { name: 'Operator' })).toBeHidden();
    expect(loaded.filter((url) => url.includes('operator-page'))).toEqual([]);
  } finally {
    await server.stop();
  }
});

function hasInk(canvas: HTMLElement | SVGElement): boolean {
  const drawing = canvas as HTMLCanvasElement;
  const { data } = drawing.getContext('2d')!.getImageData(0, 0, drawing.width, drawing.height);
  return data.some((value, index) => index % 4 === 3 && value > 0);
}

async function expectUsable(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: 844 });
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(violations.map(({ id, nodes }) => [width, colorScheme, id, nodes[0]?.html])).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${width} px must not scroll sideways`).toBeLessThanOrEqual(0);
}
