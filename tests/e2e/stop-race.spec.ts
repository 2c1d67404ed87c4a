import { epochMs } from '../../src/domain/units.ts';
import { api } from '../../src/protocol/routes.ts';
import { screenPath } from '../../src/protocol/screen-address.ts';
import type { EventScreen } from '../../src/protocol/screens.ts';
import { readEvent } from './device.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { change, openTool, createRace, joinByLink, openTimer, startButton, tapAs } from './race.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

test('[STOP1] [STOP2] [STOP4] [GATE12] [SC13] [SP10] An accident: the organiser stops the race, a start at the gate without a signal is kept and asks, and the race goes on', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo', 'Cy', 'Dee']);
  const now = Date.now();
  const slots = ['Bo', 'Cy', 'Dee'].map((name, order) => ({
    racerId: race.racerIds[name]!,
    order,
    at: epochMs(now + 600_000 + order * 60_000),
  }));
  await change(page.request, race, { type: 'schedule.set', slots });
  await tapAs(page.request, race, 'start', 'Ada', { at: now - 60_000 });

  const gate = await openBrowser(PHONE);
  await joinByLink(gate, race.adminLink, race.name);
  await gate.goto(`/timer?eventId=${race.eventId}&view=start`);
  await expect(gate.getByRole('button', { name: 'Start: Bo' })).toBeEnabled();
  await expect(gate.getByText(/Clock ±/)).toBeVisible();
  const spectator = await openBrowser(PHONE);
  await spectator.goto(race.viewerLink);
  await expect(spectator.getByText(/\d watching/)).toBeVisible();
  const data = { id: crypto.randomUUID(), name: 'Clock' };
  const made = await page.request.post(api.screens.replace(':eventId', race.eventId), { data });
  const { key } = (await made.json()) as EventScreen;
  const clock = await openBrowser(PHONE);
  await clock.goto(screenPath(race.eventId, 'clock', key));
  await expect(clock.getByLabel('Time of day')).toBeVisible();

  await gate.context().setOffline(true);
  await openTimer(page, race);
  await openTool(page, 'Stop the race');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop the race' }).click();
  const stopped = page.getByRole('main');
  await expect(stopped.getByRole('alert')).toContainText('Race stopped');
  await expect(page.getByRole('region', { name: 'Racers who were stopped' })).toContainText(
    /Ada.*last seen at the start/s,
  );
  await expect(spectator.getByRole('alert')).toHaveText('Race stopped');
  await expect(clock.getByRole('alert')).toHaveText('Race stopped');
  await page.getByRole('button', { name: 'Back to the race' }).click();
  await expect(startButton(page, 'Bo')).toBeDisabled();

  // The gate has not heard of it: Bo leaves.
  await gate.getByRole('button', { name: 'Start: Bo' }).click();
  await expect(gate.getByRole('region', { name: /^Started/ })).toContainText('Bo');
  await gate.context().setOffline(false);
  await expect(gate.getByRole('alert')).toContainText('Race stopped');
  await expect(gate.locator('[data-start-button]')).toBeDisabled();
  await expect(page.getByText(/1 start since then, kept/)).toBeAttached();

  await page.goto(`/timer?eventId=${race.eventId}&view=stop`);
  const runs = page.getByRole('region', { name: 'Racers who were stopped' });
  await expect(runs.getByRole('listitem')).toHaveCount(2);
  await expect(runs.getByRole('listitem').filter({ hasText: 'Bo' })).toContainText('Keep the start?');
  await page.getByRole('button', { name: 'Run again: Ada' }).click();
  await page.getByRole('button', { name: 'Keep: Bo' }).click();
  await expect(runs).toHaveCount(0);

  await page.getByRole('button', { name: 'Resume the race' }).click();
  await expect(page.getByText('The race resumes').first()).toBeVisible();
  await expect(spectator.getByRole('alert')).toHaveCount(0);
  await expect(clock.getByRole('alert')).toHaveCount(0);
  await expect(gate.getByRole('alert')).toHaveCount(0);
  const event = await readEvent(page.request, race.eventId);
  const movedBy = (name: string) =>
    event.entries[race.racerIds[name]!]!.slot!.at! - slots.find(({ racerId }) => racerId === race.racerIds[name])!.at;
  expect(movedBy('Bo')).toBe(0);
  expect(movedBy('Cy')).toBeGreaterThan(0);
  expect(movedBy('Cy')).toBe(movedBy('Dee'));
  expect(event.counting[`${race.racerIds['Bo']} start 1`]).toBeDefined();
  expect(event.counting[`${race.racerIds['Ada']} start 1`]).toBeUndefined();
});
