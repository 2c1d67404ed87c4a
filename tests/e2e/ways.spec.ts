import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { api } from '../../src/protocol/routes.ts';
import { createEvent, createRacer } from '../support/commands.ts';
import { arrive, CREATED, expect, getAccount, logIn, newEmail, PASSWORD, test } from './fixtures.ts';
import { chooseFromShareMenu, createRace, openTimer, section, send, toasts } from './race.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

/** Two credits are left: not enough for a racer. */
async function spend(page: Page): Promise<void> {
  const events = ['One', 'Two', 'Three', 'Four'].map((name) => createEvent(randomUUID(), name));
  const racers = ['Ada', 'Bo', 'Cleo', 'Dag', 'Eva', 'Finn'].map((name) => createRacer(randomUUID(), name));
  await send(page.request, ...events, ...racers);
}

async function buy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy 150 credits for $9' }).click();
  const alert = page.getByRole('alertdialog');
  await alert.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: '4242 4242 4242 4242' }).click();
  await page.getByRole('button', { name: 'Pay Now · $9' }).click();
  await expect(alert).toContainText('Payment successful! Credits added.');
  await alert.getByRole('button', { name: 'OK' }).click();
}

test('[WY13] [WY14] [WY17] [WY20] A coach without credits names an event and pastes a list, buys credits, and goes on where the work was @proof', async ({
  page,
}) => {
  await arrive(page);
  await spend(page);
  await page.goto('/timer');
  await page.getByLabel('Race name').fill('Club night 7');
  await page.getByRole('button', { name: 'Create Event 20 credits' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Not enough credits to create an event.' });
  await alert.getByRole('button', { name: 'Buy credits' }).click();
  await expect(page).toHaveURL(/\/buy-credits\?next=%2Ftimer$/);
  await page.goBack();
  await expect(page.getByLabel('Race name'), 'Back loses nothing').toHaveValue('Club night 7');

  await page.goto('/homepage');
  await page.getByRole('button', { name: 'Add many' }).click();
  const many = page.getByRole('dialog', { name: 'Add many' });
  await many.getByRole('textbox').fill('Gro\nHal\nIda');
  await many.getByRole('link', { name: 'Buy credits' }).click();
  await buy(page);
  await expect(page).toHaveURL(/\/homepage#add-many$/);
  await expect(many.getByRole('textbox')).toHaveValue('Gro\nHal\nIda');
  await many.getByRole('button', { name: 'Add 3 racers 9 credits' }).click();
  await expect(many).toHaveCount(0);
  await expect(page).toHaveURL(/\/homepage$/);
  await expect(page.getByRole('banner')).toContainText('143');

  const field = page.getByRole('textbox', { name: 'Racer name' });
  await field.fill('gro');
  await field.press('Enter');
  const again = page.getByRole('alertdialog', { name: 'You have a racer named gro' });
  await expect(again).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(again, 'a second Enter is not charged').toHaveCount(0);
  await expect(field).toHaveValue('gro');
  await page.goto('/timer');
  await expect(page.getByLabel('Race name')).toHaveValue('Club night 7');
  await page.getByLabel('Race name').fill('One');
  await page.getByRole('button', { name: 'Create Event' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('banner'), 'nothing was charged').toContainText('143');
  await page.getByRole('button', { name: 'Create Event' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create another' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('One');
  await expect(page.getByRole('banner')).toContainText('123');
});

test(
  '[WY13] [WY17] A start list for which the credits are not enough stays open, and is still there after credits were bought',
  { tag: '@proof' },
  async ({ page }) => {
    await getAccount(page);
    const { eventId } = await createRace(page.request, 'Hill climb', []);
    const events = ['One', 'Two', 'Three'].map((name) => createEvent(randomUUID(), name));
    const racers = ['Ada', 'Bo', 'Cleo', 'Dag', 'Eva'].map((name) => createRacer(randomUUID(), name));
    await send(page.request, ...events, ...racers);
    await page.goto(`/timer?eventId=${eventId}&view=start-list`);
    await page.getByRole('button', { name: 'Import a list' }).click();
    const list = page.getByRole('dialog', { name: 'Import a start list' });
    await list.getByRole('textbox').fill('1\tAda\n2\tGro\n3\tHal');
    await list.getByRole('button', { name: 'Import 2 racers 3 credits' }).click();
    await expect(toasts(page)).toContainText('2 racers in the start list.');
    await expect(list, 'there were credits for one of two: the list stays').toContainText('Not enough credits');
    await list.getByRole('link', { name: 'Buy credits' }).click();
    await buy(page);
    await expect(list.getByRole('textbox')).toHaveValue('1\tAda\n2\tGro\n3\tHal');
    await list.getByRole('button', { name: 'Import 3 racers 3 credits' }).click();
    await expect(list).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Start list' }).getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('banner')).toContainText('149');
  },
);

test('[WY17] Racers that were ticked are still ticked after credits were bought for another', async ({ page }) => {
  await arrive(page);
  await spend(page);
  await page.goto('/homepage');
  await page.getByRole('link', { name: 'Select: One' }).click();
  await page.getByRole('button', { name: 'Add Racers' }).first().click();
  const picker = page.getByRole('dialog', { name: 'Add Racers' });
  for (const name of ['Bo', 'Dag']) await picker.getByRole('checkbox', { name }).check();
  await picker.getByLabel('New racer').fill('Gro');
  await picker.getByRole('button', { name: 'Add new racer' }).click();
  await toasts(page).getByRole('button', { name: 'Buy credits' }).click();
  await buy(page);
  await expect(picker.getByLabel('New racer')).toHaveValue('Gro');
  await picker.getByRole('button', { name: 'Add Selected Racers (2)' }).click();
  await expect(section(page, 'Inactive Racers').getByRole('listitem')).toHaveCount(2);
});

test('[WY15] [WY16] [WY18] A visitor who chose a package signs up, logs in, and has it before them', async ({
  page,
}) => {
  await page.goto('/checkout?amount=350&price=19');
  await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible();
  await page.getByRole('link', { name: 'Create one' }).click();
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })];
  await expect(email, 'a password manager stores it as the name').toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  const address = newEmail();
  await email.fill(address);
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(CREATED);
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible();
  for (const field of [email, password]) await expect(field).toHaveValue('');
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await email.fill(address);
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/checkout\?amount=350&price=19$/);
  await expect(page.getByRole('button', { name: 'Pay Now · $19' })).toBeVisible();
});

test('[WY3] [WY4] [WY10] An event’s address offers Sign In while signed out, in the same words whether there is an event or not', async ({
  page,
  openBrowser,
}) => {
  const email = await arrive(page);
  const race = await createRace(page.request, 'Hill climb', []);
  const visitor = await openBrowser();
  const asked: string[] = [];
  visitor.on('request', (request) => void asked.push(request.url()));
  const words: string[] = [];
  for (const id of [race.eventId, randomUUID(), 'garbage']) {
    await visitor.goto(`/timer?eventId=${id}`);
    await expect(visitor.getByRole('main')).toContainText('That event is gone');
    words.push(await visitor.getByRole('main').innerText());
  }
  expect(new Set(words).size).toBe(1);
  expect(asked.filter((url) => url.includes('/api/events/garbage'))).toEqual([]);

  await visitor.goto(`/timer?eventId=${race.eventId}`);
  await visitor.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await visitor.getByLabel('Email').fill(email);
  await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.getByRole('button', { name: 'Login' }).click();
  await expect(visitor).toHaveURL(`/timer?eventId=${race.eventId}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Hill climb');
  for (const title of ['Racers On Course', 'Inactive Racers', 'Leaderboard'] as const) {
    await expect(section(visitor, title), 'WY3 an event without racers').toBeVisible();
  }
});

test(
  '[WY6] [WY8] [WY9] [WY19] [WY24] On a phone events and racers come first, and Create New Event opens the box that creates one',
  { tag: '@proof' },
  async ({ openBrowser }) => {
    const page = await openBrowser(PHONE);
    await arrive(page);
    const events = page.getByRole('region', { name: 'Your Events' });
    await expect(events).toContainText('Invited by email, and the event isn’t here?');
    const top = async (name: string, role: 'region' | 'complementary' = 'region') =>
      (await page.getByRole(role, { name }).boundingBox())!.y;
    const tops = [
      await top('Your Events'),
      await top('Manage Racers'),
      await top('Race timer'),
      await top('You', 'complementary'),
      await top('Questions and answers'),
    ];
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));

    await page.getByText('I was invited by email, and the event isn’t under Your Events. Why?').click();
    await expect(page.getByText('Press Send the email under Confirm your email'), 'WY6').toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Send the email' }),
      'the FAQ names a button that is there',
    ).toBeVisible();

    await events.getByRole('link', { name: 'Create New Event' }).click();
    await expect(page.getByLabel('Race name')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Select an Event' }), 'there is none to select').toHaveCount(0);
    await page.keyboard.type('Club night');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Club night');
    await page.goto('/timer');
    await expect(page.getByRole('button', { name: 'Select an Event' })).toBeVisible();

    await page.goto('/landing');
    await page.getByRole('main').getByRole('link', { name: 'To your events' }).click();
    await expect(events).toContainText(/Created \d\d? [A-Z][a-z]{2} 20\d\d, \d\d:\d\d/);
  },
);

test(
  '[WY7] [WY8] [WY12] A coach without a name gives one when an event is shared, and changes it above the list of credits',
  { tag: '@proof' },
  async ({ page, context, openBrowser }) => {
    const email = newEmail();
    await context.request.post(api.signUp, { data: { username: '', email, password: PASSWORD } });
    await logIn(page, email);
    const you = page.getByRole('complementary', { name: 'You' });
    const publicPage = await you.getByTitle('Open your public page').getAttribute('href');
    await expect(you.getByRole('link', { name: 'Set your name' })).toBeVisible();
    await openTimer(page, await createRace(page.request, 'Hill climb', ['Ada']));
    await chooseFromShareMenu(page, 'Share to your public group');
    const asked = page.getByRole('dialog', { name: 'Share to your public group?' });
    await asked.getByLabel('Shared by').fill('Mill Lane CC');
    await asked.getByRole('button', { name: 'Share' }).click();
    await expect(toasts(page)).toContainText('Event shared to your public group successfully!');
    const visitor = await openBrowser();
    await visitor.goto(publicPage!);
    await expect(visitor.getByRole('main')).toContainText('Shared by Mill Lane CC');

    await page.goto('/account');
    await expect(page.getByLabel('Username')).toHaveValue('Mill Lane CC');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Profile',
      'Password',
      'Language',
      'Credit history',
      'Your data',
      'API tokens',
      'Webhooks',
      'Delete account',
    ]);
    await page.getByLabel('Username').fill('Coach Ada');
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await expect(toasts(page)).toContainText('Name saved.');
    await page.goto('/homepage');
    await expect(you).toContainText('Coach Ada');
    await expect(you).not.toContainText('Set your name');
  },
);

test('[WY2] Guests have no credits, and the header says so', async ({ page, openBrowser }) => {
  await page.goto('/landing');
  await expect(page.getByRole('banner')).toContainText('0 credits');
  const owner = await openBrowser();
  await arrive(owner);
  const race = await createRace(owner.request, 'Hill climb', []);
  await page.goto(race.viewerLink);
  await expect(page.getByRole('banner')).toContainText('0 credits');
});
