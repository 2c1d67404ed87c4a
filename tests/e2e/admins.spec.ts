import { arrive, expect, test } from './fixtures.ts';
import { change, chooseFromShareMenu, createRace, joinByLink, openTimer } from './race.ts';

test('An owner removes a helper, who is shut out at once, and the old link with them', async ({
  page,
  openBrowser,
}) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  await openTimer(page, race);
  const helper = await openBrowser();
  await joinByLink(helper, race.adminLink, 'Hill climb');

  await page.getByRole('button', { name: 'Invite Admin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite Guest Admin' });
  await dialog.getByRole('tab', { name: /^Admins/ }).click();
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Remove/ })
    .click();
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0);

  await expect(helper.getByText('There is no such event, or the link to it has changed.').first()).toBeVisible();
  await helper.goto(race.adminLink);
  await expect(helper.getByRole('heading', { level: 1 })).toHaveText('This event cannot be opened');
});

test('An owner who has removed the last racer still gets to the settings, and brings the racer back', async ({
  page,
}) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  await change(page.request, race, { type: 'entry.remove', racerId: race.racerIds['Ada']! });
  await openTimer(page, race);
  await expect(page.getByRole('region', { name: 'Leaderboard' })).toHaveCount(0);
  await chooseFromShareMenu(page, 'Event settings');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Bring Ada back' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Start Ada' })).toBeVisible();
});
