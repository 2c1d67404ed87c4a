import type { Locator, Page } from '@playwright/test';
import { epochMs } from '../../src/domain/units.ts';
import { readEvent, untilSent } from './device.ts';
import { createFinger, middleOf, PHONE } from './finger.ts';
import { arrive, expect, test } from './fixtures.ts';
import {
  change,
  createRace,
  finishButton,
  finishIn,
  inactiveOf,
  onCourseOf,
  openTimer,
  ranking,
  startButton,
  tapAs,
  undoBar,
} from './race.ts';

declare global {
  /** The times at which pointers came down, with their clock. */
  var pressed: { monotonic: number; origin: number }[];
  var atRest: Promise<void>;
}

const notePresses = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.pressed = [];
    const note = ({ timeStamp }: Event) =>
      void globalThis.pressed.push({ monotonic: timeStamp, origin: performance.timeOrigin });
    addEventListener('pointerdown', note, { capture: true });
  });

test('A tap is stamped when the finger comes down @proof', async ({ page }) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  await openTimer(page, race);
  const { x, y } = await middleOf(startButton(page, 'Ada'));
  await notePresses(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  // The finger stays down while other changes arrive.
  await change(page.request, race, { type: 'event.rename', name: 'Hill climb, second run' });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('second run');
  await page.mouse.up();
  await expect(finishButton(page, 'Ada')).toBeVisible();
  await untilSent(page);
  const [pressed] = await page.evaluate(() => globalThis.pressed);
  const { taps } = await readEvent(page.request, race.eventId);
  expect(Object.values(taps).map(({ captured }) => captured)).toMatchObject([pressed]);
});

test('A finger that scrolls starts no racer @proof', async ({ page, openBrowser }) => {
  await arrive(page);
  const names = Array.from({ length: 12 }, (_, index) => `Racer ${index + 1}`);
  const race = await createRace(page.request, 'Hill climb', names);
  const phone = await openBrowser({ ...PHONE, storageState: await page.context().storageState() });
  await openTimer(phone, race);
  const finger = await createFinger(phone);
  const { x, y } = await middleOf(startButton(phone, 'Racer 4'));
  const before = await phone.evaluate(() => scrollY);
  await finger.down({ x, y });
  for (let moved = 20; moved <= 240; moved += 20) await finger.move({ x, y: y - moved });
  await phone.evaluate(() => {
    globalThis.atRest = new Promise((resolve) => addEventListener('scrollend', () => resolve(), { once: true }));
  });
  await finger.up();
  // A touch on a scrolling page only stops the scrolling.
  await phone.evaluate(() => globalThis.atRest);
  expect(await phone.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
  expect(await inactiveOf(phone)).toEqual(names);

  const button = await middleOf(startButton(phone, 'Racer 8'));
  await finger.down(button);
  await finger.up();
  await expect.poll(() => onCourseOf(phone)).toEqual(['Racer 8']);
});

test('A finger that stays on Start, or at the gate on Send now, counts when it goes, from when it came down @proof', async ({
  page,
  openBrowser,
}) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  const phone = await openBrowser({ ...PHONE, storageState: await page.context().storageState() });
  const finger = await createFinger(phone);
  const hold = async (button: Locator) => {
    await finger.down(await middleOf(button));
    // As long as a finger takes that browsers hold for a wish for a menu.
    await phone.waitForTimeout(900);
    await finger.up();
  };
  await openTimer(phone, race);
  await notePresses(phone);
  await hold(startButton(phone, 'Ada'));
  await expect.poll(() => onCourseOf(phone)).toEqual(['Ada']);
  await untilSent(phone);
  const [pressed] = await phone.evaluate(() => globalThis.pressed);
  const { taps } = await readEvent(page.request, race.eventId);
  expect(Object.values(taps)).toMatchObject([{ captured: pressed }]);

  await change(page.request, race, { type: 'race.configure', settings: { startPolicy: 'schedule' } });
  const slots = Object.entries({ Bo: -60, Cy: 600 }).map(([name, second], index) => ({
    racerId: race.racerIds[name]!,
    order: index + 1,
    at: epochMs(Date.now() + second * 1000),
  }));
  await change(page.request, race, { type: 'schedule.set', slots });
  await phone.goto(`/timer?eventId=${race.eventId}&view=start`);
  await hold(phone.getByRole('button', { name: 'Send Bo now' }));
  await expect(phone.getByRole('region', { name: /^Started/ })).toContainText('Bo');
});

