import type { Page } from '@playwright/test';
import type { Boot, SignedInViewer } from '../../src/protocol/account.ts';
import { api } from '../../src/protocol/routes.ts';
import { expect, getAccount, test } from './fixtures.ts';
import {
  chooseFromMore,
  chooseFromShareMenu,
  createRace,
  inactiveOf,
  openTimer,
  start,
  startButton,
  tapAs,
  toasts,
} from './race.ts';

const NOTHING = 'No events available in this group.';

/** The user's own public page: the id of its group is the user's id. */
async function publicPageOf(page: Page): Promise<string> {
  const { viewer } = (await (await page.request.get(api.boot)).json()) as Boot;
  return `/events?id=${(viewer as SignedInViewer).userId}`;
}

test('[WY11] [WY12] An event shared to the public group is listed there at once, opens read-only, and disappears when it is withdrawn', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada Swift']);
  await openTimer(page, race);
  const visitor = await openBrowser();
  await visitor.goto(await publicPageOf(page));
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Events Shared with Group: public');
  await expect(visitor.getByText(NOTHING, { exact: true })).toBeVisible();

  await chooseFromShareMenu(page, 'Share to your public group');
  const asked = page.getByRole('dialog', { name: 'Share to your public group?' });
  await expect(asked).toContainText('Everyone who has the address of your public page can follow this event');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(visitor.getByText(NOTHING, { exact: true })).toBeVisible();
  await chooseFromShareMenu(page, 'Share to your public group');
  await asked.getByRole('switch', { name: 'Initials only' }).click();
  await asked.getByRole('button', { name: 'Share' }).click();
  await expect(toasts(page)).toContainText('Event shared to your public group successfully!');
  await expect(visitor.getByRole('heading', { name: 'Hill climb' })).toBeVisible();
  await expect(visitor.getByRole('main'), 'WY12').toContainText('Shared by Coach');
  await expect(visitor.getByText(NOTHING)).toHaveCount(0);
  await visitor.getByRole('link', { name: 'View Event' }).click();
  await expect(startButton(visitor, 'A. S.')).toBeDisabled();
  await visitor.goBack();

  await chooseFromShareMenu(page, 'Remove from your public group');
  await expect(toasts(page)).toContainText('Event removed from your public group.');
  await expect(visitor.getByText(NOTHING, { exact: true })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'View Event' })).toHaveCount(0);
});

test('Sharing with no network says that it failed, and shares nothing later', async ({ page, context }) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  await openTimer(page, race);
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await context.setOffline(true);
  await chooseFromShareMenu(page, 'Share to your public group');
  await expect(toasts(page)).toContainText('Failed to share event. Please try again.');
  await context.setOffline(false);
  await start(page, 'Ada');
  await page.goto(await publicPageOf(page));
  await expect(page.getByText(NOTHING, { exact: true })).toBeVisible();
});

test('An address of no group says so', async ({ page }) => {
  for (const search of ['?id=nobody', '', '?id=', `?id=${'x'.repeat(500)}`, '?id=%00']) {
    await page.goto(`/events${search}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unknown Group');
    await expect(page.getByText(NOTHING, { exact: true })).toBeVisible();
  }
});

test('A viewer sees initials at once when the owner wants it, and names again when not @proof', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'School race', ['Ada Swift', 'Bo Quick']);
  await openTimer(page, race);
  const viewer = await openBrowser();
  await viewer.goto(race.viewerLink);
  await expect.poll(() => inactiveOf(viewer)).toEqual(['Ada Swift', 'Bo Quick']);

  await chooseFromMore(page, 'Event settings');
  const initials = page.getByRole('switch', { name: 'Initials only' });
  await initials.click();
  await expect.poll(() => inactiveOf(viewer)).toEqual(['A. S.', 'B. Q.']);
  await expect(startButton(page, 'Ada Swift')).toBeVisible();
  expect(await (await viewer.request.get(race.viewerLink)).text()).not.toContain('Swift');
  await tapAs(page.request, race, 'start', 'Ada Swift');
  await expect(viewer.getByRole('button', { name: 'Finish A. S.' })).toBeVisible();

  await initials.click();
  await expect.poll(() => inactiveOf(viewer)).toEqual(['Bo Quick']);
  await expect(viewer.getByRole('button', { name: 'Finish Ada Swift' })).toBeVisible();
});

test('[V12] [PG1] Public pages ask not to be indexed unless the owner wants it @proof', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  await openTimer(page, race);
  const robot = (await openBrowser()).request;
  const robotsTag = async (path: string) => (await robot.get(path)).headers()['x-robots-tag'];
  const others = [race.adminLink, '/timer', await publicPageOf(page), `/timer?eventId=${race.eventId}`];
  for (const path of [race.viewerLink, ...others]) expect(await robotsTag(path), path).toBe('noindex');

  await chooseFromMore(page, 'Event settings');
  const mayList = page.getByRole('switch', { name: 'Let search engines find this event' });
  await mayList.click();
  await expect.poll(() => robotsTag(race.viewerLink)).toBeUndefined();
  for (const path of others) expect(await robotsTag(path), path).toBe('noindex');
  await mayList.click();
  await expect.poll(() => robotsTag(race.viewerLink)).toBe('noindex');
});
