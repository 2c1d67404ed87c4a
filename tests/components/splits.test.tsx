import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { down, middleOf, move, press, up } from './finger.ts';
import { openRace } from './open-race.tsx';
import { button, isInReach, LONG, notePresses, overflow, placeOf } from './parts.ts';
import type { RaceServer } from './race-server.ts';

const NAMES = ['Ada', 'Bo', 'Cy'];
const POINTS = [
  { line: 'p1', name: 'Bridge' },
  { line: 'p2', name: 'Top' },
];

/** All on course, a minute apart, with two points to pass. */
async function start({ elsewhere, tapElsewhere, racerIds }: RaceServer): Promise<void> {
  await elsewhere({ type: 'race.configure', settings: { points: POINTS } });
  for (const [index, name] of Object.keys(racerIds).entries()) await tapElsewhere('start', name, 900 - index * 60);
}

/** The screen of the phone at the bridge. */
async function openBridge(names: readonly string[] = NAMES) {
  const race = await openRace({ names, view: 'splits', before: start });
  await button('Time here with this phone').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bridge' })).toBeVisible();
  return race;
}

const passed = (racer: string) => button(`Passed ${racer}`);
const toCome = () =>
  [...document.querySelectorAll('[data-timing-button][aria-label^="Passed "]:not([data-again])')].map((each) =>
    each.getAttribute('aria-label')!.slice(7),
  );

test('A press at a point is stamped when the finger comes down, the row stays under it, and Undo takes it back', async () => {
  const race = await openBridge();
  const pressed = notePresses();
  const bo = placeOf('Passed Bo');
  await press(placeOf('Passed Ada'));
  await expect.poll(toCome).toEqual(['Bo', 'Cy']);
  expect(placeOf('Passed Bo'), 'no row moves').toEqual(bo);
  const atBridge = async () => Object.values((await race.sent()).taps).filter(({ line }) => line === 'p1');
  expect(await atBridge()).toMatchObject([
    { racerId: race.racerIds['Ada'], captured: { monotonic: pressed[0] }, undone: false },
  ]);
  await button('Undo Ada').click();
  await expect.poll(toCome).toEqual(NAMES);
  expect(await atBridge()).toMatchObject([{ undone: true }]);
});

test('The second touch of a trembling thumb at a point does nothing', async () => {
  const race = await openBridge();
  const ada = placeOf('Passed Ada');
  await press(ada);
  await press(ada);
  await expect.poll(toCome).toEqual(['Bo', 'Cy']);
  expect(Object.values((await race.sent()).taps).filter(({ line }) => line === 'p1')).toHaveLength(1);
});

test('A finger that scrolls at a point times nobody', async () => {
  const race = await openBridge(Array.from({ length: 14 }, (_, index) => `Racer ${index + 1}`));
  const { x, y } = placeOf('Passed Racer 5');
  await down({ x, y });
  for (let moved = 20; moved <= 240; moved += 20) await move({ x, y: y - moved });
  await up();
  await expect.poll(() => scrollY).toBeGreaterThan(100);
  expect(toCome()).toHaveLength(14);
  expect(Object.values((await race.sent()).taps).filter(({ line }) => line === 'p1')).toEqual([]);
});

test('No row moves under a finger while another phone times at the same point', async () => {
  const race = await openBridge();
  const bo = placeOf('Passed Bo');
  await down(bo);
  await race.tapElsewhere('p1', 'Ada');
  await expect.poll(toCome).toEqual(['Bo', 'Cy']);
  expect(placeOf('Passed Bo')).toEqual(bo);
  await up();
  await expect.poll(toCome).toEqual(['Cy']);
  const { taps } = await race.sent();
  expect(
    Object.values(taps).filter(({ line, racerId }) => line === 'p1' && racerId === race.racerIds['Bo']),
  ).toHaveLength(1);
});

test('With no signal a point counts its taps, and a reload loses none and stays at the point', async () => {
  const race = await openBridge();
  race.cut();
  await passed('Ada').click();
  await passed('Bo').click();
  await expect.element(page.getByText('No signal. Keep timing: 2 taps saved on this phone.')).toBeVisible();
  await race.reload();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Bridge' })).toBeVisible();
  await expect.poll(toCome).toEqual(['Cy']);
  race.mend();
  expect(Object.values((await race.sent()).taps).filter(({ line }) => line === 'p1')).toHaveLength(2);
});

test('[HD17] By keys alone a racer is timed at a point', async () => {
  await openBridge();
  await expect.element(passed('Ada')).toBeVisible();
  (passed('Ada').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(toCome).toEqual(['Ada', 'Cy']);
});

test('The places at a point are by time from the start, and those still to come are counted', async () => {
  const race = await openRace({ names: NAMES, view: 'splits', before: start });
  await race.tapElsewhere('p1', 'Ada', 100);
  await race.tapElsewhere('p1', 'Bo', 140);
  const places = page.getByRole('list', { name: 'Places at Bridge' }).getByRole('listitem');
  await expect
    .poll(() => places.elements().map((row) => row.textContent))
    .toEqual([expect.stringMatching(/^#1Bo.*11:40\.00$/), expect.stringMatching(/^#2Ada.*13:20\.00\+1:40\.00$/)]);
  await expect.element(page.getByText('2 passed · 1 still to come')).toBeVisible();
});

test('The owner names a point, puts it in its place on the course, and a phone can time there', async () => {
  await openRace({ names: NAMES, view: 'splits' });
  await button('Add a point').click();
  const points = page.getByRole('dialog', { name: 'Points of the course' });
  for (const name of ['Top', 'Bridge']) {
    await points.getByLabelText('New point').fill(name);
    await points.getByRole('button', { name: 'Add point' }).click();
  }
  await points.getByRole('button', { name: 'Bridge earlier on the course' }).click();
  await points.getByRole('button', { name: 'Close' }).click();
  const tabs = () =>
    page
      .getByRole('tab')
      .elements()
      .map((each) => each.textContent);
  await expect.poll(tabs).toEqual(['Bridge', 'Top']);
  await expect.element(button('Time here with this phone')).toBeVisible();
});

test('A name of 60 letters leaves the button at a point whole and in reach', async () => {
  await openBridge([LONG, 'Bo']);
  const element = passed(LONG).element();
  expect(element.getBoundingClientRect()).toMatchObject({ width: 108, height: 64 });
  expect(isInReach(element)).toBe(true);
  await press(middleOf(element));
  await expect.poll(toCome).toEqual(['Bo']);
  expect(isInReach(button(`Undo ${LONG}`).element())).toBe(true);
  expect(overflow()).toBe(0);
});

test('On a phone of 320 px the title of the splits is one line, and its tools stand below it', async () => {
  await page.viewport(320, 568);
  await openRace({ names: NAMES, view: 'splits', before: start });
  const title = page.getByRole('heading', { level: 1, name: 'Splits' });
  await expect.element(button('Points of the course')).toBeVisible();
  const [head, tools] = [title, button('Points of the course')].map((each) => each.element().getBoundingClientRect());
  expect(head!.height).toBeLessThan(2 * Number.parseFloat(getComputedStyle(title.element()).fontSize));
  expect(tools!.top).toBeGreaterThanOrEqual(head!.bottom);
  expect(overflow()).toBe(0);
});
