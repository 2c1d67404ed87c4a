import type { Locator, Page } from '@playwright/test';
import { ENGLISH, type Words, wordsOf } from '../../scripts/lib/words-of.mjs';
import type { Boot } from '../../src/protocol/account.ts';
import { epochMs } from '../../src/domain/units.ts';
import { operatorPaths } from '../../src/protocol/operator.ts';
import { api } from '../../src/protocol/routes.ts';
import { startServer } from '../cluster/server.ts';
import { writeRide } from '../telemetry/support/write-fit.ts';
import { arrive, confirmAddressByMail, expect, getAccount, PASSWORD, test } from './fixtures.ts';
import { expectNothingSerious, expectUsable, MAIN_LOOKS, OTHER_LOOKS, WORD_LOOKS } from './looks.ts';
import { type Race, change, createRace, finishIn, openTimer, tapAs } from './race.ts';
import { otherLanguages, setLanguage } from './words.ts';

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

const needsLook = (page: Page, t: Words): Locator =>
  page.getByRole('button', { name: t('Needs a look: {0}', '').trim() });

async function chooseFrom(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

for (const language of [ENGLISH, ...otherLanguages]) {
  test.describe(language, language === ENGLISH ? {} : { tag: '@proof' }, () => {
    test.beforeEach(({ context, baseURL }) => setLanguage(context, baseURL!, language));
    tellStories(language);
  });
}

function tellStories(language: string): void {
  const t = wordsOf(language);
  const [mainLooks, otherLooks] = language === ENGLISH ? [MAIN_LOOKS, OTHER_LOOKS] : [WORD_LOOKS, WORD_LOOKS];

  test('Everybody can use the homepage and the timer', { tag: '@in-full' }, async ({ page }) => {
    await getAccount(page);
    const race = await createFullRace(page);
    await page.goto('/homepage');
    await expect(page.getByText(t('Finished: {0} / Total: {1}, On Course: {2}', '2', '5', '1'))).toBeVisible();
    await expectNothingSerious(page, '/homepage', mainLooks);
    await openTimer(page, race);
    await expect(needsLook(page, t)).toBeVisible();
    await expectNothingSerious(page, 'the timer', mainLooks);
  });

  test('Everybody can use the public pages', { tag: '@proof' }, async ({ page, openBrowser, baseURL }) => {
    await arrive(page);
    const race = await createFullRace(page);
    const { viewer } = (await (await page.context().request.get(api.boot)).json()) as Boot & {
      viewer: { userId: string };
    };
    const spectator = await openBrowser();
    await setLanguage(spectator.context(), baseURL!, language);
    await expectUsable(spectator, race.viewerLink, mainLooks);
    await expectUsable(spectator, `/events?id=${viewer.userId}`, mainLooks);
    await expectUsable(spectator, '/events?id=nobody', mainLooks);
  });

  test('Everybody can use the pages before signing in', { tag: '@proof' }, async ({ page }) => {
    for (const path of ['/landing', '/login', '/login?signup=true', '/forgot-password', '/reset-password?token=x'])
      await expectUsable(page, path, otherLooks);
    for (const path of ['/verify-email?token=x', '/not-my-account?token=x', '/stop-mail?token=x', '/landing?try'])
      await expectUsable(page, path, otherLooks);
    for (const path of ['/tos', '/privacypolicy']) await expectUsable(page, path, otherLooks);
  });

  test('Everybody can use the account and the checkout', { tag: ['@in-full', '@proof'] }, async ({ page }) => {
    await arrive(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNothingSerious(page, 'the homepage of somebody new', otherLooks);
    await expectUsable(page, '/buy-credits', otherLooks);
    await page.goto('/account#credits');
    await expect(page.getByRole('table', { name: t('Credit history') })).toBeVisible();
    await expectNothingSerious(page, '/account', otherLooks);
    await expectUsable(page, '/checkout?amount=350&price=19', otherLooks);
    await page.getByRole('button', { name: t('Pay Now · ${0}', '19') }).click();
    await expect(page.getByText(t('Enter the number of a test card.'))).toBeVisible();
    await expectNothingSerious(page, 'the checkout with something missing', otherLooks);
  });

  test('Everybody can use the dialogs of the timer', { tag: ['@in-full', '@proof'] }, async ({ page }) => {
    await getAccount(page);
    const race = await createFullRace(page);
    await change(page.context().request, race, { type: 'group.withdraw' });
    await expectUsable(page, '/timer', mainLooks);
    await openTimer(page, race);
    const inDialog = async (title: string, open: () => Promise<void>) => {
      await open();
      const dialog = page.getByRole('dialog', { name: title });
      await expect(dialog).toBeVisible();
      await expectNothingSerious(page, title, otherLooks);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    };
    await inDialog(t('Invite Guest Admin'), () => page.getByRole('button', { name: t('Invite Admin') }).click());
    await inDialog(t('Add Racers'), () => page.getByRole('button', { name: t('Add Racers') }).click());
    await inDialog(t('Select an Event'), () => page.getByRole('button', { name: t('Change Event') }).click());
    await inDialog(t('History'), () => chooseFrom(page, t('More'), t('History')));
    await inDialog(t('Event settings'), () => chooseFrom(page, t('More'), t('Event settings')));
    await inDialog(t('Share to your public group?'), () =>
      chooseFrom(page, t('Share'), t('Share to your public group')),
    );
    await inDialog('Ada Swift', () => page.getByRole('button', { name: 'Ada Swift', exact: true }).click());
    await inDialog(t('Needs a look'), () => needsLook(page, t).click());
    await inDialog(t('Keyboard'), () => page.keyboard.press('?'));
  });

  test(
    'Everybody can use the start gate and the rules of a race',
    { tag: ['@in-full', '@proof'] },
    async ({ page }) => {
      await getAccount(page);
      const race = await createFullRace(page);
      const [first, second] = ['Eva Roe', 'Cleo Lind'].map((name) => race.racerIds[name]!);
      const at = epochMs(Date.now() + 600_000);
      const slots = [
        { racerId: first!, order: 1, at },
        { racerId: second!, order: 2, at },
      ];
      await change(page.context().request, race, { type: 'schedule.set', slots });
      await expectUsable(page, `/timer?eventId=${race.eventId}&view=start`, otherLooks);
      await page.getByRole('button', { name: t('DNS') }).click();
      await expect(page.getByText(t('Everyone has started'))).toBeVisible();
      await expectNothingSerious(page, 'the gate with nobody left', otherLooks);
      await expectUsable(page, `/timer?eventId=${race.eventId}&view=rules`, otherLooks);
    },
  );

  test('Everybody can use the other screens of a race', { tag: ['@in-full', '@proof'] }, async ({ page }) => {
    await getAccount(page);
    const race = await createFullRace(page);
    const points = [{ line: 'split-1', name: 'Bridge' }];
    await change(page.context().request, race, { type: 'race.configure', settings: { points } });
    const views = [
      'start-list',
      'check',
      'rehearsal',
      'paper',
      'finish',
      'splits',
      'out',
      'timers',
      'rulings',
      'shift',
      'export',
    ];
    for (const view of [...views, 'splits&point=split-1'])
      await expectUsable(page, `/timer?eventId=${race.eventId}&view=${view}`, otherLooks);
  });

  test('Everybody can use the list of runs and its dialogs', { tag: ['@in-full', '@proof'] }, async ({ page }) => {
    await getAccount(page);
    await expectUsable(page, '/analysis', otherLooks);
    const ride = writeRide({ count: 60, start: '2024-06-01T10:00:00Z' });
    await page.getByLabel(t('Files to add')).setInputFiles([
      { name: 'lunch.fit', mimeType: '', buffer: Buffer.from(ride) },
      { name: 'own.csv', mimeType: '', buffer: Buffer.from('foo,bar\n1,2\n3,4\n') },
      { name: 'empty.gpx', mimeType: '', buffer: Buffer.from('') },
    ]);
    await page.getByRole('checkbox', { name: t('Compare: {0}', 'lunch') }).check();
    await expect(
      page.getByText(t('This file is empty. Copy it from the device again.'), { exact: false }),
    ).toBeVisible();
    await expectNothingSerious(page, 'the list of runs', mainLooks);
    for (const name of [
      t('Share: {0}', 'lunch'),
      t('Privacy zones'),
      t('Choose {0}', t('columns')),
      t('Add files: {0}', 'lunch'),
    ]) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNothingSerious(page, name, otherLooks);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  test('Everybody can use a run and two runs side by side', { tag: '@proof' }, async ({ page }) => {
    await getAccount(page);
    await page.goto('/analysis');
    const rides = ['monday', 'tuesday'].map((name, day) => ({
      name: `${name}.fit`,
      mimeType: '',
      buffer: Buffer.from(writeRide({ count: 60, start: `2024-06-0${day + 3}T10:00:00Z` })),
    }));
    await page.getByLabel(t('Files to add')).setInputFiles(rides);
    for (const name of ['monday', 'tuesday'])
      await page.getByRole('checkbox', { name: t('Compare: {0}', name) }).check();
    await page
      .getByRole('region', { name: t('Compare') })
      .getByRole('link', { name: t('Compare') })
      .click();
    await expect(page.getByRole('heading', { name: t('Compare runs') })).toBeVisible();
    await expectNothingSerious(page, 'two runs', otherLooks);
    await page.goto('/analysis');
    await page.getByRole('link', { name: 'monday', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNothingSerious(page, 'a run', otherLooks);
  });

  test('Everybody can use the page of the operator', { tag: '@proof' }, async ({ openBrowser }) => {
    const email = 'operator@example.org';
    const server = await startServer({ env: { OPERATORS: email } });
    try {
      const page = await openBrowser({ baseURL: server.url });
      const { request } = page.context();
      await request.post(api.signUp, { data: { username: 'Ada', email, password: PASSWORD } });
      await request.post(api.login, { data: { email, password: PASSWORD } });
      await confirmAddressByMail(page, server.dataDir, email);
      await setLanguage(page.context(), server.url, language);
      await expectUsable(page, operatorPaths.page, otherLooks);
    } finally {
      await server.stop();
    }
  });
}
