import { readEvent } from '../e2e/device.ts';
import { createRace, expect, logIn, openTimer, test } from './fixtures.ts';
import { finish, onLeaderboard, start } from './race.ts';
import type { WebKitPage } from './webkit-page.ts';

/** Runs in the page. */
const countKeptEvents = () =>
  new Promise<number>((resolve, reject) => {
    const opening = indexedDB.open('pushoff');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const counting = opening.result.transaction('events').objectStore('events').count();
      counting.addEventListener('error', () => reject(counting.error));
      counting.addEventListener('success', () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });

/** Waits until the app and its event open without a network. */
async function untilKept(page: WebKitPage): Promise<void> {
  const stateOfWorker = async () => (await navigator.serviceWorker.getRegistration())?.active?.state;
  await expect.poll(() => page.evaluate(stateOfWorker)).toBe('activated');
  await expect.poll(() => page.evaluate(countKeptEvents)).toBe(1);
}

test('A coach signs in and times a race, and takes a tap back', { tag: '@main' }, async ({ coach, openWebKit }) => {
  const race = await createRace(coach.request, 'Hill climb', ['Ada', 'Bo']);
  const page = await openWebKit();
  await logIn(page, coach.email);
  await openTimer(page, race);
  await start(page, 'Ada');
  await start(page, 'Bo');
  await page.press('button', 'Undo', { within: 'Undo' });
  await page.see('button', 'Start Bo');
  await finish(page, 'Ada');
  await expect.poll(() => onLeaderboard(page)).toEqual(['Ada']);
  const counted = async () => {
    const { taps } = await readEvent(coach.request, race.eventId);
    return Object.values(taps).filter(({ undone }) => !undone).length;
  };
  await expect.poll(counted).toBe(2);
});

test(
  'A race goes on with no network, over a reload, and each tap arrives once',
  { tag: '@main' },
  async ({ coach, openWebKit, network }) => {
    const race = await createRace(coach.request, 'Hill climb', ['Ada', 'Bo', 'Cy']);
    const page = await openWebKit();
    await logIn(page, coach.email);
    await openTimer(page, race);
    await untilKept(page);
    await start(page, 'Ada');
    network.cut();
    await start(page, 'Bo');
    await page.reload();
    await finish(page, 'Ada');
    await start(page, 'Cy');
    network.mend();
    const lines = async () => {
      const { taps } = await readEvent(coach.request, race.eventId);
      return Object.values(taps)
        .map(({ line, racerId }) => `${line} ${Object.entries(race.racerIds).find(([, id]) => id === racerId)?.[0]}`)
        .toSorted();
    };
    await expect.poll(lines, { timeout: 90_000 }).toEqual(['finish Ada', 'start Ada', 'start Bo', 'start Cy']);
  },
);

test(
  '[EN11] A tap made as the page is left is kept, and the next page can store at once',
  { tag: '@main' },
  async ({ coach, openWebKit }) => {
    const racers = ['Ada', 'Bo', 'Cy'];
    const race = await createRace(coach.request, 'Hill climb', racers);
    const page = await openWebKit();
    await logIn(page, coach.email);
    for (const racer of racers) {
      await openTimer(page, race);
      // Until the timer is loaded, the board that came with the page is there, with buttons that cannot be pressed.
      const button = `[aria-label="Start ${racer}"]:enabled`;
      await expect
        .poll(() => page.evaluate((selector) => document.querySelector(selector) !== null, button))
        .toBe(true);
      await page.evaluate((selector) => {
        document.querySelector<HTMLElement>(selector)!.click();
        // Frozen with the page: what the storage has not finished by now.
        location.assign('/homepage');
      }, button);
      await page.see('link', 'Buy Credits');
    }
    await openTimer(page, race);
    const started = async () => Object.values((await readEvent(coach.request, race.eventId)).taps).length;
    await expect.poll(started).toBe(racers.length);
  },
);

/** Runs in the page. */
const endUnfinished = () =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('pushoff');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('observations', 'readwrite');
      transaction.addEventListener('abort', () => {
        opening.result.close();
        resolve();
      });
      const reading = { origin: 1, monotonic: 1, wall: 1 };
      const putting = transaction.objectStore('observations').put({ reading, common: 1, uncertainty: 1 });
      putting.addEventListener('success', () => transaction.abort());
    });
  });

test('[EN11] What the storage has not finished holds up no tap', async ({ coach, openWebKit, network }) => {
  const race = await createRace(coach.request, 'Hill climb', ['Ada', 'Bo']);
  const page = await openWebKit();
  await logIn(page, coach.email);
  await openTimer(page, race);
  await untilKept(page);
  network.cut();
  await start(page, 'Ada');
  await page.evaluate(endUnfinished);
  await page.reload();
  await page.see('button', 'Finish Ada');
  network.mend();
  await start(page, 'Bo');
  const started = async () => Object.values((await readEvent(coach.request, race.eventId)).taps).length;
  await expect.poll(started).toBe(2);
});

test('[EN1] A part of the page that did not arrive opens as soon as the network is back', async ({
  coach,
  openWebKit,
  network,
}) => {
  const race = await createRace(coach.request, 'Hill climb', ['Ada']);
  // A worker would have stored every part of the app already.
  const page = await openWebKit('--features=!ServiceWorkers');
  await page.goto(race.adminLink);
  await page.see('button', 'Start Ada');
  await page.press('button', 'More');
  network.cut();
  await page.press('menuitem', 'Keyboard');
  await page.seeText('This part of the page didn’t arrive.');
  await page.press('button', 'OK');
  network.mend();
  await page.press('button', 'More');
  await page.press('menuitem', 'Keyboard');
  await page.see('heading', 'Keyboard', { exact: false });
});
