import type { Page } from '@playwright/test';
import { epochMs } from '../../src/domain/units.ts';
import { api } from '../../src/protocol/routes.ts';
import { screenPath } from '../../src/protocol/screen-address.ts';
import type { EventScreen } from '../../src/protocol/screens.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { change, chooseFromShareMenu, createRace, finishIn, openTimer, type Race, tapAs } from './race.ts';

const TV = { viewport: { width: 1920, height: 1080 } };

async function prepare(page: Page): Promise<Race> {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  await finishIn(page.request, race, 'Ada', 62.5);
  await tapAs(page.request, race, 'start', 'Cy', { at: Date.now() - 30_000 });
  return race;
}

async function makeScreen(page: Page, { eventId }: Race): Promise<EventScreen> {
  const data = { id: crypto.randomUUID(), name: 'TV' };
  const answer = await page.request.post(api.screens.replace(':eventId', eventId), { data });
  return (await answer.json()) as EventScreen;
}

test('[SC1] [SC2] [SC4] An organiser puts the board on a television, and takes it back', async ({
  page,
  openBrowser,
}) => {
  const race = await prepare(page);
  await openTimer(page, race);
  await chooseFromShareMenu(page, 'Screens');
  await page.getByLabel('Name of the screen').fill('TV in the hall');
  await page.getByRole('button', { name: 'Add screen' }).click();
  const card = page.getByRole('region', { name: 'TV in the hall' });
  const address = await card.getByLabel('Address').inputValue();

  const tv = await openBrowser(TV);
  await tv.goto(address);
  const board = tv.getByRole('list', { name: 'Leaderboard' });
  await expect(board.getByRole('listitem')).toHaveText([/#1.*Ada.*01:02\.50/]);
  await expect(tv.getByRole('img', { name: 'QR code to follow the race' })).toBeVisible();
  const row = board.getByRole('listitem').first();
  expect(await row.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(
    32,
  );
  await tapAs(page.request, race, 'finish', 'Cy', { at: Date.now() });
  await expect(tv.locator('footer')).toContainText(/Last finisher.*Cy/s);

  await card.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(card).toHaveCount(0);
  await expect(tv.getByRole('heading', { name: 'This screen is closed' })).toBeVisible();
  await expect(tv.locator('body')).not.toContainText('Ada');
  await tv.reload();
  await expect(tv.getByRole('heading')).toHaveText('This screen is closed');
});

test('[SC7] [SC8] [SC9] An overlay is transparent, says nothing of a lost connection, and survives a reload', async ({
  page,
  openBrowser,
}) => {
  const race = await prepare(page);
  const { key } = await makeScreen(page, race);
  const mixer = await openBrowser({ ...TV, colorScheme: 'dark' });
  await mixer.goto(`${screenPath(race.eventId, 'overlay', key)}&show=leader&bg=ff0000`);
  const box = mixer.locator('main');
  await expect(box).toContainText(/#1.*Ada.*01:02\.50/);
  const picture = await mixer.screenshot({ omitBackground: true });
  // The content policy of the page itself allows no picture from a text.
  const blank = await mixer.context().newPage();
  const pixels = await blank.evaluate(async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    canvas.drawImage(image, 0, 0);
    const at = (x: number, y: number) => [...canvas.getImageData(x, y, 1, 1).data];
    return { inside: at(500, 8), outside: [at(1900, 1060), at(1900, 10), at(10, 500)] };
  }, picture.toString('base64'));
  expect(pixels.inside).toEqual([255, 0, 0, 255]);
  expect(pixels.outside).toEqual(Array(3).fill([0, 0, 0, 0]));

  await mixer.context().setOffline(true);
  await expect(box).toContainText('Ada');
  await expect(mixer.locator('body')).not.toContainText('connection');
  await mixer.context().setOffline(false);
  await mixer.reload();
  await expect(box).toContainText('Ada');
});

test('[SC5] [SC6] The announcer reads who comes in and for which place, and finds a racer; the clock runs', async ({
  page,
  openBrowser,
}) => {
  const race = await prepare(page);
  const { key } = await makeScreen(page, race);
  const tablet = await openBrowser();
  await tablet.goto(screenPath(race.eventId, 'announcer', key));
  const lists = tablet.getByRole('list');
  await expect(lists.first()).toContainText(/Cy.*#1 if in now.*00:\d\d/);
  await tablet.getByRole('searchbox').fill('ada');
  await expect(lists.first()).toContainText(/Ada.*#1 · 01:02\.50/);
  await tapAs(page.request, race, 'finish', 'Cy', { at: Date.now() });
  await tablet.getByRole('searchbox').fill('');
  await expect(lists.first(), 'certain once crossed').toContainText(/Cy.*#1.*in/);
  await tablet.goto(screenPath(race.eventId, 'clock', key));
  await expect(tablet.getByLabel('Time of day')).toHaveText(/^\d\d:\d\d:\d\d$/);
  const bo = race.racerIds['Bo']!;
  const listAt = (at: number) =>
    change(page.request, race, { type: 'schedule.set', slots: [{ racerId: bo, order: 1, at: epochMs(at) }] });
  await listAt(Date.now());
  await expect(tablet.getByText('GO', { exact: true })).toBeVisible();
  await listAt(Date.now() - 60_000);
  await expect(tablet.getByText('GO', { exact: true }), 'nobody has come for a minute').toHaveCount(0);
  await tablet.goto(`${screenPath(race.eventId, 'overlay', key)}&show=rider&racer=${bo}`);
  await expect(tablet.locator('main'), 'no time of a race').toContainText(/Bo.*starts \d\d:\d\d:\d\d/);
});

test(
  '[SC10] [SC11] [SC12] The owner changes the viewer link, and a guest’s screen goes dark with it',
  { tag: '@proof' },
  async ({ page, openBrowser }) => {
    const race = await prepare(page);
    const own = await makeScreen(page, race);
    const guest = await openBrowser();
    await guest.goto(race.adminLink);
    await expect(guest.getByRole('heading', { name: 'Hill climb' })).toBeVisible();
    await expect
      .poll(async () => (await guest.request.get(api.screens.replace(':eventId', race.eventId))).status())
      .toBe(200);
    const made = await makeScreen(guest, race);
    const [tv, tent] = [await openBrowser(TV), await openBrowser(TV)];
    await tv.goto(screenPath(race.eventId, 'board', own.key));
    await tent.goto(screenPath(race.eventId, 'board', made.key));
    await expect(tent.getByRole('list', { name: 'Leaderboard' })).toContainText('Ada');

    await openTimer(page, race);
    await page.getByRole('button', { name: 'Invite Admin' }).click();
    await page.getByRole('button', { name: 'Get a new link' }).click();
    await page.getByRole('button', { name: 'Change the viewer link' }).click();
    const question = page.getByRole('dialog', { name: 'Change the viewer link?' });
    await expect(question.getByLabel('Also turn off 1 screen that guests made')).toBeChecked();
    await expect(question.getByLabel('Also turn off 1 screen that you or invited admins made')).not.toBeChecked();
    await question.getByRole('button', { name: 'Get a new link' }).click();
    await expect(tent.getByRole('heading', { name: 'This screen is closed' })).toBeVisible();
    await expect(tv.getByRole('list', { name: 'Leaderboard' })).toContainText('Ada');
  },
);
