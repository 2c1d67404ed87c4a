import type { Locator, Page } from '@playwright/test';
import type { EventState, Tap } from '../../src/domain/model/state.ts';
import { durationMs } from '../../src/domain/units.ts';
import { readEvent, untilSent } from './device.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, joinByLink, openTimer, openView, type Race, tapAs } from './race.ts';

/** Twelve racers on course with the numbers 1 to 12, who started half a minute apart. */
async function createStarted(page: Page, names: readonly string[]): Promise<Race> {
  const race = await createRace(page.request, 'Hill climb', names);
  const bibs = names.map((name, index) => ({ racerId: race.racerIds[name]!, bib: String(index + 1) }));
  await change(page.request, race, { type: 'bibs.set', bibs });
  const first = Date.now() - 3_600_000;
  for (const [index, name] of names.entries())
    await tapAs(page.request, race, 'start', name, { at: first + index * 30_000 });
  return race;
}

const tab = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('group', { name: 'Times' }).getByRole('button', { name });
const finishesOf = ({ taps }: EventState): Tap[] => Object.values(taps).filter(({ line }) => line === 'finish');

test('[F6] A remote taps after its button was learned, also without a signal, and a held button is one tap @proof', async ({
  page,
}) => {
  await getAccount(page);
  const race = await createStarted(page, ['Ada', 'Bo']);
  await openView(page, race, 'finish', 'Finish line');
  await page.keyboard.press('PageDown');
  await page.getByRole('button', { name: 'Remote' }).click();
  await page.keyboard.press('F8');
  await expect(page.getByRole('status').filter({ hasText: 'can’t take times' })).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(page.getByRole('status').filter({ hasText: 'Ready: Page Down' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(tab(page, 'Waiting 0')).toBeVisible();
  await page.context().setOffline(true);
  await page.keyboard.down('PageDown');
  await page.keyboard.down('PageDown');
  await page.keyboard.up('PageDown');
  await expect(tab(page, 'Waiting 1')).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(tab(page, 'Waiting 2')).toBeVisible();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Waiting 1')).toBeVisible();
  await page.context().setOffline(false);
  await untilSent(page);
  const taps = finishesOf(await readEvent(page.request, race.eventId)).toSorted((a, b) => a.placed.at - b.placed.at);
  expect(taps.map(({ via, racerId }) => [via, racerId])).toEqual([
    ['key', race.racerIds['Bo']],
    ['key', null],
  ]);
});

test(
  'Two phones at one finish: the difference is shown, the main phone counts, and what it missed is filled',
  { tag: '@proof' },
  async ({ page, openBrowser }) => {
    await getAccount(page);
    const race = await createStarted(page, ['Ada', 'Bo', 'Cy']);
    const helper = await openBrowser();
    await joinByLink(helper, race.adminLink, race.name);
    await openTimer(page, race);
    const finish = (racer: string, at: number) => tapAs(page.request, race, 'finish', racer, { at });
    const begin = Date.now() - 60_000;
    // The phone of the API is the other one; these pages take the rest.
    await finish('Ada', begin);
    await finish('Bo', begin + 10_000);
    await openView(helper, race, 'finish', 'Finish line');
    for (const name of ['Ada', 'Bo', 'Cy']) {
      await helper.keyboard.press(' ');
      await expect(tab(helper, 'Waiting 1')).toBeVisible();
      await untilSent(helper);
      const event = await readEvent(page.request, race.eventId);
      const tap = finishesOf(event).find(({ racerId }) => racerId === null)!;
      const to = { Ada: begin + 400, Bo: begin + 10_100, Cy: begin + 20_300 }[name]!;
      await change(page.request, race, {
        type: 'taps.shift',
        tapIds: [tap.id],
        ms: shift(to - tap.placed.at),
        reason: '',
      });
      await change(page.request, race, { type: 'tap.assign', tapId: tap.id, racerId: race.racerIds[name]! });
      await expect(tab(helper, 'Waiting 0')).toBeVisible();
    }

    await openView(page, race, 'timers', 'Timekeepers');
    const where = page.getByRole('region', { name: 'Who stands where' });
    await expect(where).toContainText(/finish: 0\.25 s later than the others, 3 readings/);
    await expect(where).toContainText(/finish: 0\.25 s earlier than the others, 2 readings/);
    const differences = page.getByRole('region', { name: 'Differences' });
    await expect(differences).toContainText('up to 0.25 s: 1');
    const apart = differences.getByRole('list', { name: 'More than 0.25 s apart' }).getByRole('listitem');
    await expect(apart.first()).toContainText(/1 Ada, finish: 0\.40 s apart/);
    const before = (await readEvent(page.request, race.eventId)).counting;
    await apart.first().getByRole('button', { name: /^Keep/ }).click();
    await untilSent(page);
    const slot = `${race.racerIds['Ada']} finish 1`;
    expect((await readEvent(page.request, race.eventId)).counting[slot]).not.toBe(before[slot]);

    await page.getByLabel('If several phones time the same racer').selectOption('The main phone');
    const main = finishesOf(await readEvent(page.request, race.eventId)).find(({ id }) => id === before[slot])!.by
      .deviceId;
    await page.getByLabel('Main phone', { exact: true }).selectOption(main);
    await page.getByRole('button', { name: 'Use main phone' }).click();
    const missed = page.getByRole('region', { name: 'Missed on the main phone' });
    await expect(missed).toContainText(/3 Cy, finish/);
    await missed.getByRole('button', { name: /^Fill/ }).click();
    await expect(missed).toContainText('filled from another phone that is 0.25 s later, by 2 racers');
    await untilSent(page);
    const { counting, taps } = await readEvent(page.request, race.eventId);
    expect(counting[slot]).toBe(before[slot]);
    expect(taps[counting[`${race.racerIds['Cy']} finish 1`]!]!.filled).toEqual({ correction: 250, of: 2 });
    await missed.getByRole('button', { name: 'Take back' }).click();
    await expect(missed.getByRole('button', { name: /^Fill/ })).toBeVisible();
  },
);

const shift = (ms: number) => durationMs(Math.round(ms));
