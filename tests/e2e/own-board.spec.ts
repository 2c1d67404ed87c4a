import type { Page } from '@playwright/test';
import type { EventState } from '../../src/domain/model/state.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, onCourseOf, openTimer, ranking, section, start, startButton, tapAs } from './race.ts';

/** Keeps the page's code from arriving until it is let go. */
async function holdCode(page: Page): Promise<() => void> {
  let letGo = () => undefined as void;
  const isLet = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isLet;
    await route.continue();
  });
  return letGo;
}

test('[PG2] An organiser reads the board before the timer’s code is there, and nothing moves when the timer comes to life', async ({
  page,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  const startedAt = Date.now() - 600_000;
  await tapAs(page.request, race, 'start', 'Ada', { at: startedAt });
  await tapAs(page.request, race, 'finish', 'Ada', { at: startedAt + 62_500 });
  await change(page.request, race, { type: 'event.configure', initialsOnly: true });
  await page.setViewportSize({ width: 390, height: 844 });
  const letGo = await holdCode(page);
  await page.goto(`/timer?eventId=${race.eventId}`, { waitUntil: 'commit' });
  expect(await ranking(page)).toEqual(['#1 Ada']);
  const button = startButton(page, 'Bo');
  await expect(button, 'a button that looks alive would lose a tap').toBeDisabled();
  await expect(page.getByRole('status').getByText('Opening the timer…')).toBeVisible();
  const before = await button.boundingBox();

  letGo();
  await expect(button).toBeEnabled();
  expect(await button.boundingBox()).toEqual(before);
  await start(page, 'Bo');
  await expect.poll(() => onCourseOf(page)).toEqual(['Bo']);
});

test('[V34] A spectator who came late has the organiser’s board when a reading that did not count is chosen', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  const startedAt = Date.now() - 600_000;
  await tapAs(page.request, race, 'start', 'Ada', { at: startedAt });
  await tapAs(page.request, race, 'finish', 'Ada', { at: startedAt + 62_500 });
  await tapAs(page.request, race, 'finish', 'Ada', { at: startedAt + 64_000 });
  const { event } = (await (await page.request.get(`/api/events/${race.eventId}`)).json()) as { event: EventState };
  const second = Object.values(event.taps).find(({ id }) => !Object.values(event.counting).includes(id))!;
  const spectator = await openBrowser();
  await spectator.goto(race.viewerLink);
  const times = (reader: Page) => section(reader, 'Leaderboard');
  await expect(times(spectator)).toContainText('01:02.50');
  await openTimer(page, race);
  await change(page.request, race, { type: 'tap.choose', tapId: second.id });
  await expect(times(spectator)).toContainText('01:04.00');
  await expect(times(page)).toContainText('01:04.00');
});
