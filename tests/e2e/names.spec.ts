import type { Locator, Page } from '@playwright/test';
import { arrive, expect, getAccount, test } from './fixtures.ts';
import { change, createRace, exportCsv, openTimer, startButton, toasts, undoBar } from './race.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
test.use(PHONE);

const EMOJI = '🚴';
const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200);
const HTML = '<img src=x onerror="window.harm=1"><b>Bo</b>';
/** Reverses the rest of the line, unless the text is isolated. */
const FROM_THE_RIGHT = '\u{202E}drawkcab עברית';
const FORMULA = '=HYPERLINK("https://example.org","Click")';
const NAMES = [EMOJI, LONG, HTML, FROM_THE_RIGHT, FORMULA];

/** Neither the page nor anything that scrolls in it, such as a dialog, scrolls sideways. */
async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        const scrolls = element === document.documentElement || overflowX === 'auto' || overflowX === 'scroll';
        return scrolls && element.clientWidth > 0 && element.scrollWidth > element.clientWidth;
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  );
  expect(tooWide).toEqual([]);
}

async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'harm' in window)).toBe(false);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
}

async function expectSafe(page: Page): Promise<void> {
  await expectNoSidewaysScrolling(page);
  await expectNothingRan(page);
}

const isKeptToItself = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => getComputedStyle(element).unicodeBidi.startsWith('isolate'));

test('A blank name is refused where it was typed @proof', async ({ page, context }) => {
  await getAccount(page);
  await page.goto('/timer');
  const field = page.getByRole('textbox', { name: 'Race name' });
  for (const blank of ['', '   ']) {
    await field.fill(blank);
    await page.getByRole('button', { name: 'Create Event' }).click();
    await expect(field).toHaveAccessibleDescription('Please enter a race name.');
  }
  await field.fill('x'.repeat(230));
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expect(field).toHaveValue('x'.repeat(200));

  const race = await createRace(context.request, 'Named', []);
  await openTimer(page, race);
  await page.getByRole('button', { name: /Named/ }).click();
  await page.getByRole('textbox', { name: 'Event name' }).fill('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Named');
  await page.getByRole('button', { name: 'Add Racers' }).click();
  await page.getByRole('textbox', { name: 'New racer' }).fill('  ');
  await page.getByRole('button', { name: 'Add new racer' }).click();
  await expect(toasts(page)).toContainText('Please enter a racer name.');
  expect(await (await context.request.get('/api/account')).json()).toMatchObject({ credits: 80, racers: [] });
});

test('The name of a racer is listed exactly as it was typed @proof', async ({ page, context }) => {
  await arrive(page);
  const field = page.getByRole('textbox', { name: 'Racer name' });
  for (const name of NAMES) {
    await field.fill(name);
    await field.press('Enter');
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Rename: ${name}` }) });
    await expect(row.getByText(name, { exact: true })).toBeVisible();
    expect(await isKeptToItself(row.getByText(name, { exact: true }))).toBe(true);
  }
  await expectSafe(page);
  await page.getByRole('button', { name: `Delete: ${LONG}` }).click();
  await expect(undoBar(page)).toContainText(LONG);
  await expectSafe(page);
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();

  await openTimer(page, await createRace(context.request, 'Odd names', []));
  await page.getByRole('button', { name: 'Add Racers' }).click();
  const picker = page.getByRole('dialog', { name: 'Add Racers' });
  for (const name of NAMES) await picker.getByRole('checkbox', { name, exact: true }).check();
  await expectSafe(page);
  await picker.getByRole('button', { name: 'Add Selected Racers (5)' }).click();
  for (const name of NAMES) await expect(startButton(page, name)).toBeVisible();
  await expectSafe(page);
});

test('An event may be called anything, on every screen and in the name of its file @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await arrive(page);
  const race = await createRace(context.request, 'Plain', ['Ada']);
  await change(context.request, race, { type: 'group.share' });
  const groupPath = await page.getByRole('link', { name: /\/events\?id=/ }).getAttribute('href');
  const timer = await context.newPage();
  await openTimer(timer, race);
  const [shared, viewer] = [await openBrowser(PHONE), await openBrowser(PHONE)];
  await shared.goto(groupPath!);
  await viewer.goto(race.viewerLink);

  const files: string[] = [];
  for (const name of NAMES) {
    await change(context.request, race, { type: 'event.rename', name });
    for (const screen of [page, timer, shared, viewer]) {
      await expect(screen.getByRole('heading', { name }).getByText(name, { exact: true }).first()).toBeVisible();
      await expectSafe(screen);
    }
    await expect.poll(() => timer.title()).toContain(name);
    files.push((await exportCsv(timer, 'CSV')).name);
  }
  expect(files).toEqual([
    '__results.csv',
    `${LONG}_results.csv`,
    '_img_src_x_onerror__window.harm_1___b_Bo__b__results.csv',
    '_drawkcab_עברית_results.csv',
    '_HYPERLINK__https___example.org___Click___results.csv',
  ]);
});
