import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Boot } from '../../src/protocol/account.ts';
import { epochMs } from '../../src/domain/units.ts';
import { api } from '../../src/protocol/routes.ts';
import { inFull } from '../support/in-full.ts';
import { writeRide } from '../support/telemetry/write-fit.ts';
import { arrive, expect, test } from './fixtures.ts';
import {
  type Race,
  change,
  chooseFromMore,
  chooseFromShareMenu,
  createRace,
  finishIn,
  needsLook,
  openTimer,
  tapAs,
} from './race.ts';

const HEIGHT = 844;

interface Look {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly isLayoutOnly?: true;
}
/** Each width, and both colour schemes on the phone, which most people use; the tablet only for its layout. */
const ALL_LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 768, isLayoutOnly: true },
  { colorScheme: 'dark', width: 1280 },
];
const TWO_LOOKS: readonly Look[] = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
];
/** Axe takes most of the time: in `npm test` each page is checked once in each colour scheme, each dialog once. */
const MAIN_LOOKS = inFull(ALL_LOOKS, TWO_LOOKS);
const OTHER_LOOKS = inFull<readonly Look[]>(TWO_LOOKS, [
  { colorScheme: 'dark', width: 390 },
  { colorScheme: 'light', width: 1280, isLayoutOnly: true },
]);

