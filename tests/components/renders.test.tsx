import { expect, test } from 'vitest';
import { takeDraws } from './draws.ts';
import { openRace } from './open-race.tsx';
import { finishOf, startOf } from './parts.ts';

const NAMES = Array.from({ length: 20 }, (_, index) => `Racer ${index + 1}`);

/** What stands in a row and has a clock, a button or words of its own. */
const CARDS = ['InactiveRow', 'OnCourseRow', 'DoneRow', 'RacerCard', 'TapButton', 'RacerName'];

test('One tap draws the row of its racer, and no row that has not changed', async () => {
  const race = await openRace({ names: NAMES, isStrict: false });
  await race.tapElsewhere('start', 'Racer 9');
  await expect.element(finishOf('Racer 9')).toBeVisible();
  takeDraws();
  await startOf('Racer 3').click();
  await expect.element(finishOf('Racer 3')).toBeVisible();
  await race.sent();
  const cards = takeDraws()
    .flat()
    .filter(({ component }) => CARDS.includes(component));
  const own = race.racerIds['Racer 3'];
  expect(cards.filter(({ racerId }) => racerId === own)).not.toEqual([]);
  expect(cards.filter(({ racerId }) => racerId !== null && racerId !== own)).toEqual([]);
});
