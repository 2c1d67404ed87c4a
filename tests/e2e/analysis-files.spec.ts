import type { Page } from '@playwright/test';
import { writeGpx } from '../telemetry/support/write-gpx.ts';
import { expect, getAccount, test } from './fixtures.ts';

const START = Date.UTC(2024, 5, 1, 10);

async function add(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/analysis');
  await page.getByLabel('Files to add').setInputFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from(content) }]);
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `Open: ${name}` }).click();
  await expect(page.getByRole('application', { name: 'Map of the run' })).toBeVisible();
}

test('[DG17] A coach is told under the map that a fix was left out, and sees where it was', async ({ page }) => {
  await getAccount(page);
  // A player on a pitch, whose watch begins 300 m away.
  const points = Array.from({ length: 200 }, (_, at) => ({
    lat: 47 + (at === 0 ? 0.003 : 0) + Math.sin(at / 8) * 2e-4,
    lon: 8 + Math.cos(at / 8) * 3e-4,
    time: new Date(START + at * 1_000).toISOString(),
  }));
  await add(page, 'hockey.gpx', writeGpx([[points]]));
  await open(page, 'hockey.gpx');
  await expect(page.getByText('1 GPS fix left out')).toBeVisible();
  await page.getByRole('button', { name: 'Show on the map' }).click();
  await expect(page.getByRole('button', { name: 'Hide on the map' })).toHaveAttribute('aria-pressed', 'true');
});

test('[DT94] A coach names a column that was not used, and the run has it', async ({ page }) => {
  await getAccount(page);
  const rows = Array.from({ length: 90 }, (_, at) => `${at},${(47 + at * 3e-5).toFixed(6)},8,12`);
  await add(page, 'boat.csv', ['time (s),lat,lon,Quill', ...rows].join('\n'));
  await expect(page.getByText('1 column isn’t used: Quill.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('combobox', { name: 'Meaning of Quill' }).selectOption('Heart rate');
  await page.getByRole('button', { name: 'Read the table' }).click();
  await expect(page.getByText('1 column isn’t used: Quill.')).toHaveCount(0);
  await open(page, 'boat.csv');
  await expect(page.getByText('Max heart rate')).toBeVisible();
});
