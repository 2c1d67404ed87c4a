import type { Locator, Page } from '@playwright/test';
import { epochMs } from '../../src/domain/units.ts';
import { readEvent, untilSent } from './device.ts';
import { createFinger, middleOf, PHONE } from './finger.ts';
import { arrive, expect, test } from './fixtures.ts';
import { change, createRace, finishButton, onCourseOf, openTimer, startButton } from './race.ts';

declare global {
  /** The times at which pointers came down, with their clock. */
  var pressed: { monotonic: number; origin: number }[];
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
