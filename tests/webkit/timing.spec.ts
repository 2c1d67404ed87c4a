import { createRace, expect, logIn, openTimer, test } from './fixtures.ts';
import type { WebKitPage } from './webkit-page.ts';
import { readEvent } from '../e2e/device.ts';

const ON_COURSE = 'Racers On Course';
const INACTIVE = 'Inactive Racers';

async function start(page: WebKitPage, racer: string): Promise<void> {
  await page.press('button', `Start ${racer}`, { within: INACTIVE });
  await page.seeNot('button', `Start ${racer}`, { within: INACTIVE });
}

async function finish(page: WebKitPage, racer: string): Promise<void> {
  await page.press('button', `Finish ${racer}`, { within: ON_COURSE });
  await page.seeNot('button', `Finish ${racer}`, { within: ON_COURSE });
}

test('@main A coach signs in on an iPhone and times a race; the last tap is undone and made again', async ({
  coach,
  openWebKit,
}) => {
  const race = await createRace(coach.request, 'Hill climb', ['Ada', 'Bo']);
  const page = await openWebKit();
  await logIn(page, coach.email);
  await openTimer(page, race);
  await start(page, 'Ada');
  await start(page, 'Bo');
  await page.press('button', 'Undo', { within: 'Undo' });
  await page.see('button', 'Start Bo', { within: INACTIVE });
  await start(page, 'Bo');
  await finish(page, 'Bo');
  await finish(page, 'Ada');
  await page.see('button', 'Bo', { within: 'Leaderboard', exact: false });
  await expect
    .poll(async () => {
      const { taps } = await readEvent(coach.request, race.eventId);
      return Object.values(taps).length;
    })
    .toBeGreaterThanOrEqual(4);
});

test('A race goes on with no network, over a reload, and each tap arrives once', async ({
  coach,
  openWebKit,
  network,
}) => {
  const race = await createRace(coach.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
  const page = await openWebKit();
  await logIn(page, coach.email);
  await openTimer(page, race);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await start(page, 'Ada');
  network.cut();
  await start(page, 'Bo');
  await page.reload();
  await finish(page, 'Ada');
  await start(page, 'Cy');
  network.mend();
  await expect
    .poll(async () => Object.values((await readEvent(coach.request, race.eventId)).taps).length, { timeout: 60_000 })
    .toBe(4);
});
