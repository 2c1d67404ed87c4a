import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { finish, onCourseOf, ranking, start, undoBar } from './race.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('A visitor times a race on the landing page without an account, and the server hears nothing of it', async ({
  page,
}) => {
  await page.goto('/landing');
  await page.getByRole('link', { name: 'Try a race here' }).click();
  await expect.poll(() => onCourseOf(page)).toEqual(['Dana Petrov', 'Gus Marlowe']);
  expect(await ranking(page)).toEqual(['#1 Eli Brandt', '#2 Farah Haddad']);

  const sent: string[] = [];
  page.on('request', (request) => void sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  page.on('websocket', () => void sent.push('a socket'));
  await finish(page, 'Dana Petrov');
  await expect.poll(() => ranking(page)).toEqual(['#1 Dana Petrov', '#2 Eli Brandt', '#3 Farah Haddad']);
  await start(page, 'Kenji Mori');
  await expect.poll(() => onCourseOf(page)).toEqual(['Gus Marlowe', 'Kenji Mori']);
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => onCourseOf(page)).toEqual(['Gus Marlowe']);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  expect(
    sent.filter((call) => !call.startsWith('GET /assets/')),
    'only parts of the page are loaded',
  ).toEqual([]);
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Never lose a finish.' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => ranking(page), 'a new visit is a new race').toEqual(['#1 Eli Brandt', '#2 Farah Haddad']);
});
