import { confirmAddressByMail, expect, getAccount, test } from './fixtures.ts';
import { change, chooseFromMore, createRace, joinByLink, openTimer } from './race.ts';

test('An owner removes a helper, who is shut out at once, and the old link stops working', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
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

  await expect(helper.getByText('That event is gone, or its link has changed.').first()).toBeVisible();
  await helper.goto(race.adminLink);
  await expect(helper.getByRole('heading', { level: 1 })).toHaveText('We can’t open this event');
});

test('An owner who has removed the last racer still gets to the settings, and brings the racer back', async ({
  page,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  await change(page.request, race, { type: 'entry.remove', racerId: race.racerIds['Ada']! });
  await openTimer(page, race);
  await expect(page.getByText('No racers yet')).toBeVisible();
  await chooseFromMore(page, 'Event settings');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Bring Ada back' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Start Ada' })).toBeVisible();
});

test('An owner is told beforehand that an event is handed over only between confirmed accounts, and who has not confirmed @proof', async ({
  page,
  server,
  openBrowser,
}) => {
  const own = await getAccount(page, 'Jo Rider');
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  const heir = await openBrowser();
  const theirs = await getAccount(heir, 'Bo Quick');
  await heir.goto(race.adminLink);
  await expect(heir.getByRole('button', { name: 'Start Ada' })).toBeVisible();
  const tryIt = async () => {
    await openTimer(page, race);
    await page.getByRole('button', { name: 'Invite Admin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite Guest Admin' });
    await dialog.getByRole('tab', { name: /^Admins/ }).click();
    await dialog.getByRole('button', { name: 'Change Bo Quick' }).click();
    await page.getByRole('menuitem', { name: 'Hand over' }).click();
    return page.getByRole('alertdialog');
  };
  await expect(await tryIt()).toContainText('You haven’t confirmed your address yet');
  await confirmAddressByMail(page, server.dataDir, own);
  await expect(await tryIt()).toContainText('Bo Quick can’t take it over yet');
  await confirmAddressByMail(heir, server.dataDir, theirs);
  const question = await tryIt();
  await question.getByRole('button', { name: 'Hand over' }).click();
  await expect(page.getByText('Event handed over.')).toBeVisible();
});
