import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { RaceSettings } from '../../src/domain/model/race-settings.ts';
import { epochMs } from '../../src/domain/units.ts';
import { readEvent, untilSent } from './device.ts';
import { arrive, expect, getAccount, test } from './fixtures.ts';
import { change, createRace, joinByLink, openView, type Race, undoBar } from './race.ts';

const gateOf = (page: Page): Locator => page.getByRole('main');
const countdown = (page: Page): Locator => page.getByRole('timer', { name: 'Countdown' });
const strip = (page: Page): Locator => gateOf(page).getByRole('status').filter({ hasText: 'Undo' });
const started = (page: Page): Locator => page.getByRole('region', { name: /^Started/ }).getByRole('listitem');

async function openGate(page: Page, { eventId }: Race): Promise<void> {
  await page.goto(`/timer?eventId=${eventId}&view=start`);
  await expect(page.getByRole('heading', { level: 1, name: 'Start gate' })).toBeVisible();
  await expect(page.getByText(/Clock ±/)).toBeVisible();
}

/** Presses until that many have started: the gate rests after a start, and when another racer comes to the button. */
const press = (button: Locator, list: Locator, count: number): Promise<void> =>
  expect(async () => {
    if ((await list.count()) !== count) await button.click({ timeout: 5_000 });
    await expect(list).toHaveCount(count, { timeout: 500 });
  }).toPass();

/** Starts in seconds from now, by name, in this order. */
function list(request: APIRequestContext, race: Race, starts: Readonly<Record<string, number>>): Promise<void> {
  const now = Date.now();
  return change(request, race, {
    type: 'schedule.set',
    slots: Object.entries(starts).map(([name, second], index) => ({
      racerId: race.racerIds[name]!,
      order: index + 1,
      at: epochMs(now + second * 1000),
    })),
  });
}

const configure = (request: APIRequestContext, race: Race, settings: Partial<RaceSettings>) =>
  change(request, race, { type: 'race.configure', settings });

