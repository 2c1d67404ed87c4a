import type { Page } from '@playwright/test';
import { writeRide } from '../telemetry/support/write-fit.ts';
import { ride, writeGoPro } from '../telemetry/support/write-gopro.ts';
import { writeGpx } from '../telemetry/support/write-gpx.ts';
import { writeZip } from '../telemetry/support/write-zip.ts';
import { arrive, confirmAddressByMail, expect, getAccount, logIn, newEmail, PASSWORD, test } from './fixtures.ts';
import { api } from '../../src/protocol/routes.ts';

const START = Date.UTC(2024, 5, 1, 10);
const FIT = { name: 'lunch-ride.fit', content: writeRide({ count: 300, start: new Date(START).toISOString() }) };
const CLIP = {
  name: 'GX010042.MP4',
  content: writeGoPro({ payloads: ride({ seconds: 8, startUtc: START + 60_000 }) }),
};
const EVENING = { name: 'evening.gpx', content: gpxFrom('2024-06-02T18:00:00Z') };
const MORNING = { name: 'morning.gpx', content: gpxFrom('2024-06-01T06:00:00Z') };

function gpxFrom(start: string): Uint8Array {
  const points = Array.from({ length: 120 }, (_, at) => ({
    lat: 47 + Math.sin(at / 20) * 0.004,
    lon: 8 + at * 1e-4,
    time: new Date(Date.parse(start) + at * 1000).toISOString(),
  }));
  return Buffer.from(writeGpx([[points]]));
}

interface Dropped {
  readonly name: string;
  readonly content: Uint8Array | string;
}

