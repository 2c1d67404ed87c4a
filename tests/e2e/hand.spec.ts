import type { Locator } from '@playwright/test';
import { names, openClubNight, targetsOn } from './club-night.ts';
import { readEvent, untilSent } from './device.ts';
import { createFinger, PHONE, type Point } from './finger.ts';
import { expect, getAccount, test } from './fixtures.ts';
import {
  change,
  chooseFromMore,
  closeUp,
  createRace,
  finishButton,
  finishIn,
  needsLook,
  onCourseOf,
  openTimer,
  ranking,
  section,
  start,
  startButton,
  tapAs,
  toasts,
  undoBar,
} from './race.ts';

/** Notes in the page what rows say that are done: they rest for two seconds, which a slow machine does not look at in time. */
async function noteDone(part: Locator): Promise<() => Promise<string[]>> {
  const noted = await part.evaluateHandle((element) => {
    const texts = new Set<string>();
    new MutationObserver(() => {
      for (const row of element.querySelectorAll('[data-done]')) texts.add(row.textContent);
    }).observe(element, { subtree: true, childList: true });
    return texts;
  });
  return () => noted.evaluate((texts) => [...texts]);
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('[HD11] [HD6] [HD5] A club night of 45 on one phone: first button, visible rows, double taps, bunches, search @proof', async ({
  page,
  server,
  openBrowser,
}) => {
  const race = await openClubNight(page, { dataDir: server.dataDir, racers: 45, onCourse: 0 });
  const phone = await openBrowser({ ...PHONE, storageState: await page.context().storageState() });
  await openTimer(phone, race);
  const first = (await startButton(phone, 'Racer 1').boundingBox())!;
  expect(first.y).toBeLessThanOrEqual(160);
  expect(first.height).toBe(64);
  expect((await targetsOn(phone)).length).toBeGreaterThanOrEqual(8);
  expect((await phone.getByRole('button', { name: 'More' }).boundingBox())!.y).toBeLessThan(50);

  const finger = await createFinger(phone);
  const touch = async ({ x, y }: Point) => {
    await finger.down({ x, y });
    await finger.up();
  };
  // A double tap out of habit starts one racer, and takes nothing back.
  const inactive = section(phone, 'Inactive Racers');
  const done = await noteDone(inactive);
  const tops = () =>
    inactive
      .getByRole('listitem')
      .evaluateAll((rows) => rows.slice(0, 8).map((row) => row.getBoundingClientRect().top));
  const before = await tops();
  const [one, , , four, five] = await targetsOn(phone);
  await touch(one!);
  await rest(180);
  await touch(one!);
  // Row 4, and row 5 right after it: neither has moved, and nothing lies over them.
  await touch(four!);
  await finger.down(five!);
  // While the finger is down, done rows stay where they are.
  for (const racer of ['Racer 1', 'Racer 4']) {
    await expect.poll(done).toContainEqual(expect.stringMatching(new RegExp(`${racer}✓\\d\\d:\\d\\d:\\d\\d·Undo`)));
  }
  expect(await tops()).toEqual(before);
  await finger.up();
  // After a rest the started racers have their Finish in the same row.
  await expect.poll(() => onCourseOf(phone)).toEqual(['Racer 1', 'Racer 4', 'Racer 5']);

  // A press of 'Close up' brings the next to start under the thumb, and the title of the list stays where it is.
  const header = async () => (await section(phone, 'Inactive Racers').getByRole('heading').boundingBox())!.y;
  let closeUps = 0;
  for (const racer of names(45).slice(5, 22)) {
    const ofRacer = async () => (await targetsOn(phone)).find(({ racerId }) => racerId === race.racerIds[racer]);
    if ((await ofRacer()) === undefined) {
      const before = await header();
      await closeUp(phone);
      closeUps += 1;
      expect(await header()).toBeCloseTo(before, 0);
    }
    const target = await ofRacer();
    expect(target, `${racer} is under the thumb`).toBeDefined();
    await touch(target!);
    await expect(startButton(phone, racer)).toHaveCount(0);
  }
  expect(closeUps, 'for 20 starts, without a scroll by hand').toBeLessThanOrEqual(3);

  await phone.getByRole('button', { name: 'Search racers' }).click();
  await phone.keyboard.type('racer 44');
  await startButton(phone, 'Racer 44').tap();
  await expect(phone.getByRole('searchbox')).toHaveCount(0);
  await expect(startButton(phone, 'Racer 43'), 'the list is back').toBeAttached();

  // The toast of a finish lies over no button.
  await phone.evaluate(() => scrollTo(0, 0));
  await finishButton(phone, 'Racer 1').tap();
  await expect(toasts(phone)).toContainText('Race finished!');
  const buttons = phone.locator('[data-timing-button]:enabled');
  const shown = await buttons.evaluateAll(
    (all) =>
      all.filter((each) => each.getBoundingClientRect().bottom <= innerHeight && each.getBoundingClientRect().top >= 88)
        .length,
  );
  expect(await targetsOn(phone)).toHaveLength(shown);
  await section(phone, 'Racers On Course').getByRole('button', { name: 'Undo finish of Racer 1' }).tap();
  await expect(finishButton(phone, 'Racer 1')).toBeVisible();
});

test('[HD4] A double tap on Save closes the form, and starts nobody who stands beneath it', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Forest', names(12));
  const phone = await openBrowser({ ...PHONE, storageState: await page.context().storageState() });
  await phone.goto(`/timer?eventId=${race.eventId}&view=check`);
  await phone.getByLabel('Your name').fill('Sam');
  const save = phone.getByRole('button', { name: 'Save' });
  await save.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await save.boundingBox())!;
  const place = { x: x + width - 60, y: y + height / 2 };
  const finger = await createFinger(phone);
  const now = Date.now();
  await finger.down(place, now);
  await finger.up();
  await expect.poll(() => targetsOn(phone)).not.toEqual([]);
  const farFrom = ({ y }: { y: number }) => Math.abs(y - place.y);
  const [beneath] = (await targetsOn(phone)).toSorted((one, other) => farFrom(one) - farFrom(other));
  await finger.down({ x: place.x, y: beneath!.y }, now + 250);
  await finger.up();
  await start(phone, 'Racer 1');
  await expect.poll(() => onCourseOf(phone)).toEqual(['Racer 1']);
});

