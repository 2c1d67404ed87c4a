import { EVENT, prepareRace, racers } from '../demo-video/race.mjs';

/** @typedef {import('./camera.mjs').Camera} Camera */
/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

/**
 * A helper's evening, as docs/guide/helpers.md tells it.
 * @param {Camera} camera
 */
export async function photographHelper({ openPhone, take, words: t }) {
  const coach = await openPhone();
  await coach.goto('/landing');
  await prepareRace(coach);
  await coach.goto('/homepage');
  await coach.getByRole('link', { name: t('Select: {0}', EVENT) }).click();
  await button(coach, t('More')).click();
  await coach.getByRole('menuitem', { name: t('Invite Admin') }).click();
  const link = await coach.getByRole('textbox', { name: t('Guest admin link') }).inputValue();
  await take(coach, 'invite');

  const page = await openPhone();
  await page.goto(link);
  await button(page, t('More')).waitFor();
  await button(page, `${t('Start')} ${racers.chioma.name}`).click();
  await button(page, `${t('Finish')} ${racers.chioma.name}`).waitFor();
  await take(page, 'helper-board');

  await page.context().setOffline(true);
  await button(page, `${t('Start')} ${racers.kenji.name}`).click();
  await button(page, `${t('Finish')} ${racers.kenji.name}`).waitFor();
  await take(page, 'no-signal');
  await page.context().setOffline(false);

  await button(page, t('More')).click();
  await page.getByRole('menuitem', { name: t('Finish line') }).click();
  await page.getByRole('heading', { level: 1, name: t('Finish line') }).waitFor();
  await page.getByText(t('Connection restored!')).waitFor({ state: 'hidden' });
  await page.locator('[data-surface]').tap();
  await page
    .getByRole('list', { name: t('Times to assign') })
    .getByRole('listitem')
    .waitFor();
  await page
    .getByRole('region', { name: t('Undo') })
    .getByText(racers.kenji.name)
    .waitFor({ state: 'hidden' });
  await take(page, 'finish-line');
}
