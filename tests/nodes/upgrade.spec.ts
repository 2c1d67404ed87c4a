import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChanges } from '../../src/server/storage/command-store.ts';
import { readEvent, readingsOf, storedReadings, untilSent, waitForWorker, waitingOn } from '../e2e/device.ts';
import { arrive, expect, test as base } from '../e2e/fixtures.ts';
import { boardOf, createRace, finish, openTimer, start } from '../e2e/race.ts';
import { findFreePort } from '../support/free-port.ts';
import { type BuiltServer, startServer } from '../cluster/server.ts';
import { readStored } from './race-under-way.ts';

interface Site {
  readonly url: string;
  readonly dataDir: string;
  /** Stops the release before and starts this one on the same data, at the same address. */
  upgrade(): Promise<void>;
}

const test = base.extend<{ site: Site }>({
  site: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pushoff-upgrade-'));
    const port = await findFreePort();
    let running: BuiltServer = await startServer({ dataDir, port, entry: process.env['PUSHOFF_BEFORE']! });
    await use({
      url: running.url,
      dataDir,
      async upgrade() {
        await running.stop();
        running = await startServer({ dataDir, port });
      },
    });
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
  baseURL: async ({ site }, use) => use(site.url),
});

test.use({ serviceWorkers: 'allow' });

const RACERS = ['Ada', 'Ben', 'Cleo', 'Dev'];

test('[UP8] A page of the release before, with taps waiting offline, comes back to this release and loses none', async ({
  page,
  context,
  site,
}) => {
  await arrive(page, 'Jo Rider');
  const race = await createRace(page.request, 'Tuesday 10', RACERS);
  await openTimer(page, race);
  await waitForWorker(page);
  await start(page, 'Ada');
  await untilSent(page);
  const release = await page.locator('meta[name="release"]').getAttribute('content');

  await context.setOffline(true);
  await finish(page, 'Ada');
  for (const racer of ['Ben', 'Cleo']) {
    await start(page, racer);
    await finish(page, racer);
  }
  await start(page, 'Dev');
  const offline = await boardOf(page);
  const waiting = readingsOf(await waitingOn(page));
  expect(Object.keys(waiting)).toHaveLength(6);
  await site.upgrade();
  await context.setOffline(false);
  await untilSent(page);
  expect(await boardOf(page), 'the page of the release before, on the new server').toEqual(offline);

  const log = await readStored({ databaseUrl: undefined!, dataDir: site.dataDir }, ({ db }) =>
    readChanges(db, race.eventId, 0),
  );
  const taps = log.filter((change) => change.type === 'tap-recorded');
  expect(taps).toHaveLength(7);
  expect(new Set(taps.map(({ commandId }) => commandId)).size).toBe(7);
  expect(storedReadings(await readEvent(page.request, race.eventId))).toMatchObject(waiting);

  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  // The page offers no reload while a racer is on course.
  await finish(page, 'Dev');
  await untilSent(page);
  const finished = await boardOf(page);
  expect(finished).toHaveLength(RACERS.length);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('meta[name="release"]')).not.toHaveAttribute('content', release!);
  await expect.poll(() => boardOf(page), 'the page of this release').toEqual(finished);
});