test('No row moves while a finger is down, and the press counts for the racer under it @proof', async ({
  page,
  openBrowser,
}) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Fay']);
  const phone = await openBrowser({ ...PHONE, storageState: await page.context().storageState() });
  await openTimer(phone, race);
  const finger = await createFinger(phone);
  const bo = await middleOf(startButton(phone, 'Bo'));
  await notePresses(phone);
  await finger.down(bo);
  // Another admin starts the racer above, and one from below.
  await tapAs(page.request, race, 'start', 'Ada');
  await tapAs(page.request, race, 'start', 'Fay');
  await expect(startButton(phone, 'Ada')).toHaveCount(0);
  await expect(startButton(phone, 'Fay')).toHaveCount(0);
  expect(await middleOf(startButton(phone, 'Bo'))).toEqual(bo);
  await expect(finishButton(phone, 'Ada'), 'the list above does not grow').toHaveCount(0);
  await finger.up();
  await expect.poll(() => onCourseOf(phone), 'once the hand is calm').toHaveLength(3);
  await untilSent(phone);
  const [pressed] = await phone.evaluate(() => globalThis.pressed);
  const { taps } = await readEvent(page.request, race.eventId);
  const tap = Object.values(taps).find(({ racerId }) => racerId === race.racerIds['Bo']);
  expect(tap?.captured).toMatchObject(pressed!);
  expect(await inactiveOf(phone)).toEqual(['Cy', 'Di', 'Ed']);
});

test('Keyboard alone times a race @proof', async ({ page }) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  await openTimer(page, race);
  const { keyboard } = page;
  const search = async () => {
    await keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search racers' })).toBeFocused();
  };
  await keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('Undo the last step');
  await keyboard.press('Escape');

  await search();
  await keyboard.type('bo');
  await expect.poll(() => inactiveOf(page)).toEqual(['Bo']);
  await keyboard.press('ArrowDown');
  await expect(startButton(page, 'Bo')).toBeFocused();
  await keyboard.press('Enter');
  await expect(finishButton(page, 'Bo')).toBeVisible();

  await expect(undoBar(page)).toContainText('Bo started');
  await keyboard.press('u');
  await expect(startButton(page, 'Bo')).toBeVisible();
  await search();
  await keyboard.press('Escape');
  await expect.poll(() => inactiveOf(page)).toHaveLength(3);
  const [first = '', second = ''] = await inactiveOf(page);
  await keyboard.press('ArrowDown');
  await expect(startButton(page, first)).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowUp');
  await expect(startButton(page, second)).toBeFocused();
  await keyboard.press('Enter');
  await expect(finishButton(page, second)).toBeVisible();
  await search();
  await keyboard.type(second);
  await keyboard.press('Enter');
  await expect(finishButton(page, second)).toBeFocused();
  await keyboard.press('Enter');
  await expect.poll(() => ranking(page)).toEqual([`#1 ${second}`]);
  await page.getByRole('button', { name: 'Close up · 1' }).focus();
  await keyboard.press('Enter');
  await expect(page.locator('[data-timing-button]').first(), 'the next racer has the focus').toBeFocused();
});

test('A finish is announced to screen readers, wherever it was tapped @proof', async ({ page, openBrowser }) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  await finishIn(page.request, race, 'Ada', 61.5);
  const viewer = await openBrowser();
  await viewer.goto(race.viewerLink);
  await expect.poll(() => ranking(viewer)).toEqual(['#1 Ada']);
  await expect(viewer.getByRole('button', { name: 'Share' })).toBeVisible();
  await finishIn(page.request, race, 'Bo', 60.25);
  await expect(viewer.getByRole('status').filter({ hasText: 'Bo finished, 01:00.25, rank 1' })).toBeAttached();
  await expect(viewer.getByRole('status').filter({ hasText: 'Ada finished' })).toHaveCount(0);
});
