import type { Page } from '@playwright/test';
import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, finishIn, openTimer, type Race, ranking, section, tapAs } from './race.ts';

const order = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Order of the leaderboard' }).getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => section(page, 'Leaderboard').getByRole('listitem').filter({ hasText: name });

test('[HC16] An uploaded table ranks racers by adjusted time, with the actual time and rank beside it @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Veterans’ 10', ['Ada', 'Bo', 'Cy']);
  const year = new Date().getFullYear();
  const given = Object.entries({ Ada: 40, Bo: 55 }).map(([name, age]) => ({
    racerId: race.racerIds[name]!,
    details: { born: year - age },
  }));
  await change(context.request, race, { type: 'details.set', given });
  for (const [name, seconds] of Object.entries({ Ada: 60, Bo: 61, Cy: 62 }))
    await finishIn(context.request, race, name, seconds);

  await page.goto(`/timer?eventId=${race.eventId}&view=handicap`);
  await page.getByRole('button', { name: 'Upload a table' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload a handicap table' });
  await dialog.getByLabel('Table', { exact: true }).fill('Seconds;Age\n0;40\n-5;50\n12;60');
  await expect(dialog.getByText('Line 3: -5 is below zero. A handicap is zero or more.')).toBeVisible();
  await dialog.getByLabel('Table', { exact: true }).fill('Seconds;Age\n0;40\n6,0;50\n12;60');
  await expect(dialog.getByText('3 lines read')).toBeVisible();
  await dialog.getByLabel('Name').fill('Club');
  await dialog.getByLabel('Version').fill('2026');
  await dialog.getByRole('button', { name: 'Keep this table' }).click();

  const preview = page.getByRole('region', { name: 'Handicaps before they are applied' });
  await expect(preview.getByText('2 racers get a handicap, 1 racer doesn’t')).toBeVisible();
  await expect(preview.getByRole('listitem').filter({ hasText: 'Cy' })).toContainText('year of birth missing');
  await expect(preview.getByRole('listitem').filter({ hasText: 'Bo' })).toContainText('between 50 and 60 years');
  await expect(preview.getByRole('listitem').filter({ hasText: 'Bo' })).toContainText('00:09.00');
  await preview.getByRole('button', { name: 'Apply and rank by it' }).click();
  await expect(page.getByText('Ranked by adjusted time, with the handicap taken off.')).toBeVisible();

  const viewer = await openBrowser({ viewport: { width: 390, height: 844 } });
  await viewer.goto(race.viewerLink);
  await openTimer(page, race);
  for (const board of [page, viewer]) {
    await expect.poll(() => ranking(board)).toEqual(['#1 Bo', '#2 Ada']);
    await expect(row(board, 'Bo')).toContainText('00:52.00');
    await expect(row(board, 'Bo')).toContainText('01:01.00 actual #2');
    await expect(board.getByRole('region', { name: 'No handicap' }).getByRole('listitem')).toContainText('actual #3');
    await order(board, 'Actual time').click();
    await expect.poll(() => ranking(board)).toEqual(['#1 Ada', '#2 Bo', '#3 Cy']);
    await expect(row(board, 'Bo')).toContainText('00:52.00 adjusted #1');
  }

  const results = await context.request.get(`/api/results/${race.eventId}`);
  const { results: told } = (await results.json()) as { results: { rank: number; adjustedRank: number | null }[] };
  expect(told.map(({ rank, adjustedRank }) => [rank, adjustedRank])).toEqual([
    [1, 2],
    [2, 1],
    [3, null],
  ]);
});

test('[HC12] Of a season that was made on one day only earlier weeks count as earlier results', async ({
  page,
  context: { request },
}) => {
  await getAccount(page);
  const week = 7 * 86_400_000;
  const [first, second, third] = ['Week 1', 'Week 2', 'Week 3'];
  const races = new Map<string, Race>();
  for (const [index, name] of [third, first, second].entries()) {
    const race = await createRace(request, name!, ['Ada']);
    races.set(name!, race);
    await change(request, race, { type: 'format.set', format: { course: { name: 'Castle Hill', meters: null } } });
    const at = Date.now() - [1, 3, 2][index]! * week;
    await tapAs(request, race, 'start', 'Ada', { at });
    await tapAs(request, race, 'finish', 'Ada', { at: at + 60_000 });
  }
  await page.goto(`/timer?eventId=${races.get(second!)!.eventId}&view=handicap`);
  await page.getByRole('button', { name: 'From earlier results' }).click();
  await expect(page.getByRole('checkbox', { name: /^Week/ })).toHaveCount(2);
  await expect(page.getByRole('checkbox', { name: /^Week 1/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^Week 3/ }), 'a later race').not.toBeChecked();
});
