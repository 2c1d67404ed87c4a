import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ViewId } from '../../src/client/event/view-list.ts';
import { endOffer, openRace } from './open-race.tsx';
import { rowsOf, section, undoBar } from './parts.ts';
import type { RaceServer } from './race-server.ts';

const NAMES = ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'];

/** Five ride 60 s and more; Flo, number 27, 8 s. The finish of Bo was taken twice, and two times have no name. */
async function night({ tapElsewhere, elsewhere, racerIds }: RaceServer): Promise<void> {
  await elsewhere({ type: 'bibs.set', bibs: [{ racerId: racerIds['Flo']!, bib: '27' }] });
  for (const [index, name] of NAMES.entries()) {
    await tapElsewhere('start', name, 600);
    await tapElsewhere('finish', name, 600 - (name === 'Flo' ? 8 : 60 + index));
  }
  await tapElsewhere('finish', 'Bo', 538);
  await tapElsewhere('finish', null, 300);
  await tapElsewhere('finish', null, 299);
}

const open = (view: ViewId | null = null) => openRace({ names: NAMES, view, before: night });
const lookButton = () => page.getByRole('button', { name: /^Needs a look/ });
const looks = () => page.getByRole('list', { name: 'What needs a look' }).getByRole('listitem');
const texts = () =>
  looks()
    .elements()
    .map((line) => line.textContent);
const first = () => rowsOf('Leaderboard')[0];

test('[LOOK1] [LOOK2] [LOOK5] One list, the worst first, with numbers and the times of other phones', async () => {
  await open();
  await expect.element(lookButton()).toHaveAccessibleName('Needs a look: 4');
  await expect.element(page.getByText('2 times to assign')).toBeVisible();
  await page.getByRole('button', { name: 'Assign' }).click();
  await expect
    .poll(texts)
    .toEqual([
      expect.stringMatching(/^27 Flo00:08\.00 is less than half the median time \(01:0\d\.\d\d\)\.It’s right$/),
      expect.stringMatching(/No name yet: finish$/),
      expect.stringMatching(/No name yet: finish$/),
      expect.stringMatching(/^BoTwo readings at the finish are \d\.\d\d s apart\.$/),
    ]);
});

test('[LOOK3] Each line is settled for good where it leads, and the list goes on', async () => {
  const race = await open();
  await lookButton().click();
  await page.getByRole('button', { name: /^Bo ?Two readings/ }).click();
  await page.getByRole('button', { name: /^Keep/ }).nth(1).click();
  await expect.poll(() => texts().length).toBe(3);
  await page
    .getByRole('button', { name: /No name yet/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Ada finished' }).click();
  // Ada has a finish already: the list says so next.
  await expect.poll(() => texts().filter((text) => text?.includes('No name yet')).length).toBe(1);
  await page.getByRole('button', { name: 'It’s right: 27 Flo' }).click();
  await expect.poll(() => texts().some((text) => text?.startsWith('27 Flo'))).toBe(false);
  const { rulings } = await race.sent();
  expect(rulings[`${race.racerIds['Flo']} 1`]).toMatchObject({ checked: 8000 });
  await undoBar.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => texts()[0]).toMatch(/^27 Flo/);
});

test('[LOOK3] [LOOK4] An impossible time leads nothing, and its sheet says that it is right, or asks again', async () => {
  await open();
  await expect.poll(first).toMatch(/^\?.*27.*Flo.*Check this time/);
  await page.getByRole('button', { name: 'Check this time of Flo' }).click();
  await page.getByRole('button', { name: 'It’s right' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(first).toMatch(/^#1.*Flo/);
  await section('Leaderboard').getByRole('button', { name: /Flo/ }).click();
  await page.getByRole('button', { name: 'Marked as right. Ask again' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(first).toMatch(/^\?/);
});

test('[LOOK3] Use this time takes the other readings back', async () => {
  await open();
  await section('Leaderboard').getByRole('button', { name: 'Bo', exact: true }).click();
  await page.getByRole('button', { name: /^Use this time/ }).click();
  await expect.element(undoBar.last()).toHaveTextContent(/Undo/);
  endOffer();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(lookButton()).toHaveAccessibleName('Needs a look: 3');
});

test('[LOOK5] Still out says beside who is overdue that times wait for a name', async () => {
  const race = await openRace({
    names: [...NAMES, 'Gus'],
    view: 'out',
    async before(server) {
      await night(server);
      await server.tapElsewhere('start', 'Gus', 550);
    },
  });
  await expect.element(page.getByText('1 overdue')).toBeVisible();
  await page.getByRole('button', { name: '2 times to assign' }).click();
  await page.getByRole('button', { name: /^Gus/ }).click();
  await expect.element(page.getByText('Nobody is out')).toBeVisible();
  const { counting } = await race.sent();
  expect(counting[`${race.racerIds['Gus']} finish 1`]).toBeDefined();
});

test('[OF3] What needs a look is in the list before results are official, settled by the same presses', async () => {
  await openRace({ names: [...NAMES, 'Gus'], view: 'official', before: night });
  await expect.element(page.getByText('5 things to look at')).toBeVisible();
  await expect.poll(() => texts()[0]).toMatch(/^27 Flo/);
  expect(texts().at(-1)).toMatch(/^1 racer hasn’t started.*Gus: no start, and no DNS/);
  await page.getByRole('button', { name: 'It’s right: 27 Flo' }).click();
  await expect.element(page.getByText('4 things to look at')).toBeVisible();
});
