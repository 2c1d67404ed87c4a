import type { Locator, Page } from '@playwright/test';
import type { EventState, Tap } from '../../src/domain/model/state.ts';
import type { SharedFinish } from '../../src/protocol/picture-facts.ts';
import { type ListedFinishes, picturePath } from '../../src/protocol/pictures.ts';
import { readEvent, untilSent } from './device.ts';
import { cameraArgs, FPS, readNumber, waitForFrame, writeFilm } from './fake-camera.ts';
import { createFinger, middleOf, PHONE } from './finger.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { expectNothingSerious, OTHER_LOOKS } from './looks.ts';
import { change, chooseFromMore, createRace, openTimer, openView, type Race, section, tapAs, undoBar } from './race.ts';
import { record } from './timer-trace.ts';

const RIDERS = [
  { at: 4, speed: 8, bright: 225 },
  { at: 8, speed: 6, bright: 45 },
];
const film = writeFilm(RIDERS, 11);
test.afterAll(() => film.remove());
test.use({
  ...PHONE,
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cameraArgs(film.file)] }),
    { scope: 'worker' },
  ],
});

const finishesOf = ({ taps }: EventState): Tap[] => Object.values(taps).filter(({ line }) => line === 'finish');

async function createStarted(page: Page): Promise<Race> {
  const race = await createRace(page.request, 'Hill climb', ['Ada', 'Bo']);
  const bibs = ['Ada', 'Bo'].map((name, index) => ({ racerId: race.racerIds[name]!, bib: String(index + 1) }));
  await change(page.request, race, { type: 'bibs.set', bibs });
  await tapAs(page.request, race, 'start', 'Ada', { at: Date.now() - 600_000 });
  await tapAs(page.request, race, 'start', 'Bo', { at: Date.now() - 570_000 });
  return race;
}

async function openCamera(page: Page, race: Race): Promise<void> {
  await openView(page, race, 'finish', 'Finish line');
  await page.getByRole('button', { name: 'Finish camera' }).click();
  await expect(page.getByRole('dialog', { name: 'Finish camera' })).toBeVisible();
  await page.waitForFunction(
    () => (document.querySelector<HTMLVideoElement>('[data-picture] > video')?.videoWidth ?? 0) > 0,
  );
}

test('[EYE15] A finish through a real camera’s way: the thumb taps, the camera’s time is looked at, used and given, and one more is read off the strip @proof', async ({
  page,
}) => {
  await getAccount(page);
  const race = await createStarted(page);
  await openCamera(page, race);
  const finger = await createFinger(page);
  const surface = await middleOf(page.locator('[data-surface]'));
  // The empty road is known after a second; the film plays again and again.
  await waitForFrame(page, 60);
  await waitForFrame(page, RIDERS[0]!.at * FPS + 5);
  await finger.down(surface);
  await finger.up();
  await page.getByRole('button', { name: 'Offers 1' }).click();
  const offer = page.getByRole('list', { name: 'Times that the camera offers' }).getByRole('listitem');
  await expect(offer).toHaveText(/camera: 0\.\d\d s earlier/);
  await offer.getByRole('button', { name: /camera: / }).click();
  await expect(page.getByText('The picture at the cursor')).toBeVisible();
  expect(Math.abs((await readNumber(page, 'canvas')) - RIDERS[0]!.at * FPS)).toBeLessThanOrEqual(1.5);
  await offer.getByRole('button', { name: /^Use the camera/ }).click();
  await expect(undoBar(page)).toContainText('1 time taken from the camera');
  await page.getByRole('button', { name: 'Waiting 1' }).click();
  await page.getByRole('button', { name: / to 1 Ada$/ }).click();

  // The second rider is nobody's tap: the picture where the cursor stands says which frame it is.
  await page.getByRole('button', { name: 'Live' }).click();
  await waitForFrame(page, RIDERS[1]!.at * FPS + 15);
  const strip = page.getByRole('slider', { name: 'Photo finish' });
  const box = (await strip.boundingBox())!;
  await strip.click({ position: { x: box.width / 2, y: box.height - 20 } });
  const number = async () => (await readNumber(page, 'canvas')) - RIDERS[1]!.at * FPS;
  await expect(page.getByText('The picture at the cursor')).toBeVisible();
  await expect(async () => {
    const off = await number();
    if (Math.abs(off) > 1) await strip.press(off > 0 ? 'ArrowLeft' : 'ArrowRight');
    expect(Math.abs(await number())).toBeLessThanOrEqual(1);
  }).toPass({ intervals: [100] });
  await page.getByRole('button', { name: /^Take this time/ }).click();
  await page.getByRole('button', { name: / to 2 Bo$/ }).click();
  await untilSent(page);
  const taps = finishesOf(await readEvent(page.request, race.eventId));
  const seen = taps.filter((tap) => tap.seen !== undefined);
  expect(new Set(seen.map(({ racerId }) => racerId))).toEqual(new Set(Object.values(race.racerIds)));
  expect(seen.every((tap) => !tap.undone && tap.seen! >= 50 && tap.seen! < 200)).toBe(true);
  await expectNothingSerious(page, 'Finish camera', OTHER_LOOKS);
  // The thumb's own time stays in the log.
  expect(taps.filter((tap) => tap.seen === undefined)).toMatchObject([{ undone: true, via: 'surface' }]);
});

