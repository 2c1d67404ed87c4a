import type { Page } from '@playwright/test';
import type { Boot } from '../../src/protocol/account.ts';
import { api } from '../../src/protocol/routes.ts';
import { linkIn, waitForMail } from '../support/mails.ts';
import { readEvent, untilSent, waitingChip } from './device.ts';
import { confirmAddressByMail, expect, getAccount, newEmail, PASSWORD, test } from './fixtures.ts';
import {
  chooseFromShareMenu,
  createRace,
  finish,
  finishButton,
  inviteLink,
  joinByLink,
  onCourseOf,
  openTimer,
  ranking,
  start,
  startButton,
  tapAs,
  toasts,
} from './race.ts';

const GONE = 'That event is gone, or its link has changed.';

async function expectClosed(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We can’t open this event');
  await expect(page.getByRole('main')).toContainText(GONE);
  await expect(page.getByRole('button', { name: /^(Start|Finish) / })).toHaveCount(0);
}

const whoIs = async (page: Page) => ((await (await page.request.get(api.boot)).json()) as Boot).viewer;

test('[WY21] [WY22] [G1] A helper without an account opens the admin link, is joined, and the key leaves the address; a reload still works', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  await openTimer(page, race);
  const helper = await openBrowser();
  await joinByLink(helper, race.adminLink, race.name);
  await start(helper, 'Ada');
  await expect.poll(() => onCourseOf(page)).toEqual(['Ada']);
  await expect(helper.getByRole('button', { name: 'Back' }), 'nothing leads out of the race').toHaveCount(0);
  for (const name of ['Add Racers', 'Change Event']) {
    await helper.getByRole('button', { name }).click();
    const dialog = helper.getByRole('dialog');
    await expect(dialog.getByRole('link', { name: 'Sign In' }), 'WY22 the right, and what it needs').toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();

  await helper.reload();
  await finish(helper, 'Ada');
  await start(helper, 'Bo');
  await expect.poll(() => ranking(page)).toEqual(['#1 Ada']);
  expect(helper.url()).not.toContain(race.keys.admin);
  expect(await whoIs(helper)).toMatchObject({ kind: 'anonymous' });
});

test('[G3] A guest with a rotated key is told plainly, and gets nothing more @proof', async ({ page, openBrowser }) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  await openTimer(page, race);
  const [helper, spectator] = [await openBrowser(), await openBrowser()];
  await joinByLink(helper, race.adminLink, race.name);
  await spectator.goto(race.viewerLink);

  await page.getByRole('button', { name: 'Invite Admin' }).click();
  await page.getByRole('button', { name: 'Get a new link' }).click();
  await page.getByRole('button', { name: 'Change the admin link' }).click();
  const warning = page.getByRole('dialog', { name: 'Change the admin link?' });
  await expect(warning).toContainText('everyone who joined with it loses access at once');
  await warning.getByRole('button', { name: 'Get a new link' }).click();
  await expect(toasts(page)).toContainText('The admin link is new.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await expect(helper.getByRole('main')).toContainText(GONE);
  await start(page, 'Bo');
  await expect.poll(() => onCourseOf(spectator)).toEqual(['Bo']);
  await expect(finishButton(helper, 'Bo')).toHaveCount(0);
  await helper.reload();
  await expectClosed(helper);
  const [late, again] = [await openBrowser(), await openBrowser()];
  await late.goto(race.adminLink);
  await expectClosed(late);
  expect(await whoIs(late), 'a key that opens nothing makes nobody').toEqual({ kind: 'nobody' });

  await joinByLink(again, await inviteLink(page), race.name);
  await finish(again, 'Bo');
});

test('[G1] A viewer’s address can be passed on: another browser opens it @proof', async ({ page, openBrowser }) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  const viewer = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] });
  await viewer.goto(race.viewerLink);
  await expect(startButton(viewer, 'Ada')).toBeDisabled();
  await chooseFromShareMenu(viewer, 'Copy viewer link');
  const alert = viewer.getByRole('alertdialog');
  await expect(alert).toContainText('Viewer link copied to clipboard!');
  await alert.getByRole('button', { name: 'OK' }).click();
  const copied = await viewer.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).href).toBe(viewer.url());

  const other = await openBrowser();
  await other.goto(copied);
  await expect(startButton(other, 'Ada')).toBeDisabled();
  await tapAs(page.request, race, 'start', 'Ada');
  for (const each of [viewer, other]) await expect.poll(() => onCourseOf(each)).toEqual(['Ada']);
});

test('[G3] Keys of another event, unknown event ids and nonsense in the address get a clear answer @proof', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  const other = await createRace(page.request, 'Sprint', ['Bo']);
  const guest = await openBrowser();
  const open = `/timer?eventId=${race.eventId}`;
  const addresses = [
    open,
    `${open}&guestAdminKey=${other.keys.admin}`,
    `${open}&guestViewerKey=${other.keys.viewer}`,
    `${open}&guestAdminKey=${race.keys.viewer}x`,
    `${open}&guestViewerKey=${'k'.repeat(4000)}`,
    `${open}&guestAdminKey=%00%F0%9F%9A%B4`,
    `/timer?eventId=00000000-0000-4000-8000-000000000000&guestAdminKey=${race.keys.admin}`,
    '/timer?eventId=00000000-0000-4000-8000-000000000000',
    '/timer?eventId=..%2F..%2Fhealthz',
    '/timer?eventId=%3Cscript%3Ealert(1)%3C%2Fscript%3E&guestViewerKey=%22%3E',
  ];
  for (const address of addresses) {
    await test.step(address.slice(0, 120), async () => {
      await guest.goto(address);
      await expectClosed(guest);
    });
  }
  expect(await whoIs(guest)).toEqual({ kind: 'nobody' });
  await guest.goto('/timer?eventId=');
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Select an Event');
  await guest.goto(race.viewerLink);
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Hill climb');
});

