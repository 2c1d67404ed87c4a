import type { Page } from '@playwright/test';
import { expect, getAccount, test } from './fixtures.ts';
import { expectNothingSerious, MAIN_LOOKS } from './looks.ts';
import { createRace, openTimer } from './race.ts';

const TITLES = [
  'Cameras',
  'Frame times',
  'Reading a frame',
  'Film of the finish',
  'Camera delay',
  'Screen stays on',
  'Sound',
  'Storage',
  'Notifications',
  'QR codes',
] as const;

test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        // The second allows every camera: nobody is there to press Allow.
        args: [...(launchOptions.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      }),
    { scope: 'worker' },
  ],
});

declare global {
  /** Every camera that the page has opened. */
  var opened: MediaStreamTrack[];
  /** A person presses Don't allow. */
  var isRefused: boolean;
}

/** Notes the cameras that a page opens: whether it gives them back is seen nowhere else. */
async function noteCameras(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.opened = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wish) => {
      if (globalThis.isRefused) throw new DOMException('Permission denied', 'NotAllowedError');
      const stream = await open(wish);
      opened.push(...stream.getVideoTracks());
      return stream;
    };
  });
}
const openCameras = (page: Page) =>
  page.evaluate(() => opened.filter(({ readyState }) => readyState === 'live').length);

const cardOf = (page: Page, title: string) => page.getByRole('listitem', { name: new RegExp(`${title}$`) });

async function run(page: Page, title: string): Promise<void> {
  await cardOf(page, title)
    .getByRole('button', { name: /^(Start|Again)/ })
    .click();
  if (title === 'Sound') await page.getByRole('button', { name: 'Yes' }).click();
  await expect(cardOf(page, title).getByRole('button', { name: `Again: ${title}` })).toBeEnabled({ timeout: 60_000 });
}

test('[EYE40] [EYE42] Ten checks of a phone, and a report without the ids of its cameras @proof', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['gyroscope', 'accelerometer'], { origin: baseURL! });
  await noteCameras(page);
  await getAccount(page);
  const race = await createRace(page.request, 'Hill climb', ['Ada']);
  await openTimer(page, race);
  await page.goto(`${new URL(page.url()).pathname}${new URL(page.url()).search}&view=check`);
  await page.getByRole('link', { name: /camera and disk/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('On this phone');
  await expect(page.getByRole('listitem')).toHaveCount(TITLES.length);
  for (const title of TITLES) await run(page, title);
  await expect(page.getByText('10 of 10 done')).toBeVisible();
  for (const title of ['Cameras', 'Frame times', 'Reading a frame']) {
    await expect(cardOf(page, title)).toContainText(/Passed|Weak/);
  }
  await expect(cardOf(page, 'Camera delay')).toContainText('Not here');
  expect(await openCameras(page)).toBe(0);

  const text = await page.getByRole('textbox', { name: 'Report' }).inputValue();
  const { checks } = JSON.parse(text) as { checks: Record<string, Record<string, unknown>> };
  expect(Object.keys(checks)).toHaveLength(TITLES.length);
  expect(checks['cameras']!['names']).toContain('fake_device_0');
  expect(checks['stamps']!['steadiest']).toMatch(/^(arrival|timestamp|capture)$/);
  const ids = await page.evaluate(async () =>
    (await navigator.mediaDevices.enumerateDevices()).flatMap(({ deviceId, groupId }) => [deviceId, groupId]),
  );
  expect(ids.filter((id) => id !== '' && text.includes(id))).toEqual([]);
  const letter = new URL((await page.getByRole('link', { name: 'Email it to us' }).getAttribute('href'))!);
  expect(letter.searchParams.get('body')).toBe(text);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await saving).suggestedFilename()).toBe('pushoff-on-this-phone.json');
  await expectNothingSerious(page, 'on this phone, checked', MAIN_LOOKS);
});

test('[EYE41] A refused camera, a hidden page and Stop are said in words, and the camera is given back', async ({
  page,
}) => {
  await noteCameras(page);
  await page.goto('/on-this-phone');
  await expectNothingSerious(page, 'on this phone', MAIN_LOOKS);
  await page.evaluate(() => (globalThis.isRefused = true));
  await run(page, 'Cameras');
  await expect(cardOf(page, 'Cameras')).toContainText('Not measured');
  await expect(cardOf(page, 'Cameras')).toContainText('The browser refused.');

  await page.evaluate(() => (globalThis.isRefused = false));
  await run(page, 'Cameras');
  await expect(cardOf(page, 'Cameras')).toContainText(/frames a second/);

  const stamps = cardOf(page, 'Frame times');
  await stamps.getByRole('button', { name: /^Start/ }).click();
  await expect(cardOf(page, 'Cameras').getByRole('button')).toBeDisabled();
  await expect.poll(() => openCameras(page)).toBe(1);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(stamps).toContainText('The page was hidden');
  await expect.poll(() => openCameras(page)).toBe(0);

  await page.evaluate(() => Reflect.deleteProperty(document, 'visibilityState'));
  await stamps.getByRole('button', { name: /^Again/ }).click();
  await expect.poll(() => openCameras(page)).toBe(1);
  await stamps.getByRole('button', { name: /^Stop/ }).click();
  await expect(stamps).toContainText('Stopped. Nothing was measured.');
  await expect.poll(() => openCameras(page)).toBe(0);
});
