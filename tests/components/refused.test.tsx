import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { type OpenedRace, openRace } from './open-race.tsx';
import { button, toasts } from './parts.ts';

/** Goes offline for what `times` does; the server refuses it once there is a signal again, and nothing that comes later. */
async function refuseOffline(race: OpenedRace, times: () => Promise<void>): Promise<void> {
  race.cut();
  await expect.element(page.getByText(/^No signal/)).toBeVisible();
  await times();
  await expect.element(toasts).not.toHaveTextContent(/Failed/);
  race.fill();
  race.mend();
  await race.sent();
  race.fill(false);
}

async function dismiss(chip: Locator, title: string): Promise<void> {
  await chip.click();
  const why = page.getByRole('alertdialog', { name: title });
  await expect
    .element(why)
    .toHaveTextContent(/The tap doesn’t count\. Its time was \d\d:\d\d:\d\d\.\d\d. Write it down\./);
  await why.getByRole('button', { name: 'Dismiss' }).click();
}

const remove = (race: OpenedRace, name: string) =>
  race.elsewhere({ type: 'entry.remove', racerId: race.racerIds[name]! });

const chips = page.getByRole('button', { name: /refused.*: why\?$/ });

test('[WY5] A start at the gate that is refused after an outage is said above the buttons, also of a racer who was removed', async () => {
  const race = await openRace({ names: ['Ada', 'Bo'], view: 'start' });
  await refuseOffline(race, async () => {
    await button('Start: Ada').click();
    await expect.element(page.getByText(/^Ada started/)).toBeVisible();
    await expect.element(page.getByText('No signal. Keep timing: 1 tap saved on this phone.')).toBeVisible();
    await remove(race, 'Ada');
  });
  const chip = button('Ada: Start refused: why?');
  await expect.element(chip).toBeVisible();
  await expect.element(page.getByText(/^Ada started/)).not.toBeInTheDocument();
  await expect.element(toasts).toHaveTextContent('Ada: Start refused. The tap doesn’t count.');
  await race.reload();
  await expect.element(button('Start: Bo'), { message: 'Ada was removed' }).toBeVisible();
  await dismiss(chip, 'Start refused');
  await expect.element(chips).not.toBeInTheDocument();
});

test('[WY5] Times at the finish that are refused after an outage keep their rows, one with a racer and one without', async () => {
  const race = await openRace({
    names: ['Ada', 'Bo'],
    view: 'finish',
    async before({ tapElsewhere }) {
      for (const name of ['Ada', 'Bo']) await tapElsewhere('start', name, 600);
    },
  });
  const rows = page.getByRole('list', { name: 'Times to assign' }).getByRole('listitem');
  const texts = () => rows.elements().map((row) => row.textContent);
  const surface = () => page.elementLocator(document.querySelector('[data-surface]')!);
  await refuseOffline(race, async () => {
    for (const count of [1, 2]) {
      await surface().click();
      await expect.poll(texts).toHaveLength(count);
    }
    await rows
      .first()
      .getByRole('button', { name: /to Ada$/ })
      .click();
    await expect.poll(() => texts()[0]).toContain('Ada');
    await expect.element(page.getByText('No signal, 2 taps saved')).toBeVisible();
    await remove(race, 'Ada');
  });
  const refused = /^\d\d:\d\d:\d\d\.\d\dFinish refused: why\?$/;
  await expect.poll(texts).toEqual([expect.stringMatching(refused), expect.stringMatching(refused)]);
  await expect.element(toasts).toHaveTextContent(/refused/);
  await race.reload();
  await expect.poll(texts).toHaveLength(2);
  await dismiss(chips.first(), 'Finish refused');
  await expect.poll(() => chips.elements()).toHaveLength(1);
  await surface().click();
  // The next time waits as ever.
  await expect.poll(() => texts().filter((text) => text.includes('Other…'))).toHaveLength(1);
});

test('[WY5] Racers whose times at a point are refused after an outage say so in their rows, one who was removed above them', async () => {
  const race = await openRace({
    names: ['Ada', 'Bo'],
    view: 'splits',
    async before({ elsewhere, tapElsewhere }) {
      await elsewhere({ type: 'race.configure', settings: { points: [{ line: 'p1', name: 'Bridge' }] } });
      for (const name of ['Ada', 'Bo']) await tapElsewhere('start', name, 600);
    },
  });
  await button('Time here with this phone').click();
  const list = page.getByRole('list', { name: 'Expected at Bridge' });
  const row = list.getByRole('listitem').filter({ hasText: 'Ada' });
  await refuseOffline(race, async () => {
    for (const name of ['Ada', 'Bo']) {
      await button(`Passed ${name}`).click();
      await expect.element(button(`Undo ${name}`)).toBeVisible();
    }
    await expect.element(page.getByText('No signal. Keep timing: 2 taps saved on this phone.')).toBeVisible();
    await remove(race, 'Bo');
  });
  await expect.element(row).toHaveTextContent(/Time refused: why\?/);
  await expect.element(button('Passed Ada'), { message: 'Ada can be timed again' }).toBeEnabled();
  await expect.element(button('Bo: Time refused: why?')).toBeVisible();
  await race.reload();
  await dismiss(button('Bo: Time refused: why?'), 'Time refused');
  await expect.poll(() => chips.elements()).toHaveLength(1);
  await dismiss(row.getByRole('button', { name: 'Time refused: why?' }), 'Time refused');
  await expect.element(chips).not.toBeInTheDocument();
});