/** Takes the time at the middle of the strip, and gives it to the first racer. */
async function takeForAda(page: Page): Promise<void> {
  await waitForFrame(page, RIDERS[0]!.at * FPS + 15);
  const strip = page.getByRole('slider', { name: 'Photo finish' });
  const box = (await strip.boundingBox())!;
  await strip.click({ position: { x: box.width / 2, y: box.height - 20 } });
  await page.getByRole('button', { name: /^Take this time/ }).click();
  await page.getByRole('button', { name: / to 1 Ada$/ }).click();
  await untilSent(page);
}

/** 300: a canvas on which nothing was drawn. */
const widthOf = (picture: Locator) => picture.evaluate(({ width }: HTMLCanvasElement) => width);

test('[EYE23] [EYE24] [EYE29] A photo finish is shared, looked at in the racer’s sheet, shown to a spectator while the owner says so, and deleted', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const race = await createStarted(page);
  await openCamera(page, race);
  await waitForFrame(page, 60);
  await takeForAda(page);
  const shared = async () => {
    const answer = await page.request.get(picturePath(race.eventId));
    const { finishes } = (await answer.json()) as ListedFinishes;
    return Promise.all(
      finishes.map(async ({ tapId }) => {
        const { parts } = (await (await page.request.get(picturePath(race.eventId, tapId))).json()) as SharedFinish;
        return parts.length;
      }),
    );
  };
  await openTimer(page, race);
  const row = section(page, 'Leaderboard').getByRole('button', { name: 'Ada', exact: true });
  await row.click();
  const kept = page.getByRole('region', { name: 'Photo finish' });
  await expect(kept).toContainText('On this phone only.');
  await kept.getByRole('button', { name: 'Share with the organiser' }).click();
  await expect(kept).toContainText('Shared with everyone who times this event.');
  expect(await shared()).toEqual([4]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const phone = await openBrowser({ viewport: { width: 390, height: 844 } });
  await phone.goto(race.viewerLink);
  await section(phone, 'Leaderboard').getByRole('button', { name: 'Ada', exact: true }).click();
  const sheet = phone.getByRole('dialog', { name: 'Ada' });
  await expect(sheet).toContainText('Finish');
  const seen = sheet.getByRole('region', { name: 'Photo finish' });
  await expect(seen).toHaveCount(0);

  await chooseFromMore(page, 'Event settings');
  const show = page.getByRole('switch', { name: 'Viewers may see photo finishes' });
  await show.click();
  // Strip and three pictures, drawn.
  await expect(seen.getByRole('img')).toHaveCount(4);
  for (const picture of await seen.getByRole('img').all()) await expect.poll(() => widthOf(picture)).not.toBe(300);
  await expectNothingSerious(phone, 'Photo finish of a spectator', OTHER_LOOKS);
  await show.click();
  await expect(seen).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await row.click();
  await kept.getByRole('button', { name: 'Delete photo finish' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await expect(kept).toHaveCount(0);
  expect(await shared()).toEqual([]);
});

const TAPS = 20;
/** The longest piece of the page's work while nobody taps, slowed down as on a slow phone. */
const LONGEST_TASK_MS = 50;
const LATEST_MS = 5;
/** A run's longest piece of work differs from the next run's by so much without any reason. */
const NOISE = 1.25;
const SECOND = 1_000_000;

/** Taps on a slow phone, then a while of nothing. */
async function tapSlowly(page: Page, race: Race) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const finger = await createFinger(page);
  const surface = await middleOf(page.locator('[data-surface]'));
  await page.evaluate(() => {
    const pressed: number[] = [];
    Object.assign(globalThis, { pressed });
    addEventListener('pointerdown', ({ timeStamp }) => void pressed.push(timeStamp), { capture: true });
  });
  const trace = await record(cdp, async () => {
    for (let tap = 0; tap < TAPS; tap += 1) {
      await finger.down(surface);
      await finger.up();
      // Riders do not come by the beat of a program.
      await page.waitForTimeout(60 + ((tap * 37) % 120));
    }
    await expect(page.getByRole('button', { name: `Waiting ${TAPS}` })).toBeVisible();
    await page.evaluate(() => performance.mark('all-shown'));
    // Rows close up in a pause; then there is the camera alone.
    await page.waitForTimeout(8_000);
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await untilSent(page);
  const pressed = await page.evaluate(() => (globalThis as unknown as { pressed: number[] }).pressed);
  const taken = finishesOf(await readEvent(page.request, race.eventId)).map(({ captured }) => captured.monotonic);
  const shown = trace.markAt('all-shown');
  return {
    lost: pressed.length - taken.length,
    latest: Math.max(...taken.map((at) => Math.min(...pressed.map((each) => Math.abs(at - each))))),
    longest: trace.longestTask(trace.pressedAt, shown),
    longestAlone: trace.longestTask(shown + 4 * SECOND, shown + 7 * SECOND),
  };
}

test(
  '[EYE17] While the camera runs on a slow phone no tap is lost and none is late, and the page works no longer at a time than without it',
  { tag: '@proof' },
  async ({ page }) => {
    await getAccount(page);
    const without = await createStarted(page);
    await openView(page, without, 'finish', 'Finish line');
    const plain = await tapSlowly(page, without);
    const race = await createStarted(page);
    await openCamera(page, race);
    await waitForFrame(page, 60);
    const filmed = await tapSlowly(page, race);
    console.log(JSON.stringify({ plain, filmed }));
    expect(filmed.lost).toBe(0);
    expect(filmed.latest).toBeLessThanOrEqual(LATEST_MS);
    expect(filmed.longest).toBeLessThanOrEqual(plain.longest * NOISE);
    expect(filmed.longestAlone).toBeLessThanOrEqual(LONGEST_TASK_MS);
  },
);
