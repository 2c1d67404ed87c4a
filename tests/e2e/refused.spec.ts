import type { Locator, Page } from '@playwright/test';
import { arrive, expect, test } from './fixtures.ts';
import { change, createRace, openView, type Race, tapAs, toasts } from './race.ts';
import { refuseCommands } from './refuse.ts';

/** Goes offline for what `times` does; the server refuses it once there is a signal again. */
async function refuseOffline(page: Page, times: () => Promise<void>): Promise<void> {
  const refuse = await refuseCommands(page);
  await page.context().setOffline(true);
  await expect(page.getByText(/^No signal/)).toBeVisible();
  await times();
  await expect(toasts(page)).not.toContainText('Failed');
  await page.context().setOffline(false);
  await refuse();
}

async function dismiss(page: Page, chip: Locator, title: string): Promise<void> {
  await chip.click();
  const why = page.getByRole('alertdialog', { name: title });
  await expect(why).toContainText(/The tap does not count\. Its time was \d\d:\d\d:\d\d\.\d\d: write it down\./);
  await why.getByRole('button', { name: 'Dismiss' }).click();
}

const remove = (page: Page, race: Race, name: string): Promise<void> =>
  change(page.request, race, { type: 'entry.remove', racerId: race.racerIds[name]! });

const chips = (page: Page): Locator => page.getByRole('button', { name: /refused.*: why\?$/ });

test('[WY5] A start at the gate that is refused after an outage is said above the buttons, also of a racer who was removed', async ({
  page,
}) => {
  await arrive(page);
  const race = await createRace(page.request, 'Club ten', ['Ada', 'Bo']);
  await openView(page, race, 'start', 'Start gate');
  await refuseOffline(page, async () => {
    await page.getByRole('button', { name: 'Start: Ada' }).click();
    await expect(page.getByText(/^Ada started/)).toBeVisible();
    await expect(page.getByText('No signal. Keep timing: 1 tap saved on this phone.')).toBeVisible();
    await remove(page, race, 'Ada');
  });
  const chip = page.getByRole('button', { name: 'Ada: Start refused: why?' });
  await expect(chip).toBeVisible();
  await expect(page.getByText(/^Ada started/)).toHaveCount(0);
  await expect(toasts(page)).toContainText('Ada: Start refused. The tap does not count.');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Start: Bo' }), 'Ada was removed').toBeVisible();
  await dismiss(page, chip, 'Start refused');
  await expect(chips(page)).toHaveCount(0);
});

test('[WY5] Times at the finish that are refused after an outage keep their rows, one with a racer and one without', async ({
  page,
}) => {
  await arrive(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  for (const name of ['Ada', 'Bo']) await tapAs(page.request, race, 'start', name, { at: Date.now() - 600_000 });
  await openView(page, race, 'finish', 'Finish line');
  const rows = page.getByRole('list', { name: 'Times that wait for a racer' }).getByRole('listitem');
  await refuseOffline(page, async () => {
    for (const count of [1, 2]) {
      await page.locator('[data-surface]').click();
      await expect(rows).toHaveCount(count);
    }
    await rows
      .first()
      .getByRole('button', { name: /to Ada$/ })
      .click();
    await expect(rows.first()).toContainText('Ada');
    await expect(page.getByText('No signal, 2 taps saved')).toBeVisible();
    await remove(page, race, 'Ada');
  });
  await expect(rows).toHaveText([
    /^\d\d:\d\d:\d\d\.\d\dFinish refused: why\?$/,
    /^\d\d:\d\d:\d\d\.\d\dFinish refused: why\?$/,
  ]);
  await expect(toasts(page)).toContainText('refused');
  await page.reload();
  await expect(rows).toHaveCount(2);
  await dismiss(page, chips(page).first(), 'Finish refused');
  await expect(chips(page)).toHaveCount(1);
  await page.locator('[data-surface]').click();
  await expect(rows.filter({ hasText: 'Other…' }), 'the next time waits as ever').toHaveCount(1);
});

test('[WY5] Racers whose times at a point are refused after an outage say so in their rows, one who was removed above them', async ({
  page,
}) => {
  await arrive(page);
  const race = await createRace(page.request, 'Over the bridge', ['Ada', 'Bo']);
  await change(page.request, race, { type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Bridge' }] } });
  for (const name of ['Ada', 'Bo']) await tapAs(page.request, race, 'start', name, { at: Date.now() - 600_000 });
  await openView(page, race, 'splits&point=p1', 'Bridge');
  const row = page.getByRole('list', { name: 'Expected at Bridge' }).getByRole('listitem').filter({ hasText: 'Ada' });
  await refuseOffline(page, async () => {
    for (const name of ['Ada', 'Bo']) {
      await page.getByRole('button', { name: `Passed ${name}` }).click();
      await expect(page.getByRole('button', { name: `Undo ${name}` })).toBeVisible();
    }
    await expect(page.getByText('No signal. Keep timing: 2 taps saved on this phone.')).toBeVisible();
    await remove(page, race, 'Bo');
  });
  await expect(row).toContainText('Time refused: why?');
  await expect(page.getByRole('button', { name: 'Passed Ada' }), 'Ada can be timed again').toBeEnabled();
  await expect(page.getByRole('button', { name: 'Bo: Time refused: why?' })).toBeVisible();
  await page.reload();
  await dismiss(page, page.getByRole('button', { name: 'Bo: Time refused: why?' }), 'Time refused');
  await expect(chips(page)).toHaveCount(1);
  await dismiss(page, row.getByRole('button', { name: 'Time refused: why?' }), 'Time refused');
  await expect(chips(page)).toHaveCount(0);
});
