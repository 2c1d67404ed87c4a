import type { Page } from '@playwright/test';
import { readEvent, untilSent } from './device.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, openTimer, type Race, startButton } from './race.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const HILL = 'Top of the hill';

async function createHillClimb(page: Page, racers = ['Ada', 'Bo']): Promise<Race> {
  const race = await createRace(page.request, 'Hill climb', racers);
  await change(page.request, race, { type: 'race.configure', settings: { points: [{ line: 'p1', name: HILL }] } });
  return race;
}

/** The link of a post as the Invite dialog shows it. */
async function linkTo(page: Page, post: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite Admin' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: post, exact: true }).click();
  const link = await dialog.getByRole('textbox', { name: 'Guest admin link' }).inputValue();
  await expect(dialog.getByRole('img', { name: 'QR code of this address' })).toHaveCSS('width', '128px');
  await dialog.getByRole('button', { name: 'Close' }).click();
  return link;
}

/** Says who is timing, and returns the number of taps that it took. */
async function arriveAtPost(helper: Page, link: string, name: string): Promise<number> {
  await helper.goto(link);
  await helper.evaluate(() => {
    Object.assign(window, { taps: 0 });
    addEventListener('pointerdown', () => Object.assign(window, { taps: Reflect.get(window, 'taps') + 1 }));
  });
  await helper.getByLabel('Your name').tap();
  await helper.keyboard.type(name);
  await helper.getByRole('button', { name: /^Time at / }).tap();
  await expect(helper.getByLabel('Your name')).toHaveCount(0);
  return helper.evaluate(() => Reflect.get(window, 'taps') as number);
}

const more = (page: Page) => page.getByRole('button', { name: 'More' });

test('[WY22] [WY26] [WY29] The link of each post leads to its screen in two taps, and a helper there finds it again', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createHillClimb(page);
  await openTimer(page, race);
  const screens = {
    Start: (helper: Page) => helper.getByRole('button', { name: 'Start: Ada' }),
    [HILL]: (helper: Page) => helper.getByRole('heading', { level: 1, name: HILL }),
    Finish: (helper: Page) => helper.getByRole('dialog', { name: 'Finish line' }),
  };
  const helpers = [];
  for (const [post, screen] of Object.entries(screens)) {
    const helper = await openBrowser(PHONE);
    helpers.push(helper);
    const link = await linkTo(page, post);
    const taps = await arriveAtPost(helper, link, `At ${post}`);
    await expect(screen(helper)).toBeVisible();
    console.log(`taps from the link to ${post}: ${taps}`);
    expect(taps).toBeLessThanOrEqual(2);
    expect(helper.url(), 'the key is gone').not.toContain('guestAdminKey');
    await untilSent(helper);
    if (post !== 'Start') continue;
    await helper.reload();
    await expect(screen(helper)).toBeVisible();
    await helper.goBack();
    await expect(startButton(helper, 'Ada'), 'Back leads to the board').toBeVisible();
    await helper.goto(link);
    await expect(screen(helper), 'nobody is asked twice').toBeVisible();
  }
  const { helpers: named } = await readEvent(page.request, race.eventId);
  expect(named.map(({ name, post }) => [name, post])).toEqual([
    ['At Start', 'start'],
    [`At ${HILL}`, 'p1'],
    ['At Finish', 'finish'],
  ]);

  const [starter] = helpers;
  await starter!.goBack();
  await more(starter!).tap();
  const items = await starter!.getByRole('menuitem').allInnerTexts();
  expect(items.slice(0, 7).map((text) => text.split('\n')[0])).toEqual([
    'Your post: Start',
    'Check this phone',
    'History',
    'Sign In',
    'Add Racers',
    'Invite Admin',
    'Change Event',
  ]);
  for (const [item, dialog] of [
    ['Add Racers', 'This list has the racers you created.'],
    ['Change Event', 'This list has the events you created.'],
  ] as const) {
    await starter!.getByRole('menuitem', { name: item }).tap();
    await expect(starter!.getByRole('dialog')).toContainText(dialog);
    await expect(starter!.getByRole('dialog').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await starter!.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await more(starter!).tap();
  }
  await starter!.getByRole('menuitem', { name: 'Your post: Start' }).tap();
  await expect(screens.Start(starter!)).toBeVisible();
});
