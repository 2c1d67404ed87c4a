import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { down, type Point, press, pressAt, slide, up } from './finger.ts';
import { endOffer, openRace } from './open-race.tsx';
import {
  button,
  finishOf,
  inactive,
  isInReach,
  LONG,
  momentOf,
  notePresses,
  onCourse,
  overflow,
  placeOf,
  rowsOf,
  section,
  startOf,
  toasts,
  undoBar,
} from './parts.ts';

/** Written out, and not the product's: what came under a finger longer ago than this was seen before the touch. */
const MOVED_MS = 700;

const CLUB = Array.from({ length: 12 }, (_, index) => `Racer ${index + 1}`);

test('[HD15] [R1] A press is stamped when the finger comes down, the racer keeps the row, and Start and Finish make a result', async () => {
  const race = await openRace({ names: ['Ada', 'Bo'] });
  const pressed = notePresses();
  const [ada, bo] = [placeOf('Start Ada'), placeOf('Start Bo')];
  await press(ada);
  await expect.element(finishOf('Ada')).toBeVisible();
  expect(placeOf('Start Bo'), 'the next Start stays under the thumb').toEqual(bo);
  expect(placeOf('Finish Ada'), 'Finish is where Start was').toEqual(ada);
  await press(ada);
  await expect.poll(() => rowsOf('Leaderboard')).toEqual([expect.stringMatching(/^#1 Ada .*00:0\d\.\d\d$/)]);
  const { taps } = await race.sent();
  expect(Object.values(taps).map(({ line, captured }) => [line, captured.monotonic])).toEqual([
    ['start', pressed[0]],
    ['finish', pressed[1]],
  ]);
});

test('[HD3] A press right after Finish came where Start was is kept, and asks which of the two it was', async () => {
  const race = await openRace({ names: ['Ada', 'Bo'] });
  // A hand is at work: no row moves.
  await press(placeOf('Start Bo'));
  const ada = placeOf('Start Ada');
  await race.tapElsewhere('start', 'Ada');
  await expect.element(button('Start Ada here too')).toBeVisible();
  const came = await momentOf('Finish Ada');
  await pressAt(ada, came);
  const question = page.getByRole('group', { name: /^Whose time is/ }).first();
  await expect.element(question).toHaveTextContent(/^StartorFinish$/);
  expect(rowsOf('Leaderboard'), 'nothing is guessed').toEqual([]);
  await question.getByRole('button', { name: /to Ada: Finish$/ }).click();
  await expect.poll(() => rowsOf('Leaderboard')).toEqual([expect.stringMatching(/^#1 Ada/)]);
  const finishes = Object.values((await race.sent()).taps).filter(({ line }) => line === 'finish');
  expect(finishes).toMatchObject([{ racerId: race.racerIds['Ada'] }]);
  expect(finishes[0]!.captured.monotonic, 'counted from the finger').toBeCloseTo(came, 0);
});

test('The second touch of a trembling thumb times nobody, and takes nothing back', async () => {
  const race = await openRace({ names: ['Ada', 'Bo'] });
  const ada = placeOf('Start Ada');
  await press(ada);
  await press(ada);
  await expect.poll(onCourse).toEqual(['Ada']);
  const { taps } = await race.sent();
  expect(Object.values(taps)).toMatchObject([{ racerId: race.racerIds['Ada'], undone: false }]);
});

test('Two fingers on two racers at once are two starts', async () => {
  const race = await openRace({ names: ['Ada', 'Bo', 'Cy'] });
  await press(placeOf('Start Ada'), placeOf('Start Cy'));
  await expect.poll(onCourse).toEqual(['Ada', 'Cy']);
  expect(inactive()).toEqual(['Bo']);
  expect(Object.values((await race.sent()).taps)).toHaveLength(2);
});

test('[R1] A finger that scrolls starts nobody', async () => {
  const race = await openRace({ names: CLUB });
  await slide(placeOf('Start Racer 4'), { x: 0, y: -240 });
  await expect.poll(() => scrollY).toBeGreaterThan(100);
  expect(inactive()).toEqual(CLUB);
  expect((await race.sent()).taps).toEqual({});
});

test('A finger that slides off the button starts nobody, and a press right after it counts', async () => {
  const race = await openRace({ names: ['Ada', 'Bo'] });
  const bo = placeOf('Start Bo');
  await slide(placeOf('Start Ada'), { x: -300, y: 0 });
  // Where the browser takes the slide for a fling, it sends no click for the touch that ends it.
  await press(bo);
  await expect.poll(onCourse).toEqual(['Bo']);
  expect(Object.values((await race.sent()).taps)).toHaveLength(1);
});

/** One finger, with what the browser sends for it: CDP cannot keep a click back. The time stamp is that of the first event. */
function touch(point: Point, ...types: readonly string[]): void {
  for (const type of types) send(type, point, 77);
}

function send(type: string, { x: clientX, y: clientY }: Point, pointerId: number): void {
  const options = { bubbles: true, cancelable: true, pointerId, pointerType: 'touch', clientX, clientY, detail: 1 };
  document.elementFromPoint(clientX, clientY)!.dispatchEvent(new PointerEvent(type, options));
}

test('A touch that the browser sends no click for counts, at the moment the finger came down', async () => {
  const race = await openRace({ names: ['Ada', 'Bo'] });
  const pressed = notePresses();
  touch(placeOf('Start Bo'), 'pointerdown', 'pointerup');
  await expect.poll(onCourse).toEqual(['Bo']);
  expect(Object.values((await race.sent()).taps)).toMatchObject([{ captured: { monotonic: pressed[0] } }]);
});

test('Of several fingers each counts as it goes; one that slid off starts nobody, and two on one button are one press', async () => {
  const race = await openRace({ names: ['Ada', 'Bo', 'Cy', 'Di'] });
  const [ada, bo, cy] = [placeOf('Start Ada'), placeOf('Start Bo'), placeOf('Start Cy')];
  const pressed = notePresses();
  send('pointerdown', ada, 1);
  send('pointerdown', bo, 2);
  send('pointerdown', cy, 3);
  send('pointerdown', { x: bo.x + 4, y: bo.y }, 4);
  send('pointerup', bo, 2);
  await expect.poll(onCourse).toEqual(['Bo']);
  send('pointermove', { x: cy.x - 300, y: cy.y }, 3);
  send('pointerup', { x: cy.x - 300, y: cy.y }, 3);
  send('pointerup', { x: bo.x + 4, y: bo.y }, 4);
  send('pointerup', ada, 1);
  await expect.poll(onCourse).toEqual(['Ada', 'Bo']);
  const taps = Object.values((await race.sent()).taps);
  expect(taps.map(({ captured }) => captured.monotonic).toSorted()).toEqual([pressed[0], pressed[1]]);
});

test('A touch that stops a scrolling page starts nobody, also where the page says so only with the next frame', async () => {
  const race = await openRace({ names: CLUB });
  let scrolledAt = -Infinity;
  addEventListener('scroll', ({ timeStamp }) => void (scrolledAt = timeStamp));
  scrollTo(0, 20);
  await expect.poll(() => scrolledAt).toBeGreaterThan(0);
  touch(placeOf('Start Racer 1'), 'pointerdown', 'pointerup');
  await expect.poll(() => performance.now() - scrolledAt).toBeGreaterThan(200);
  scrollTo(0, 40);
  touch(placeOf('Start Racer 2'), 'pointerdown', 'pointerup');
  await expect.poll(() => performance.now() - scrolledAt).toBeLessThan(200);
  await expect.poll(() => performance.now() - scrolledAt).toBeGreaterThan(200);
  touch(placeOf('Start Racer 3'), 'pointerdown', 'pointerup');
  await expect.poll(onCourse).toEqual(['Racer 3']);
  expect(Object.values((await race.sent()).taps)).toHaveLength(1);
});

test('A click that comes after its touch has counted starts nobody else', async () => {
  const race = await openRace({ names: ['Ada', 'Bo', 'Cy'] });
  touch(placeOf('Start Ada'), 'pointerdown', 'pointerup');
  await expect.poll(onCourse).toEqual(['Ada']);
  // Something has moved meanwhile: another racer's button is under the finger.
  touch(placeOf('Start Bo'), 'click');
  touch(placeOf('Start Cy'), 'pointerdown', 'pointerup', 'click');
  await expect.poll(onCourse).toEqual(['Ada', 'Cy']);
  expect(Object.values((await race.sent()).taps)).toHaveLength(2);
});

test('[R1] No row moves while a finger is down, and the press counts for the racer under it', async () => {
  const race = await openRace({ names: ['Ada', 'Bo', 'Cy', 'Di', 'Ed'] });
  const bo = placeOf('Start Bo');
  await down(bo);
  await race.tapElsewhere('start', 'Ada');
  await race.tapElsewhere('start', 'Ed');
  await expect.poll(inactive).toEqual(['Bo', 'Cy', 'Di']);
  expect(placeOf('Start Bo')).toEqual(bo);
  await up();
  await expect.poll(onCourse).toContain('Bo');
  const { taps } = await race.sent();
  expect(Object.values(taps).map(({ racerId }) => racerId)).toContain(race.racerIds['Bo']);
  expect(Object.values(taps)).toHaveLength(3);
});

test('[HD3] A touch that could mean two racers is kept without a name, and a press gives it', async () => {
  const names = ['Ada', 'Bo', 'Cy'];
  const race = await openRace({
    names,
    async before({ tapElsewhere }) {
      for (const name of names) await tapElsewhere('start', name, 600);
    },
  });
  const bo = placeOf('Finish Bo');
  await press(placeOf('Finish Ada'));
  await expect.element(button('Close up · 1')).toBeVisible();
  await press(placeOf('Close up · 1'));
  await expect.poll(() => section('Racers On Course').getByRole('listitem').elements()).toHaveLength(2);
  // The thumb has aimed at Bo; the list has closed up, and Cy is there by now.
  await press(bo);
  await expect.element(undoBar).toHaveTextContent(/kept\. Bo or Cy\?/);
  expect(onCourse(), 'nobody is guessed').toEqual(['Bo', 'Cy']);
  await page
    .getByRole('button', { name: /^Give .* to Bo$/ })
    .first()
    .click();
  await expect.poll(onCourse).toEqual(['Cy']);
  const { taps } = await race.sent();
  expect(Object.values(taps).filter(({ racerId }) => racerId === race.racerIds['Bo'])).toHaveLength(2);
});

test('[HD3] A page that scrolled while the phone was turned is looked at anew: a touch a second later is sure', async () => {
  const race = await openRace({ names: CLUB });
  await page.viewport(844, 390);
  await page.viewport(390, 844);
  const scrolled = new Promise<number>((resolve) =>
    addEventListener('scroll', ({ timeStamp }) => resolve(timeStamp), { once: true }),
  );
  scrollTo({ top: 200, behavior: 'instant' });
  const at = await scrolled;
  await expect.poll(() => performance.now() - at).toBeGreaterThan(MOVED_MS);
  await press(placeOf('Start Racer 6'));
  await expect.poll(onCourse).toEqual(['Racer 6']);
  const { taps } = await race.sent();
  expect(Object.values(taps).map(({ racerId }) => racerId)).toEqual([race.racerIds['Racer 6']]);
});

test('[R3] Undo takes the last tap back, by a press and by a key', async () => {
  const race = await openRace({ names: ['Ada', 'Bo'] });
  await startOf('Ada').click();
  await expect.element(undoBar).toHaveTextContent(/Ada started/);
  await undoBar.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(inactive).toEqual(['Ada', 'Bo']);
  await startOf('Bo').click();
  await expect.element(undoBar).toHaveTextContent(/Bo started/);
  await userEvent.keyboard('u');
  await expect.poll(inactive).toEqual(['Ada', 'Bo']);
  const { taps } = await race.sent();
  expect(
    Object.values(taps).map(({ undone }) => undone),
    'nothing is lost',
  ).toEqual([true, true]);
});

test('A tap that the server refuses is said at the racer, and ‘started’ is taken back', async () => {
  const race = await openRace({ names: ['Ada', 'Bo'] });
  race.cut();
  await startOf('Bo').click();
  await expect.element(undoBar).toHaveTextContent(/Bo started/);
  race.fill();
  race.mend();
  await expect.element(toasts).toHaveTextContent('Bo: Start refused. The tap doesn’t count.');
  const row = section('Inactive Racers').getByRole('listitem').last();
  await expect.element(row).toHaveTextContent(/Start refused/);
  await expect.element(undoBar).not.toHaveTextContent(/Bo started/);
  await row.getByRole('button', { name: 'Start refused: why?' }).click();
  await page.getByRole('alertdialog', { name: 'Start refused' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(row).not.toHaveTextContent(/Start refused/);
});

test('A refused tap of a racer who was removed meanwhile is said on the board', async () => {
  const race = await openRace({ names: ['Ada', 'Bo', 'Cy'] });
  race.cut();
  await startOf('Bo').click();
  await expect.element(undoBar).toHaveTextContent(/Bo started/);
  await race.elsewhere({ type: 'entry.remove', racerId: race.racerIds['Bo']! });
  race.fill();
  race.mend();
  await expect.element(button('Bo: Start refused: why?')).toBeVisible();
  await button('Bo: Start refused: why?').click();
  await page.getByRole('alertdialog', { name: 'Start refused' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(button('Bo: Start refused: why?')).not.toBeInTheDocument();
});

test('A phone that was offline learns of a stop: its three starts since are kept and asked about, and Start rests', async () => {
  const race = await openRace({ names: ['Ada', 'Bo', 'Cy', 'Di'] });
  race.cut();
  await race.elsewhere({ type: 'race.stop' });
  for (const name of ['Ada', 'Bo', 'Cy']) await startOf(name).click();
  race.mend();
  const stopped = page.getByText(/^Race stopped at .* 3 starts since then, kept until you decide about them\.$/);
  expect(onCourse()).toEqual(['Ada', 'Bo', 'Cy']);
  endOffer();
  await expect.element(stopped).toBeVisible();
  await expect.element(startOf('Di')).toBeDisabled();
  const { taps } = await race.sent();
  expect(Object.values(taps).filter(({ undone }) => !undone)).toHaveLength(3);
});

test('[R2] A button is locked until its own tap is on the disk, and locks no other racer’s', async () => {
  let write = () => {};
  const mayWrite = new Promise<void>((resolve) => (write = resolve));
  const race = await openRace({
    names: ['Ada', 'Bo'],
    storage: (storage) => ({
      ...storage,
      async addRows(...rows: Parameters<typeof storage.addRows>) {
        await mayWrite;
        return storage.addRows(...rows);
      },
    }),
  });
  await press(placeOf('Start Ada'));
  await expect.element(startOf('Ada')).toHaveAttribute('aria-busy', 'true');
  await expect.element(startOf('Bo')).not.toHaveAttribute('aria-busy', 'true');
  await press(placeOf('Start Bo'));
  write();
  await expect.poll(onCourse).toEqual(['Ada', 'Bo']);
  expect(Object.values((await race.sent()).taps)).toHaveLength(2);
});

test('[G2] A guest whose link has not been turned into rights yet is told to try again, and times nobody', async () => {
  const race = await openRace({ names: ['Ada'], guestAccess: 'joining' });
  await startOf('Ada').click();
  await expect
    .element(page.getByRole('alertdialog'))
    .toHaveTextContent('Guest admin access is still initializing. Please try again in a moment.');
  expect((await race.sent()).taps).toEqual({});
});

test('A tap that this device cannot store is on the board, and is sent all the same', async () => {
  const race = await openRace({
    names: ['Ada', 'Bo'],
    storage: (storage) => ({ ...storage, addRows: () => Promise.reject(new Error('The disk is full.')) }),
  });
  await startOf('Ada').click();
  await expect.poll(onCourse).toEqual(['Ada']);
  expect(Object.values((await race.sent()).taps)).toMatchObject([{ racerId: race.racerIds['Ada'] }]);
});

test('[HD15] With no signal the strip counts the taps, nothing moves, and a reload loses none', async () => {
  const race = await openRace({ names: ['Ada', 'Bo', 'Cy'] });
  const cy = placeOf('Start Cy');
  race.cut();
  await expect.element(page.getByText('No signal. Keep timing: taps are saved on this phone.')).toBeVisible();
  expect(placeOf('Start Cy')).toEqual(cy);
  for (const name of ['Ada', 'Bo']) await startOf(name).click();
  await expect.element(undoBar).toHaveTextContent(/No signal, 2 taps saved/);
  await expect.element(toasts).not.toHaveTextContent(/Failed/);
  await race.reload();
  await expect.poll(onCourse).toEqual(['Ada', 'Bo']);
  race.mend();
  expect(Object.values((await race.sent()).taps)).toHaveLength(2);
});

test('[R4] A tap that the server has not confirmed is marked until it has', async () => {
  const race = await openRace({ names: ['Ada'] });
  race.cut();
  await startOf('Ada').click();
  const mark = page.getByText('Not on the server yet.').first();
  await expect.element(mark).toBeInTheDocument();
  race.mend();
  await expect.element(mark).not.toBeInTheDocument();
});

test('By keys alone a racer is found, started, taken back and finished', async () => {
  await openRace({ names: ['Ada', 'Bo', 'Cy'] });
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('searchbox', { name: 'Search racers' })).toHaveFocus();
  await userEvent.keyboard('bo');
  await expect.poll(inactive).toEqual(['Bo']);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(startOf('Bo')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(onCourse).toEqual(['Bo']);
  await expect.element(undoBar).toHaveTextContent(/Bo started/);
  await userEvent.keyboard('u');
  await expect.poll(onCourse).toEqual([]);
});

test('The counters lead to the leaderboard and back to the top, as often as they are pressed', async () => {
  const names = Array.from({ length: 24 }, (_, index) => `Racer ${index + 1}`);
  await openRace({ names });
  await expect.element(section('Leaderboard')).toBeInTheDocument();
  const results = section('Leaderboard').element();
  for (const name of names.slice(0, 6)) {
    await startOf(name).click();
    if (name === 'Racer 3') await finishOf('Racer 1').click();
    // Started rows are held among the inactive ones: they close up with the first scroll, above what is in sight.
    for (const isAtResults of [true, false]) {
      await press(placeOf('To the leaderboard and back'));
      await expect.poll(() => results.getBoundingClientRect().top < innerHeight).toBe(isAtResults);
      // Lists that close up because of the scroll do so in the next frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      expect(scrollY === 0).toBe(!isAtResults);
    }
  }
});

test('[HD6] After a tap the search is over, and the whole list is back', async () => {
  await openRace({ names: CLUB });
  await button('Search racers').click();
  await userEvent.keyboard('racer 11');
  await expect.poll(inactive).toEqual(['Racer 11']);
  await startOf('Racer 11').click();
  await expect.poll(inactive).toHaveLength(11);
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
});

test('A name of 60 letters covers no button, and makes none smaller', async () => {
  await openRace({ names: [LONG, 'Bo'] });
  for (const name of [LONG, 'Bo']) {
    const element = startOf(name).element();
    expect(element.getBoundingClientRect()).toMatchObject({ width: 108, height: 64 });
    expect(isInReach(element)).toBe(true);
  }
  await startOf(LONG).click();
  await expect.element(undoBar).toHaveTextContent(/started/);
  expect(isInReach(undoBar.getByRole('button', { name: 'Undo' }).element())).toBe(true);
  expect(overflow()).toBe(0);
});

test('[HD5] The toast of the last finish lies over no button', async () => {
  await openRace({
    names: CLUB,
    before: ({ tapElsewhere }) => tapElsewhere('start', 'Racer 1', 60),
  });
  await finishOf('Racer 1').click();
  await expect.element(toasts).toHaveTextContent('Race finished!');
  const shown = [...document.querySelectorAll('[data-timing-button]:enabled')].filter((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= 88 && bottom <= innerHeight;
  });
  expect(shown.length).toBeGreaterThan(5);
  for (const each of shown) expect(isInReach(each), each.getAttribute('aria-label')!).toBe(true);
});

test('Another phone’s tap leaves this phone’s own time to give', async () => {
  const race = await openRace({
    names: ['Ada', 'Bo'],
    before: ({ tapElsewhere }) => tapElsewhere('start', 'Ada', 60),
  });
  const place = placeOf('Finish Ada');
  await race.tapElsewhere('finish', 'Ada');
  await expect.element(button('Finish Ada here too')).toBeVisible();
  expect(placeOf('Finish Ada here too'), 'where the thumb is on its way to').toEqual(place);
  await press(place);
  await expect
    .poll(async () => Object.values((await race.sent()).taps).map(({ line }) => line))
    .toEqual(['start', 'finish', 'finish']);
});