test('[HD3] A thumb on a rider whom another phone has just timed or removed gives this phone’s own time; a turned phone too @proof', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Forest', ['Ada', 'Bo', 'Cy', 'Di']);
  for (const racer of ['Ada', 'Bo', 'Cy', 'Di']) await tapAs(page.request, race, 'start', racer);
  const phone = await openBrowser({ ...PHONE, storageState: await page.context().storageState() });
  await openTimer(phone, race);
  await expect(finishButton(phone, 'Cy')).toBeVisible();
  const [ada, bo, cy, di] = await targetsOn(phone);
  const finger = await createFinger(phone);
  const rows = section(phone, 'Racers On Course');
  await tapAs(page.request, race, 'finish', 'Ada');
  await change(page.request, race, { type: 'entry.remove', racerId: race.racerIds['Bo']! });
  await expect(rows.locator('[data-done]')).toHaveCount(2);
  for (const place of [ada!, bo!]) {
    await finger.down(place);
    await finger.up();
  }
  await finger.down(cy!);
  await phone.setViewportSize({ width: 844, height: 390 });
  await finger.up();
  await phone.setViewportSize(PHONE.viewport);
  await expect(finishButton(phone, 'Cy')).toHaveCount(0);
  await untilSent(phone);
  const { taps } = await readEvent(page.request, race.eventId);
  const finishesOf = (racer: string) =>
    Object.values(taps).filter(({ line, racerId }) => line === 'finish' && racerId === race.racerIds[racer]);
  expect(['Ada', 'Bo', 'Cy', 'Di'].map((racer) => finishesOf(racer).length)).toEqual([2, 1, 1, 0]);

  // A second touch of this phone on its own time does nothing, however late.
  await closeUp(phone);
  await finger.down({ ...di!, y: (await targetsOn(phone))[0]!.y });
  await finger.up();
  await expect(finishButton(phone, 'Di')).toHaveCount(0);
  await rest(600);
  await finger.down((await rows.locator('[data-done] + *').last().boundingBox())!);
  await finger.up();
  await untilSent(phone);
  const after = await readEvent(page.request, race.eventId);
  expect(Object.values(after.taps).filter(({ racerId }) => racerId === race.racerIds['Di'])).toHaveLength(2);
});

test('[HD8] A time tapped for the wrong rider is given to the right one, and two readings are settled in the row', async ({
  page,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Photo finish', ['Ada', 'Bo', 'Cy']);
  await openTimer(page, race);
  const from = Date.now() - 60_000;
  await tapAs(page.request, race, 'start', 'Ada', { at: from });
  await tapAs(page.request, race, 'start', 'Bo', { at: from });
  await finishButton(page, 'Ada').click();
  await undoBar(page).getByRole('button', { name: 'Give this time to…' }).click();
  const giving = page.getByRole('dialog', { name: 'Give this time to…' });
  await expect(giving.getByRole('listitem').first(), 'who lacks it comes first').toContainText('Bo');
  await giving.getByRole('button', { name: /^Bo/ }).click();
  await expect.poll(() => ranking(page)).toEqual(['#1 Bo']);
  await expect.poll(() => onCourseOf(page)).toEqual(['Ada']);

  await finishIn(page.request, race, 'Cy', 40);
  const { taps } = await readEvent(page.request, race.eventId);
  const { placed } = Object.values(taps).find(
    ({ line, racerId }) => line === 'finish' && racerId === race.racerIds['Cy'],
  )!;
  await tapAs(page.request, race, 'finish', 'Cy', { at: placed.at + 150 });
  await expect(needsLook(page), 'two thumbs at one crossing').toHaveCount(0);
  await tapAs(page.request, race, 'finish', 'Cy', { at: placed.at + 700 });
  await page.getByRole('button', { name: 'Three finish times of Cy' }).click();
  const choosing = page.getByRole('dialog', { name: 'Three finish times' });
  await choosing.getByRole('button', { name: 'Keep 00:40.70' }).click();
  await expect(page.getByRole('button', { name: 'Three finish times of Cy' })).toHaveCount(0);
  await expect(section(page, 'Leaderboard')).toContainText('00:40.70');
  await expect(needsLook(page)).toHaveCount(0);
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect(section(page, 'Leaderboard')).toContainText('00:40.00');

  await chooseFromMore(page, 'History');
  const row = page.getByRole('dialog', { name: 'History' }).getByRole('listitem').filter({ hasText: 'Started Ada' });
  await expect(row.getByRole('button', { name: /^Give this time to…/ })).toBeVisible();
});