test(
  'A guest who logs in keeps the rights and what still waited to be sent',
  { tag: '@proof' },
  async ({ page, openBrowser, request }) => {
    await getAccount(page);
    const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
    const email = newEmail();
    await request.post(api.signUp, { data: { username: 'Helper', email, password: PASSWORD } });
    const helper = await openBrowser();
    await joinByLink(helper, race.adminLink, race.name);
    await untilSent(helper);
    await helper.context().setOffline(true);
    await start(helper, 'Ada');
    await expect(waitingChip(helper)).toHaveText('1 waiting');

    await helper.context().route(`**${api.commands}`, (route) => route.abort());
    await helper.context().setOffline(false);
    await helper.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await helper.getByLabel('Email').fill(email);
    await helper.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await helper.getByRole('button', { name: 'Login' }).click();
    await expect(helper).toHaveURL(/\/homepage$/);
    await expect(waitingChip(helper)).toHaveText('1 waiting');
    expect((await readEvent(page.request, race.eventId)).taps).toEqual({});

    await helper.context().unroute(`**${api.commands}`);
    await untilSent(helper);
    await expect(waitingChip(helper)).toHaveCount(0);
    const account = await whoIs(helper);
    expect(account).toMatchObject({ kind: 'user', email });
    const { taps } = await readEvent(page.request, race.eventId);
    expect(Object.values(taps).map(({ by, racerId }) => [by.userId, racerId])).toEqual([
      [account.kind === 'user' && account.userId, race.racerIds['Ada']],
    ]);
    await openTimer(helper, race);
    await finish(helper, 'Ada');
    await start(helper, 'Bo');
    await openTimer(page, race);
    await expect.poll(() => ranking(page)).toEqual(['#1 Ada']);
  },
);

test('A helper leaves and is not an admin any more @proof', async ({ page, openBrowser }) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  const helper = await openBrowser();
  await joinByLink(helper, race.adminLink, race.name);
  await helper.getByRole('button', { name: 'Invite Admin' }).click();
  await helper.getByRole('tab', { name: 'Admins (2)' }).click();
  await helper.getByRole('button', { name: /^Leave/ }).click();
  await helper.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expectClosed(helper);
  expect((await readEvent(page.request, race.eventId)).admins).toEqual([]);
  await helper.reload();
  await expectClosed(helper);
  await joinByLink(helper, race.adminLink, race.name);
});

test('A person invited by email gets a mail whose link opens the event @proof', async ({
  page,
  server,
  openBrowser,
}) => {
  const own = await getAccount(page, 'Jo Rider');
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  await openTimer(page, race);
  await page.getByRole('button', { name: 'Invite Admin' }).click();
  await expect(page.getByRole('dialog')).toContainText('Confirm your own address first');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Confirm your email' })).toBeVisible();
  await confirmAddressByMail(page, server.dataDir, own);
  await openTimer(page, race);
  await page.getByRole('button', { name: 'Invite Admin' }).click();
  const send = page.getByRole('button', { name: 'Send invitation' });
  await send.click();
  await page.getByLabel('Invite by email').fill('not an address');
  await send.click();
  await expect(page.getByRole('dialog')).toContainText('That doesn’t look like an email address.');
  const email = newEmail();
  await page.getByLabel('Invite by email').fill(email);
  await send.click();
  await expect(page.getByRole('alertdialog')).toContainText('Guest admin invited successfully.');

  const mail = await waitForMail(server.dataDir, ({ to }) => to === email);
  expect(mail).toMatchObject({ subject: 'Help to time: Hill climb' });
  expect(mail.text).toContain('Jo Rider');
  const helper = await openBrowser();
  await joinByLink(helper, linkIn(mail, '/timer').href, race.name);
  await start(helper, 'Ada');
  await helper.getByRole('button', { name: 'Invite Admin' }).click();
  await expect(helper.getByRole('textbox', { name: 'Guest admin link' })).toBeVisible();
  await expect(helper.getByLabel('Invite by email'), 'guests write no mails').toHaveCount(0);

  const stranger = await openBrowser();
  await stranger.goto(linkIn(mail, '/stop-mail').href);
  await stranger.getByRole('button', { name: 'Don’t write to me again' }).click();
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('You won’t get any more invitations');
  await stranger.getByRole('button', { name: 'Write to me again' }).click();
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('No more invitations?');
  await stranger.goto('/stop-mail?token=cut-in-two');
  await stranger.getByRole('button', { name: 'Don’t write to me again' }).click();
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This link isn’t complete');
});
