import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EventState, Tap } from '../../src/domain/model/state.ts';
import { down, middleOf, move, type Point, press, up } from './finger.ts';
import { openRace } from './open-race.tsx';
import { button, isInReach, LONG, notePresses, overflow } from './parts.ts';
import type { RaceServer } from './race-server.ts';

const NAMES = ['Ada', 'Bo', 'Cy', 'Di'];

/** On course, with the numbers 1, 2, …; they started half a minute apart. */
async function start({ elsewhere, tapElsewhere, racerIds }: RaceServer): Promise<void> {
  const ids = Object.entries(racerIds);
  await elsewhere({ type: 'bibs.set', bibs: ids.map(([, racerId], index) => ({ racerId, bib: String(index + 1) })) });
  for (const [index, [name]] of ids.entries()) await tapElsewhere('start', name, 3600 - index * 30);
}

const openFinish = (names: readonly string[] = NAMES) => openRace({ names, view: 'finish', before: start });

const surface = () => document.querySelector<HTMLElement>('[data-surface]')!;
/** Points beside each other on the surface: several fingers. */
function onSurface(fingers: number): Point[] {
  const { left, top, width, height } = surface().getBoundingClientRect();
  return Array.from({ length: fingers }, (_, index) => ({
    x: left + (width * (index + 1)) / (fingers + 1),
    y: top + height / 2,
  }));
}
async function touch(...hands: readonly number[]): Promise<void> {
  for (const fingers of hands) await press(...onSurface(fingers));
}
const waiting = page.getByRole('list', { name: 'Times to assign' });
const tab = (name: string | RegExp) =>
  page
    .getByRole('group', { name: 'Times' })
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const finishesOf = ({ taps }: EventState): Tap[] => Object.values(taps).filter(({ line }) => line === 'finish');
const nameOf = ({ entries }: EventState, { racerId }: Tap) => (racerId === null ? null : entries[racerId]!.name);

test('[F1] Each touch at the finish is one time, also of several fingers at once, stamped when the finger comes down', async () => {
  const race = await openFinish();
  const pressed = notePresses();
  await touch(1, 2, 1, 3);
  await expect.element(tab('Waiting 7')).toBeVisible();
  expect(surface().textContent).toContain('7');
  const taken = finishesOf(await race.sent());
  expect(taken.map(({ captured }) => captured.monotonic).toSorted((one, other) => one - other)).toEqual(
    pressed.toSorted((one, other) => one - other),
  );
  expect(taken.every(({ racerId, via }) => racerId === null && via === 'surface')).toBe(true);
});

test('The line’s name is read whole on the smallest phone with text twice as large', async () => {
  await page.viewport(320, 568);
  document.documentElement.style.fontSize = '200%';
  await openFinish();
  const title = page.getByRole('heading', { level: 1 });
  await expect.element(title).toHaveTextContent('Finish');
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = title.element();
  expect([scrollWidth <= clientWidth, scrollHeight <= clientHeight]).toEqual([true, true]);
  document.documentElement.style.fontSize = '';
});

test('Who started first is offered first, the row stays where it is, and Undo takes the time back', async () => {
  const race = await openFinish();
  await touch(1, 1);
  const oldest = waiting.getByRole('listitem').first();
  await oldest.getByRole('button', { name: /to 1 Ada$/ }).click();
  await expect.element(oldest).toHaveTextContent('1 Ada');
  await expect.element(tab('Waiting 1')).toBeVisible();
  await oldest.getByRole('button', { name: /^Undo/ }).click();
  await expect.element(tab('Waiting 2')).toBeVisible();
  expect(finishesOf(await race.sent()).map(({ racerId }) => racerId)).toEqual([null, null]);
});

test('By its number a racer gets the time; a mistyped number, and one who has a time, get none', async () => {
  const race = await openFinish();
  await touch(1, 1);
  await button('Number pad').click();
  const keypad = page.getByRole('region', { name: /^Give / });
  const type = async (...keys: string[]) => {
    for (const name of keys) await keypad.getByRole('button', { name, exact: true }).click();
  };
  await type('4', '7', 'Give');
  await expect.element(keypad.getByRole('alert')).toHaveTextContent('No racer 47 on course');
  await type('Erase', 'Erase', '3', 'Give');
  await type('3', 'Give');
  await expect.element(keypad.getByRole('alert')).toHaveTextContent('3 Cy has a time here already.');
  const event = await race.sent();
  expect(finishesOf(event).map((tap) => nameOf(event, tap))).toEqual(['Cy', null]);
});

test('[F6] By keys alone Space takes a time, and digits and Enter give it', async () => {
  const race = await openFinish();
  await userEvent.keyboard(' ');
  await userEvent.keyboard(' ');
  await expect.element(tab('Waiting 2')).toBeVisible();
  await userEvent.keyboard('2{Enter}');
  await expect.element(tab('Waiting 1')).toBeVisible();
  const event = await race.sent();
  expect(finishesOf(event).map((tap) => [nameOf(event, tap), tap.via])).toEqual([
    ['Bo', 'key'],
    [null, 'key'],
  ]);
});

