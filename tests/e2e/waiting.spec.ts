import { readFile } from 'node:fs/promises';
import type { Boot, Viewer } from '../../src/protocol/account.ts';
import { api } from '../../src/protocol/routes.ts';
import { expect, getAccount, logIn, test } from './fixtures.ts';
import { bundle, openPage } from './outbox-page/open-page.ts';
import type {} from './outbox-page/sync-page.ts';

test('Waiting taps are shown, kept through a logout, and can be saved; refused ones stay until they are dismissed', async ({
  page,
  context,
  server,
}) => {
  const email = await getAccount(page);
  const { viewer } = (await (await context.request.get(api.boot)).json()) as Boot;
  await page.goto('about:blank');
  await context.route(`**${api.commands}`, (route) => route.abort());
  const recorder = await openPage(context, server.url, await bundle('sync-page.ts'));
  await recorder.evaluate(async (who: Viewer) => {
    const sync = await globalThis.openSync(who);
    const eventId = sync.makeId();
    await sync.recordForEvent(eventId, { type: 'event.create', name: 'Waiting', timeZone: 'UTC' });
    await sync.recordForEvent(sync.makeId(), { type: 'tap.record', line: 'finish', run: 1, racerId: null });
  }, viewer);
  await recorder.close();

  await page.goto('/homepage');
  const chip = page.getByRole('banner').getByRole('button', { name: '2 waiting' });
  await chip.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 changes safely on this device');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('"Waiting"');
  await page.keyboard.press('Escape');

  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign Out' });
  await signOut.click();
  await expect(page.getByRole('alertdialog')).toContainText('2 changes still wait on this device');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/homepage$/);
  await signOut.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out anyway' }).click();
  await expect(page).toHaveURL(/\/landing$/);

  await context.unroute(`**${api.commands}`);
  await logIn(page, email);
  const attention = page.getByRole('banner').getByRole('button', { name: '1 to sort out' });
  await attention.click();
  await expect(dialog).toContainText('Finish, ');
  await expect(dialog).toContainText('That event is gone, or its link has changed.');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(attention).toHaveCount(0);
  await expect(page.getByRole('banner')).toContainText('80');
});