/** Drops files anywhere on the page, as from the desktop. */
async function drop(page: Page, ...files: readonly Dropped[]): Promise<void> {
  const given = files.map(({ name, content }) => ({ name, base64: Buffer.from(content).toString('base64') }));
  await page.evaluate((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, given);
}

const cards = (page: Page) => page.getByRole('region', { name: 'Runs' }).getByRole('heading', { level: 3 });
const card = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Runs' }).getByRole('listitem').filter({ hasText: name }).first();

async function openAnalysis(page: Page): Promise<void> {
  await page.goto('/analysis');
  await expect(page.getByRole('heading', { name: 'Runs', exact: true })).toBeVisible();
}

test('A rider drops a video and a ride, and finds them as one run, also after a reload', async ({ page }) => {
  await arrive(page);
  await page.getByRole('link', { name: 'Open analysis' }).click();
  await expect(page.getByRole('heading', { name: 'Add your first run' })).toBeVisible();
  await drop(page, CLIP, FIT, EVENING);
  await expect(cards(page)).toHaveText(['evening', 'lunch-ride']);
  await expect(card(page, 'lunch-ride')).toContainText('Video');
  await expect(card(page, 'lunch-ride')).toContainText('FIT');
  await expect(card(page, 'lunch-ride')).toContainText('Heart rate');
  await expect(card(page, 'lunch-ride')).toContainText('4:59');
  await page.reload();
  await expect(cards(page)).toHaveText(['evening', 'lunch-ride']);
});

test('A rider without a file tries the example, and sees how sure the gap of its two runs is', async ({ page }) => {
  await getAccount(page);
  await openAnalysis(page);
  await page.getByRole('button', { name: 'Try it with an example' }).click();
  await expect(cards(page)).toHaveText(['Example run 2', 'Example run 1']);
  await expect(page.getByRole('button', { name: 'Try it with an example' })).toHaveCount(0);
  for (const run of ['Example run 1', 'Example run 2']) await page.getByLabel(`Compare: ${run}`).check();
  await page.getByRole('link', { name: /^Compare/ }).click();
  await expect(page.getByRole('region', { name: 'Final delta' })).toContainText(/[+−]\d+\.\d{3} s/);
  await expect(page.getByRole('slider', { name: 'Time delta' })).toBeVisible();
  await expect(page.getByText('The band is how far off the delta may be on the way')).toBeVisible();
  await expect(page.getByText('Ring: where the other lap was at this moment')).toBeVisible();
});

test('A rider takes two rides out of the archive that Strava mails, the newest first', async ({ page }) => {
  await getAccount(page);
  await openAnalysis(page);
  const day = 86_400_000;
  const ridden = (at: number) => writeRide({ count: 60, start: new Date(START + at * day).toISOString() });
  const table = [
    'Activity ID,Activity Date,Activity Name,Filename',
    ...[0, 1, 2].map((at) => `${at},"Jun ${at + 1}, 2024, 10:00:00 AM",Ride ${at + 1},activities/${at}.fit`),
  ];
  const zip = writeZip([
    ['activities.csv', table.join('\n')],
    ...[0, 1, 2].map((at) => [`activities/${at}.fit`, ridden(at)] as const),
  ]);
  await drop(page, { name: 'export_42.zip', content: zip });
  await page.getByRole('button', { name: 'Choose recordings' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toContainText(['Ride 3', 'Ride 2', 'Ride 1']);
  await dialog.getByLabel('Ride 3').check();
  await dialog.getByLabel('Ride 1').check();
  await dialog.getByRole('button', { name: 'Add 2 recordings' }).click();
  await expect(cards(page)).toHaveText(['Ride 3', 'Ride 1']);
});

test('A run is renamed in place, deleted, and brought back @proof', async ({ page }) => {
  await getAccount(page);
  await openAnalysis(page);
  await page.getByLabel('Files to add').setInputFiles([
    { name: MORNING.name, mimeType: '', buffer: Buffer.from(MORNING.content) },
    { name: EVENING.name, mimeType: '', buffer: Buffer.from(EVENING.content) },
  ]);
  await expect(cards(page)).toHaveText(['evening', 'morning']);
  await page.getByRole('button', { name: 'Rename: morning' }).click();
  await page.getByLabel('Run name').fill('Mill Lane, dry');
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveText(['evening', 'Mill Lane, dry']);
  await page.getByRole('button', { name: 'Delete: Mill Lane, dry' }).click();
  await expect(cards(page)).toHaveText(['evening']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards(page)).toHaveText(['evening', 'Mill Lane, dry']);
  await page.reload();
  await expect(cards(page)).toHaveText(['evening', 'Mill Lane, dry']);
});

test('The page says what is wrong with a file, and keeps the readable part', async ({ page }) => {
  await getAccount(page);
  await openAnalysis(page);
  const cut = FIT.content.slice(0, -400);
  await drop(
    page,
    { name: 'empty.gpx', content: '' },
    { name: 'cut.fit', content: cut },
    { name: 'own.csv', content: 'foo,bar,baz\n0,47,8\n1,47.001,8\n' },
  );
  const files = page.getByRole('list', { name: 'Files' });
  await expect(files.getByText('This file is empty. Copy it from the device again.')).toBeVisible();
  await expect(files.getByText(/^The file ends before it should/)).toBeVisible();
  await expect(cards(page)).toHaveText(['cut']);
  await files.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByLabel('Meaning of foo').selectOption('Time');
  await page.getByLabel('Meaning of bar').selectOption('Latitude');
  await page.getByLabel('Meaning of baz').selectOption('Longitude');
  await page.getByRole('button', { name: 'Read the table' }).click();
  await expect(cards(page)).toHaveText(['own', 'cut']);
});

test('A run that was added without a network is on the other computer once there is a network @proof', async ({
  page,
  openBrowser,
}) => {
  const email = await getAccount(page);
  await openAnalysis(page);
  await drop(page, MORNING);
  await expect(cards(page)).toHaveText(['morning']);
  await page.context().setOffline(true);
  await drop(page, EVENING);
  await expect(card(page, 'evening')).toContainText('Not sent yet');
  await page.context().setOffline(false);
  await expect(card(page, 'evening')).not.toContainText('Not sent yet');

  const other = await openBrowser();
  await logIn(other, email);
  await openAnalysis(other);
  await expect(cards(other)).toHaveText(['evening', 'morning']);
});

test('A change in one tab shows in the other @proof', async ({ page }) => {
  await getAccount(page);
  await openAnalysis(page);
  const second = await page.context().newPage();
  await openAnalysis(second);
  await drop(page, MORNING);
  await expect(cards(second)).toHaveText(['morning']);
  await second.getByRole('button', { name: 'Delete: morning' }).click();
  await expect(cards(page)).toHaveCount(0);
});

test('A coach shares a run with a rider and takes it back; by link it opens without an account @proof', async ({
  page,
  openBrowser,
  server,
}) => {
  await getAccount(page, 'Coach Kim');
  await openAnalysis(page);
  await drop(page, MORNING);
  const rider = await openBrowser();
  const email = await arrive(rider, 'Rider');
  await confirmAddressByMail(rider, server.dataDir, email);

  await page.getByRole('button', { name: 'Share: morning' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Shared with' })).toHaveText(email);
  await openAnalysis(rider);
  const offers = rider.getByRole('list', { name: 'New runs of others' });
  await expect(offers).toContainText('Coach Kim shared morning with you');
  await expect(cards(rider)).toHaveCount(0);
  await offers.getByRole('button', { name: 'Keep: morning' }).click();
  await expect(card(rider, 'morning')).toContainText('Shared by Coach Kim');
  await expect(offers).toHaveCount(0);
  await expect(rider.getByRole('button', { name: 'Delete: morning' })).toHaveCount(0);

  await dialog.getByRole('switch', { name: 'Anyone with the link' }).click();
  const link = await dialog.getByLabel('Link to this run').inputValue();
  const stranger = await openBrowser();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'morning' })).toBeVisible();

  await dialog.getByRole('button', { name: `Stop sharing with ${email}` }).click();
  await expect(dialog.getByRole('list', { name: 'Shared with' })).toHaveCount(0);
  await rider.reload();
  await expect(cards(rider)).toHaveCount(0);
});

test('A rider removes a shared run from the list, and blocks its owner @proof', async ({
  page,
  openBrowser,
  server,
}) => {
  await getAccount(page, 'Stranger');
  await openAnalysis(page);
  await drop(page, MORNING, EVENING);
  await expect(cards(page)).toHaveText(['evening', 'morning']);
  const rider = await openBrowser();
  const email = await arrive(rider, 'Rider');
  await confirmAddressByMail(rider, server.dataDir, email);
  const share = async (name: string) => {
    await page.getByRole('button', { name: `Share: ${name}` }).click();
    await page.getByRole('dialog').getByLabel('Email').fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Shared with' })).toHaveText(email);
    await page.keyboard.press('Escape');
  };
  await share('morning');
  await share('evening');

  await openAnalysis(rider);
  const offers = rider.getByRole('list', { name: 'New runs of others' });
  await expect(offers.getByRole('listitem')).toHaveCount(2);
  await offers.getByRole('button', { name: 'Keep: morning' }).click();
  await expect(cards(rider)).toHaveText(['morning']);
  await rider.getByRole('button', { name: 'Remove from your list: morning' }).click();
  await expect(cards(rider)).toHaveCount(0);
  await rider.getByRole('button', { name: 'Undo' }).click();
  await expect(cards(rider)).toHaveText(['morning']);
  await rider.getByRole('button', { name: 'Remove from your list: morning' }).click();
  await expect(cards(rider)).toHaveCount(0);

  await offers.getByRole('button', { name: 'More about evening' }).click();
  await rider.getByRole('menuitem', { name: 'Don’t show runs from Stranger again' }).click();
  await expect(offers).toHaveCount(0);
  await rider.reload();
  await rider.locator('summary', { hasText: 'Not shown' }).click();
  await expect(offers).toHaveCount(0);
  await expect(cards(rider)).toHaveCount(0);
  await rider.getByRole('button', { name: 'Show runs from Stranger again' }).click();
  await expect(offers).toHaveText(/Stranger shared evening with you/);
});

test('A rider without an account adds a run, signs up, and keeps the run @proof', async ({ page }) => {
  await page.goto('/landing');
  await page.getByRole('link', { name: 'Analyse a run' }).click();
  await expect(page.getByText('Your runs are only on this device.')).toBeVisible();
  await drop(page, MORNING);
  await expect(cards(page)).toHaveText(['morning']);
  const email = newEmail();
  const signUp = { username: 'Rider', email, password: PASSWORD };
  expect((await page.context().request.post(api.signUp, { data: signUp })).ok()).toBe(true);
  await logIn(page, email);
  await openAnalysis(page);
  await expect(cards(page)).toHaveText(['morning']);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('Your runs are only on this device.')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
});

test('A rider who signs out on a shared phone leaves no recording there @proof', async ({ page, server }) => {
  await confirmAddressByMail(page, server.dataDir, await getAccount(page));
  await openAnalysis(page);
  await drop(page, MORNING);
  await expect.poll(() => keptOnDevice(page)).toEqual({ runs: 1, samples: 1, unsent: 0 });
  await page.goto('/homepage');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(() => keptOnDevice(page)).toEqual({ runs: 0, samples: 0, unsent: 0 });
});

interface KeptRuns {
  readonly runs: number;
  readonly samples: number;
  /** Runs of which the server does not have everything. */
  readonly unsent: number;
}

/** What the browser has stored of runs, whoever is signed in. */
const keptOnDevice = (page: Page): Promise<KeptRuns> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open('pushoff-runs');
        opened.addEventListener('error', () => reject(opened.error!));
        opened.addEventListener('success', () => {
          const stores = opened.result.transaction(['runs', 'samples']);
          const runs = stores.objectStore('runs').getAll();
          const samples = stores.objectStore('samples').count();
          stores.addEventListener('complete', () => {
            opened.result.close();
            const stored = runs.result as { change: object | null; unsent: string[] }[];
            const unsent = stored.filter((run) => run.change !== null || run.unsent.length > 0).length;
            resolve({ runs: runs.result.length, samples: samples.result, unsent });
          });
        });
      }),
  );