test('A time that was thrown away is brought back, here or among those given', async () => {
  const race = await openFinish();
  await touch(1);
  await waiting.getByRole('button', { name: /^Discard/ }).click();
  await expect.element(tab('Waiting 0')).toBeVisible();
  await waiting.getByRole('button', { name: /^Bring/ }).click();
  await expect.element(tab('Waiting 1')).toBeVisible();
  await waiting.getByRole('button', { name: /^Discard/ }).click();
  await tab(/^Given/).click();
  await page
    .getByRole('list', { name: 'Given times' })
    .getByRole('button', { name: /^Bring back/ })
    .click();
  await expect.element(tab('Waiting 1')).toBeVisible();
  expect(finishesOf(await race.sent())).toMatchObject([{ undone: false }]);
});

test('In a bunch two racers who were mixed up are swapped, by a drag or by the arrow keys', async () => {
  const race = await openFinish();
  await touch(1, 1);
  const rows = waiting.getByRole('listitem');
  await rows
    .first()
    .getByRole('button', { name: /to 1 Ada$/ })
    .click();
  await rows
    .last()
    .getByRole('button', { name: /to 2 Bo$/ })
    .click();
  await tab('Bunches 1').click();
  const bunch = page.getByRole('list', { name: /^Bunch at/ });
  const order = () =>
    bunch
      .getByRole('button')
      .elements()
      .map((each) => each.textContent.slice(1));
  await expect.poll(order).toEqual(['1 Ada', '2 Bo']);
  const places = bunch.getByRole('button').elements().map(middleOf);
  await down(places[1]!);
  for (const step of [1, 2, 3, 4]) {
    await move({ x: places[0]!.x, y: places[1]!.y + ((places[0]!.y - places[1]!.y) * step) / 4 });
  }
  await up();
  await expect.poll(order).toEqual(['2 Bo', '1 Ada']);
  await bunch.getByRole('button', { name: /^2 Bo/ }).click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(order).toEqual(['1 Ada', '2 Bo']);
  expect(finishesOf(await race.sent()), 'nothing is lost').toHaveLength(2);
});

test('A time that is given on another phone leaves the list', async () => {
  const race = await openFinish();
  await touch(1, 1);
  await expect.element(tab('Waiting 2')).toBeVisible();
  const [first] = finishesOf(await race.sent());
  await race.elsewhere({ type: 'tap.assign', tapId: first!.id, racerId: race.racerIds['Di']! });
  await expect.element(tab('Waiting 1')).toBeVisible();
});

test('[HD15] With no signal every touch is kept, the screen says how many, and a reload loses none', async () => {
  const race = await openFinish();
  race.cut();
  await touch(1, 2);
  await expect.element(page.getByText('No signal, 3 taps saved')).toBeVisible();
  await race.reload();
  await expect.element(tab('Waiting 3')).toBeVisible();
  race.mend();
  expect(finishesOf(await race.sent())).toHaveLength(3);
});

test('[F11] [F13] Choosing another line asks while the surface takes times; times taken at the wrong line are moved together, and back', async () => {
  const race = await openRace({
    names: NAMES,
    view: 'finish',
    async before(server) {
      await start(server);
      await server.elsewhere({ type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Top' }] } });
    },
  });
  const name = page.elementLocator(surface()).getByText('Finish line').element();
  expect(Number.parseFloat(getComputedStyle(name).fontSize)).toBeGreaterThanOrEqual(32);
  await touch(1, 1);
  const change = async () => {
    await button('Change line').click();
    const lines = page.getByRole('region', { name: 'Which line does this phone time?' });
    await lines.getByRole('button', { name: 'Top' }).click();
  };
  await change();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Time Top from now on?' })).toHaveFocus();
  await touch(1);
  await button('Keep timing Finish line').click();
  expect(finishesOf(await race.sent())).toHaveLength(3);
  await change();
  await button('Time Top').click();
  await button('Move 3 times to Top').click();
  await expect.element(tab('Waiting 3')).toBeVisible();
  expect(finishesOf(await race.sent())).toEqual([]);
  await page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click();
  await expect.element(tab('Waiting 0')).toBeVisible();
  expect(finishesOf(await race.sent())).toHaveLength(3);
});

test('A name of 60 letters makes no button smaller, and the surface stays half of the screen', async () => {
  await openFinish([LONG, 'Bo']);
  const half = surface().getBoundingClientRect();
  expect(half.height).toBeGreaterThan(innerHeight * 0.4);
  await touch(1);
  const chip = waiting.getByRole('button', { name: /to 1 W+$/ }).element();
  expect(chip.getBoundingClientRect().height).toBeGreaterThanOrEqual(64);
  expect(isInReach(chip)).toBe(true);
  expect(surface().getBoundingClientRect()).toEqual(half);
  expect(overflow()).toBe(0);
});