/** Checks the open page in one look after the other: loading it anew for each look would take most of the time. */
async function expectNothingSerious(page: Page, where: string, looks: readonly Look[]): Promise<void> {
  for (const { colorScheme, width, isLayoutOnly } of looks) {
    const what = `${where}, ${colorScheme}, ${width} px`;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: HEIGHT });
    if (!isLayoutOnly) await expectNoViolation(page, what);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${what}: must not scroll sideways`).toBeLessThanOrEqual(0);
  }
}

async function expectNoViolation(page: Page, what: string): Promise<void> {
  await page.evaluate(async () => {
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
  // Legacy mode opens no second page, and suffices without frames of other sites; passed rules are not reported.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [what, id, nodes[0]?.html])).toEqual([]);
}

async function expectUsable(page: Page, path: string, looks: readonly Look[]): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingSerious(page, path, looks);
}

/** A race with a racer in every section of the board. */
async function createFullRace(page: Page): Promise<Race> {
  const { request } = page.context();
  const race = await createRace(request, 'Tuesday 10', ['Ada Swift', 'Bo Quick', 'Cleo Lind', 'Dag Berg', 'Eva Roe']);
  await finishIn(request, race, 'Ada Swift', 751);
  await finishIn(request, race, 'Bo Quick', 764);
  await tapAs(request, race, 'start', 'Cleo Lind');
  await tapAs(request, race, 'finish', 'Dag Berg');
  await change(request, race, { type: 'group.share' });
  return race;
}

test('Everybody can use the homepage and the timer', { tag: '@in-full' }, async ({ page }) => {
  await arrive(page);
  const race = await createFullRace(page);
  await page.goto('/homepage');
  await expect(page.getByText('Finished: 2 / Total: 5, On Course: 1')).toBeVisible();
  await expectNothingSerious(page, '/homepage', MAIN_LOOKS);
  await expectUsable(page, '/timer', MAIN_LOOKS);
  await openTimer(page, race);
  await expect(needsLook(page)).toBeVisible();
  await expectNothingSerious(page, 'the timer', MAIN_LOOKS);
});

test('Everybody can use the public pages', { tag: '@proof' }, async ({ page, openBrowser }) => {
  await arrive(page);
  const race = await createFullRace(page);
  const { viewer } = (await (await page.context().request.get(api.boot)).json()) as Boot & {
    viewer: { userId: string };
  };
  const spectator = await openBrowser();
  await expectUsable(spectator, race.viewerLink, MAIN_LOOKS);
  await expectUsable(spectator, `/events?id=${viewer.userId}`, MAIN_LOOKS);
  await expectUsable(spectator, '/events?id=nobody', MAIN_LOOKS);
});

test('Everybody can use the pages before signing in', { tag: '@proof' }, async ({ page }) => {
  for (const path of ['/landing', '/login', '/login?signup=true', '/forgot-password', '/reset-password?token=x'])
    await expectUsable(page, path, OTHER_LOOKS);
  for (const path of ['/verify-email?token=x', '/not-my-account?token=x']) await expectUsable(page, path, OTHER_LOOKS);
  for (const path of ['/tos', '/privacypolicy']) await expectUsable(page, path, OTHER_LOOKS);
});

test('Everybody can use the account and the checkout', { tag: ['@in-full', '@proof'] }, async ({ page }) => {
  await arrive(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingSerious(page, 'the homepage of somebody new', OTHER_LOOKS);
  await expectUsable(page, '/buy-credits', OTHER_LOOKS);
  await page.goto('/account#credits');
  await expect(page.getByRole('table', { name: 'Credit history' })).toBeVisible();
  await expectNothingSerious(page, '/account', OTHER_LOOKS);
  await expectUsable(page, '/checkout?amount=350&price=19', OTHER_LOOKS);
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await expect(page.getByText('Enter the number of a test card.')).toBeVisible();
  await expectNothingSerious(page, 'the checkout with something missing', OTHER_LOOKS);
});

test('Everybody can use the dialogs of the timer', { tag: ['@in-full', '@proof'] }, async ({ page }) => {
  await arrive(page);
  const race = await createFullRace(page);
  await change(page.context().request, race, { type: 'group.withdraw' });
  await openTimer(page, race);
  const inDialog = async (title: string, open: () => Promise<void>) => {
    await open();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog).toBeVisible();
    await expectNothingSerious(page, title, OTHER_LOOKS);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  await inDialog('Invite Guest Admin', () => page.getByRole('button', { name: 'Invite Admin' }).click());
  await inDialog('Add Racers', () => page.getByRole('button', { name: 'Add Racers' }).click());
  await inDialog('Select an Event', () => page.getByRole('button', { name: 'Change Event' }).click());
  await inDialog('History', () => chooseFromMore(page, 'History'));
  await inDialog('Event settings', () => chooseFromMore(page, 'Event settings'));
  await inDialog('Share to your public group?', () => chooseFromShareMenu(page, 'Share to your public group'));
  await inDialog('Ada Swift', () => page.getByRole('button', { name: 'Ada Swift', exact: true }).click());
  await inDialog('Needs a look', () => needsLook(page).click());
  await inDialog('Keyboard', () => page.keyboard.press('?'));
});

test('Everybody can use the start gate and the rules of a race', { tag: ['@in-full', '@proof'] }, async ({ page }) => {
  await arrive(page);
  const race = await createFullRace(page);
  const [first, second] = ['Eva Roe', 'Cleo Lind'].map((name) => race.racerIds[name]!);
  const at = epochMs(Date.now() + 600_000);
  const slots = [
    { racerId: first!, order: 1, at },
    { racerId: second!, order: 2, at },
  ];
  await change(page.context().request, race, { type: 'schedule.set', slots });
  await expectUsable(page, `/timer?eventId=${race.eventId}&view=start`, OTHER_LOOKS);
  await page.getByRole('button', { name: 'DNS' }).click();
  await expect(page.getByText('Everybody has started')).toBeVisible();
  await expectNothingSerious(page, 'the gate with nobody left', OTHER_LOOKS);
  await expectUsable(page, `/timer?eventId=${race.eventId}&view=rules`, OTHER_LOOKS);
});

test('Everybody can use the other screens of a race', { tag: ['@in-full', '@proof'] }, async ({ page }) => {
  await arrive(page);
  const race = await createFullRace(page);
  const points = [{ line: 'split-1', name: 'Bridge' }];
  await change(page.context().request, race, { type: 'race.configure', settings: { points } });
  const views = ['start-list', 'check', 'rehearsal', 'paper', 'finish', 'splits', 'out', 'timers', 'rulings', 'shift'];
  for (const view of [...views, 'splits&point=split-1'])
    await expectUsable(page, `/timer?eventId=${race.eventId}&view=${view}`, OTHER_LOOKS);
});

test('Everybody can use the list of runs and its dialogs', { tag: ['@in-full', '@proof'] }, async ({ page }) => {
  await arrive(page);
  await expectUsable(page, '/analysis', OTHER_LOOKS);
  const ride = writeRide({ count: 60, start: '2024-06-01T10:00:00Z' });
  await page.getByLabel('Files to add').setInputFiles([
    { name: 'lunch.fit', mimeType: '', buffer: Buffer.from(ride) },
    { name: 'own.csv', mimeType: '', buffer: Buffer.from('foo,bar\n1,2\n3,4\n') },
    { name: 'empty.gpx', mimeType: '', buffer: Buffer.from('') },
  ]);
  await page.getByRole('checkbox', { name: 'Compare: lunch' }).check();
  await expect(page.getByText('This file is empty.', { exact: false })).toBeVisible();
  await expectNothingSerious(page, 'the list of runs', MAIN_LOOKS);
  for (const name of ['Share: lunch', 'Privacy zones', 'Choose columns', 'Add files: lunch']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNothingSerious(page, name, OTHER_LOOKS);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
