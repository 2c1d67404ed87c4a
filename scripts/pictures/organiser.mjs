import { randomUUID } from 'node:crypto';
import { EVENT, prepareRace, racers } from '../demo-video/race.mjs';

/** @typedef {import('./camera.mjs').Camera} Camera */

const NAMES = Object.values(racers).map(({ name }) => name);

/**
 * The first race of an organiser, from the account to the first starts, as docs/guide/first-race.md tells it.
 * @param {Camera} camera
 */
export async function photographOrganiser({ openPhone, take, words: t }) {
  const page = await openPhone();
  /** @param {string} name */
  const button = (name) => page.getByRole('button', { name, exact: true });
  const password = randomUUID();

  await page.goto('/login?signup=true');
  await page.getByLabel(t('Username')).fill('Ada Swift');
  await page.getByLabel(t('Email')).fill('ada@example.org');
  await page.getByLabel(t('Password'), { exact: true }).fill(password);
  await take(page, 'sign-up');
  await button(t('Sign Up')).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await page.getByLabel(t('Email')).fill('ada@example.org');
  await page.getByLabel(t('Password'), { exact: true }).fill(password);
  await button(t('Login')).click();
  await page.waitForURL('**/homepage');

  await button(t('Add many')).click();
  const paste = page.getByRole('dialog', { name: t('Add many') });
  await paste.getByRole('textbox').fill(NAMES.join('\n'));
  const add = paste.getByRole('button', { name: String(NAMES.length) });
  await add.waitFor();
  await take(page, 'add-many');
  await add.click();
  await paste.waitFor({ state: 'detached' });

  await page.goto('/timer');
  await page.getByLabel(t('Race name')).fill(EVENT);
  await take(page, 'create-event');
  // The button says its price too.
  await page.getByRole('button', { name: t('Create Event') }).click();
  await button(t('Add Racers')).click();
  const picker = page.getByRole('dialog', { name: t('Add Racers') });
  await picker.getByRole('checkbox', { name: t('Select all {0}', String(NAMES.length)) }).check();
  await take(page, 'add-racers');
  await picker.getByRole('button', { name: t('Add Selected Racers{0}', ` (${NAMES.length})`) }).click();
  await picker.waitFor({ state: 'detached' });

  const [first, second, third] = /** @type {[string, string, string]} */ (NAMES.toSorted());
  for (const name of [first, second, third]) {
    await button(`${t('Start')} ${name}`).click();
    await button(`${t('Finish')} ${name}`).waitFor();
  }
  await take(page, 'start');
}

/**
 * The same race later in the evening, with times of minutes: its finish, its links and its board on the wall.
 * @param {Camera} camera
 */
export async function photographResults({ openPhone, openLaptop, take, words: t }) {
  const page = await openPhone();
  /** @param {string} name */
  const button = (name) => page.getByRole('button', { name, exact: true });
  const { dana } = racers;
  await page.goto('/landing');
  await prepareRace(page, 'grace@example.org');
  await page.goto('/homepage');
  await page.getByRole('link', { name: t('Select: {0}', EVENT) }).click();
  await button(`${t('Finish')} ${dana.name}`).click();
  const told = page.getByText(t('Race finished!'));
  await told.waitFor();
  await page
    .getByRole('region', { name: t('Leaderboard') })
    .getByText(dana.name)
    .waitFor();
  await told.waitFor({ state: 'hidden' });
  await take(page, 'finish');

  await button(t('Share')).click();
  await page.getByRole('menuitem', { name: t('Show viewer QR code') }).waitFor();
  await take(page, 'share');
  await page.getByRole('menuitem', { name: t('Show viewer QR code') }).click();
  const link = await page.getByRole('textbox', { name: t('Viewer link') }).inputValue();

  const wall = await openLaptop();
  await wall.goto(link);
  await wall
    .getByRole('region', { name: t('Leaderboard') })
    .getByText(dana.name)
    .waitFor();
  await take(wall, 'viewer');
}
