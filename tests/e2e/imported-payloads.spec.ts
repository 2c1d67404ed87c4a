import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { arrive, expect, test } from './fixtures.ts';
import { hostileFit, hostileGoPro, hostileGpx, hostileLaps, type HostileFile, unknownTable } from './payloads-files.ts';
import { PAYLOADS } from './payloads.ts';
import { expectNothingInjected, expectShown, watchForScripts } from './payloads-watch.ts';

const WRITERS = [hostileGpx, hostileFit, hostileGoPro, hostileLaps];
const TEXTS = PAYLOADS.filter((_, index) => index % 2 === 0);
/** One file for each of these payloads, alternating between the kinds of files. */
const FILES: readonly HostileFile[] = TEXTS.map((payload, index) => WRITERS[index % WRITERS.length]!(payload, index));
/** A run's name is the file's name without its extension. */
const OPENED = [0, 1, 2, 3, TEXTS.length - 1];

const headings = (page: Page) => page.getByRole('region', { name: 'Runs' }).getByRole('heading', { level: 3 });

test(
  'Scripts inside of files stay text, from the importer to a stranger who opens the link',
  { tag: '@proof' },
  async ({ page, context, server, problems, openBrowser }) => {
    await arrive(page);
    await watchForScripts(context, server.url, problems);
    const stranger = await openBrowser();
    await watchForScripts(stranger.context(), server.url, problems);
    await page.setViewportSize({ width: 1280, height: 9000 });

    await test.step('a table that nobody knows: its header and its rows', async () => {
      await page.goto('/analysis');
      await page.getByLabel('Files to add').setInputFiles([unknownTable(PAYLOADS)]);
      await page.getByRole('button', { name: 'Choose columns' }).click();
      await expectShown(page.getByRole('dialog', { name: 'Which column is which?' }), 'the columns');
      await page.getByRole('button', { name: 'Not now' }).click();
    });

    await test.step('the list of runs', async () => {
      await page.getByLabel('Files to add').setInputFiles(FILES);
      await expect(headings(page)).toHaveCount(FILES.length, { timeout: 60_000 });
      await expectShown(page.getByRole('main'), 'the list of runs', TEXTS);
    });

    await page.setViewportSize({ width: 1280, height: 900 });
    for (const index of OPENED) {
      const payload = TEXTS[index]!;
      await test.step(`the run, its files and its laps: ${payload}`, async () => {
        await page.goto('/analysis');
        await headings(page).filter({ hasText: payload }).getByRole('link').click();
        await expect(page.locator('main h1')).toHaveText(payload);
        await expectShown(page.getByRole('main'), 'a run', [FILES[index]!.name]);
      });
    }

    await test.step('a stranger with the link, and the exported track', async () => {
      const downloading = page.waitForEvent('download');
      await page.locator('main header').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Export GPX' }).click();
      const download = await downloading;
      const track = await readFile((await download.path())!, 'utf8');
      expect(track).not.toMatch(/<(?:script|img|svg|iframe)/i);
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('dialog').getByRole('switch', { name: 'Anyone with the link' }).click();
      const link = await page.getByRole('dialog').getByLabel('Link to this run').inputValue();
      await stranger.goto(link);
      await expect(stranger.locator('main h1')).toHaveText(TEXTS.at(-1)!);
      await expectNothingInjected(stranger, 'the run by its link');
    });
  },
);