test('Racers leave at their listed second, also without a signal; one is held, one does not start @proof', async ({
  page,
  context,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Club ten', ['Ada', 'Bo', 'Cleo']);
  const bibs = Object.values(race.racerIds).map((racerId, index) => ({ racerId, bib: String(index + 11) }));
  await change(context.request, race, { type: 'bibs.set', bibs });
  await configure(context.request, race, { startPolicy: 'schedule', tones: 'pips' });
  await list(context.request, race, { Ada: 300, Bo: 330, Cleo: 360 });
  await openGate(page, race);
  await expect(countdown(page)).toContainText(/^4:\d\dWait$/);
  await expect(gateOf(page).getByRole('list', { name: 'Next' }).getByRole('listitem')).toHaveText([/12Bo/, /13Cleo/]);

  await gateOf(page)
    .getByRole('button', { name: /^Delay/ })
    .click();
  await expect(page.getByText('Sound on')).toBeVisible();
  await gateOf(page)
    .getByRole('button', { name: /^Delay/ })
    .click();
  await expect(strip(page)).toContainText('Starts from 11 Ada delayed by 1:00');
  await expect(countdown(page)).toContainText(/^5:\d\d/);
  await page.keyboard.press('u');
  await expect(countdown(page)).toContainText(/^4:\d\d/);
  await page.keyboard.press('d');
  await expect(strip(page)).toContainText('11 Ada did not start');
  await expect(gateOf(page).getByRole('button', { name: 'Send now: Bo' })).toBeVisible();
  await strip(page).getByRole('button', { name: 'Undo' }).click();
  await gateOf(page).getByRole('button', { name: 'Skip 11', exact: true }).click();
  await expect(strip(page)).toContainText(/^11 Ada goes at \d\d:\d\d:\d\d/);
  await gateOf(page).getByRole('button', { name: 'DNS 12', exact: true }).click();
  await expect(strip(page)).toContainText('12 Bo did not start');

  await untilSent(page);
  await list(context.request, race, { Ada: 3, Cleo: 6, Bo: 900 });
  await expect(countdown(page)).toContainText(/^[1-3]Get ready$/);
  await expect(countdown(page)).toHaveText(/^GO/);
  await expect(started(page)).toHaveCount(1);
  await context.setOffline(true);
  await expect(started(page)).toHaveText([/13Cleo/, /11Ada/]);
  await started(page).filter({ hasText: 'Cleo' }).getByRole('button').click();
  await expect(started(page)).toHaveCount(1);
  await press(gateOf(page).getByRole('button', { name: 'Send now: Cleo' }), started(page), 2);
  await expect(strip(page)).toContainText(/^13 Cleo started/);
  await expect(page.getByText('Everyone has started')).toBeVisible();
  await context.setOffline(false);
  await untilSent(page);

  const event = await readEvent(context.request, race.eventId);
  const startsOf = (name: string) => Object.values(event.taps).filter(({ racerId }) => racerId === race.racerIds[name]);
  expect(startsOf('Ada').map(({ via }) => via)).toEqual(['gate']);
  expect(startsOf('Cleo').map(({ via, undone }) => `${via ?? 'button'} ${undone}`)).toEqual([
    'gate true',
    'button false',
  ]);
  expect(startsOf('Bo')).toEqual([]);
  for (const { placed, racerId, via } of Object.values(event.taps)) {
    const off = placed.at - event.entries[racerId!]!.slot!.at!;
    if (via === 'gate') expect(Math.abs(off)).toBeLessThanOrEqual(placed.uncertainty + 5);
  }
});

// Milliseconds between two pages are measured, which needs a quiet machine.
test(
  'Two phones with wrong clocks count down to the same moment',
  { tag: '@proof' },
  async ({ page, context, openBrowser }) => {
    await arrive(page);
    const race = await createRace(context.request, 'Two clocks', ['Ada', 'Bo', 'Cleo', 'Dag', 'Eve']);
    const helper = await openBrowser();
    for (const [phone, wrongBy] of [
      [page, 93_000],
      [helper, -41_000],
    ] as const) {
      await phone.addInitScript((ms) => {
        const now = Date.now;
        Date.now = () => now() + ms;
        // Two pages of one machine share its clock under the skewed one: the stamps can be compared.
        const zeros: Record<string, number> = {};
        Object.assign(globalThis, { zeros });
        new MutationObserver(() => {
          const [digits, name] = ['[data-countdown]', '[data-at-gate]'].map(
            (each) => document.querySelector(each)?.textContent ?? '',
          );
          if (digits === 'GO') zeros[name!] ??= performance.timeOrigin + performance.now();
        }).observe(document, { subtree: true, childList: true, characterData: true });
      }, wrongBy);
    }
    await joinByLink(helper, race.adminLink, race.name);
    await list(context.request, race, { Ada: 600, Bo: 603, Cleo: 606, Dag: 609, Eve: 612 });
    await openGate(page, race);
    await openGate(helper, race);
    await list(context.request, race, { Ada: 3, Bo: 6, Cleo: 9, Dag: 12, Eve: 15 });

    const zerosOf = (phone: Page) =>
      phone.evaluate(() => (globalThis as unknown as { zeros: Record<string, number> }).zeros);
    for (const phone of [page, helper])
      await expect.poll(async () => Object.keys(await zerosOf(phone))).toHaveLength(5);
    const [mine, theirs] = [await zerosOf(page), await zerosOf(helper)];
    const apart = Object.keys(mine)
      .map((name) => Math.abs(mine[name]! - theirs[name]!))
      .toSorted((one, other) => one - other);
    // A busy machine may draw one of them late; the middle one tells how far the countdowns are apart.
    expect(apart[2]).toBeLessThan(50);
  },
);

test('The owner runs the race by the rules of a federation, changes one of them, and takes it back', async ({
  page,
  context,
}) => {
  await getAccount(page);
  const race = await createRace(context.request, 'Slalom', ['Ada', 'Bo']);
  await openView(page, race, 'rules', 'Rules');
  await expect(page.getByRole('radio', { name: /^Simple/ })).toBeChecked();
  await page.getByRole('radio', { name: /^FIS alpine/ }).click();
  await expect(page.getByLabel('The start that counts')).toHaveValue('window');
  await expect(page.getByLabel('Equal times', { exact: true })).toHaveValue('higher-number-first');
  await page.getByLabel('Results in').selectOption('Tenths (0.1 s)');
  await expect(page.getByText('FIS alpine, changed')).toBeVisible();
  await page.getByRole('radio', { name: /^Road running/ }).click();
  await expect(page.getByLabel('Rounding')).toHaveValue('up');
  await expect(undoBar(page)).toContainText('This race now follows Road running (World Athletics)');
  await undoBar(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('FIS alpine, changed')).toBeVisible();
  await untilSent(page);
  const event = await readEvent(context.request, race.eventId);
  expect(event.precision).toEqual({ unit: 100, direction: 'down' });
  expect(event.race).toMatchObject({ preset: 'fis-alpine', startPolicy: 'window', windowMs: 5000, tones: 'voice' });
});