test('A browser that forbids storage says so, and works until the page is closed', async ({ page }) => {
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      if (name === 'pushoff-runs') throw new DOMException('Forbidden', 'SecurityError');
      return open.call(this, name, version);
    };
  });
  await openAnalysis(page);
  await expect(page.getByText(/^This browser keeps nothing/)).toBeVisible();
  await drop(page, MORNING);
  await expect(cards(page)).toHaveText(['morning']);
});

test('A place is hidden by a privacy zone around the start of a run @proof', async ({ page }) => {
  await getAccount(page);
  await openAnalysis(page);
  await drop(page, MORNING);
  await expect(cards(page)).toHaveText(['morning']);
  await page.getByRole('button', { name: 'Privacy zones' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Location').selectOption('Around the start of morning');
  await dialog.getByRole('button', { name: 'Add zone' }).click();
  await expect(dialog.getByRole('list', { name: 'Zones' })).toContainText('Home');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Privacy zones' }).click();
  await expect(dialog.getByRole('list', { name: 'Zones' })).toContainText('around 47.0000, 8.0000');
});

test('Two runs are chosen and compared', async ({ page }) => {
  await getAccount(page);
  await openAnalysis(page);
  await drop(page, MORNING, EVENING);
  await page.getByRole('checkbox', { name: 'Compare: morning' }).check();
  await page.getByRole('checkbox', { name: 'Compare: evening' }).check();
  await page.getByRole('region', { name: 'Compare' }).getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/\/analysis\/[\w-]+\?with=[\w-]+$/);
  await expect(page.getByRole('heading', { name: 'Compare runs' })).toBeVisible();

  // Two rides that no example knows: who was faster in which part is seen whole, without moving the table.
  await page.setViewportSize({ width: 1280, height: 900 });
  const sectors = page.getByRole('region', { name: 'Sectors' });
  const won = sectors.getByRole('columnheader', { name: 'Won by' });
  await expect(won).toBeVisible();
  const [table, column] = await Promise.all([
    sectors.getByRole('table').locator('..').boundingBox(),
    won.boundingBox(),
  ]);
  expect(column!.x + column!.width).toBeLessThanOrEqual(table!.x + table!.width + 0.5);
  expect(await sectors.getByRole('row').count()).toBe(4);
});
