import type { Page } from '@playwright/test';
import type { TeamRules } from '../../src/domain/model/race-format.ts';
import type { PublicResults } from '../../src/protocol/results.ts';
import { api } from '../../src/protocol/routes.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { boardOf, change, createRace, finish, finishIn, inactiveOf, onCourseOf, openTimer, undoBar } from './race.ts';

const teams = (page: Page, title = 'Teams') =>
  page.getByRole('region', { name: title, exact: true }).locator('ol > li');
const ranking = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Ranking' }).getByRole('button', { name, exact: true });
const trial: TeamRules = { of: 'team', score: 'nth', n: 3, displaces: true, quota: null, startsTogether: true };

test('A team of four is started by one tap, and its third racer across gives the time', async ({ page, context }) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Team trial', ['Ada', 'Ben', 'Cleo', 'Dora', 'Eve']);
  const given = ['Ada', 'Ben', 'Cleo', 'Dora'].map((name) => ({
    racerId: race.racerIds[name]!,
    details: { team: name === 'Ben' ? 'wheelers ' : 'Wheelers' },
  }));
  await change(context.request, race, { type: 'details.set', given });
  await change(context.request, race, { type: 'format.set', format: { teams: trial } });
  await openTimer(page, race);
  const start = page.getByRole('region', { name: 'Teams to start' }).getByRole('button', { name: 'Start Wheelers' });
  await start.click();
  await expect.poll(() => onCourseOf(page)).toEqual(['Ada', 'Ben', 'Cleo', 'Dora']);
  await expect(undoBar(page)).toContainText('Wheelers started, 4 racers');
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => inactiveOf(page)).toEqual(['Ada', 'Ben', 'Cleo', 'Dora', 'Eve']);

  await start.click();
  for (const name of ['Cleo', 'Ada']) await finish(page, name);
  await expect(teams(page)).toContainText(['2 of 3 finished']);
  await finish(page, 'Dora');
  await expect(teams(page)).toHaveText([/^#1Wheelers.*\(Benon course\)/]);
  await ranking(page, 'Racers').click();
  await expect.poll(async () => (await boardOf(page)).map(({ name }) => name)).toEqual(['Cleo', 'Ada', 'Dora']);
  const { duration } = (await boardOf(page))[2]!;
  await ranking(page, 'Teams').click();
  await expect(teams(page)).toContainText([duration]);

  const answer = await context.request.get(api.results.replace(':eventId', race.eventId));
  const { results, teams: sent } = (await answer.json()) as PublicResults;
  const starts = results.flatMap(({ startAt }) => startAt ?? []);
  expect(starts).toHaveLength(4);
  expect(new Set(starts).size, 'one moment for all').toBe(1);
  expect(sent).toMatchObject([{ name: 'Wheelers', rank: 1, publishedMs: results[2]!.publishedMs }]);
});

test('Teams are set up for many at once, viewers see them once the owner says so, and a quota holds @proof', async ({
  page,
  context,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Mixed teams', ['Ada', 'Ben', 'Cleo', 'Dora', 'Eve']);
  const genders = { Ada: 'M', Ben: 'M', Cleo: 'M', Dora: 'F' } as const;
  const given = Object.entries(genders).map(([name, gender]) => ({
    racerId: race.racerIds[name]!,
    details: { gender },
  }));
  await change(context.request, race, { type: 'details.set', given });
  for (const [name, seconds] of Object.entries({ Ada: 60, Ben: 61, Cleo: 62, Dora: 70 }))
    await finishIn(context.request, race, name, seconds);
  const viewer = await openBrowser({ viewport: { width: 390, height: 844 } });
  await viewer.goto(race.viewerLink);

  await page.goto(`/timer?eventId=${race.eventId}&view=teams`);
  await page.getByLabel('What makes the result of a team').selectOption({ label: 'The best times together' });
  await page.getByRole('group', { name: 'What is ranked' }).getByRole('button', { name: 'Clubs' }).click();
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dora']) await page.getByLabel(name, { exact: true }).check();
  await page.getByLabel('Club for those chosen').fill('Wheelers ');
  await page.getByRole('button', { name: 'Give to 4 racers' }).click();
  await expect(page.getByRole('region', { name: 'Clubs of this event' })).toContainText('Wheelers4 racers');
  await expect(page.getByRole('region', { name: 'Without a club' })).toContainText('Eve');
  await page.getByLabel('Every team needs').selectOption({ label: 'women' });
  await expect(viewer.getByRole('group', { name: 'Ranking' }), 'nothing is public yet').toHaveCount(0);
  // Not `check`: the switch follows once the change is stored on the device.
  await page.getByRole('switch', { name: 'Viewers see the clubs' }).click();
  await ranking(viewer, 'Clubs').click();
  await expect(teams(viewer, 'Clubs')).toHaveText([/^#1Wheelers03:11\.00.*\(Cleo/]);
  await expect(teams(viewer, 'Clubs')).not.toContainText('(Dora');
});

test('At the start gate a team goes by one tap @proof', async ({ page, context }) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Team gate', ['Ada', 'Ben', 'Cleo']);
  const given = ['Ada', 'Cleo'].map((name) => ({ racerId: race.racerIds[name]!, details: { team: 'Wheelers' } }));
  await change(context.request, race, { type: 'details.set', given });
  await change(context.request, race, { type: 'format.set', format: { teams: { ...trial, n: 2 } } });
  await page.goto(`/timer?eventId=${race.eventId}&view=start`);
  await page.getByRole('button', { name: 'Start: Wheelers' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 racers started' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start: Ben' })).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Start: Wheelers' })).toBeVisible();
});
