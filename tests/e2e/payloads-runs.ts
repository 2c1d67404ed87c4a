import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { runPaths } from '../../src/telemetry/protocol/runs.ts';
import { detailsOf, HOME, packedSamples, runPath, sourceOf, videoOf } from '../support/runs.ts';
import { expect } from './fixtures.ts';
import { payloadAddress, PAYLOADS, shifted } from './payloads.ts';
import { expectShown } from './payloads-watch.ts';
import { MAX_SOURCES, MAX_ZONES } from '../../src/protocol/limits.ts';

const POINTS = 120;

/** Forty runs with their names; the first carries everything else that can be written into a run. */
async function addRuns(request: APIRequestContext): Promise<string> {
  const full = randomUUID();
  const sources = Array.from({ length: MAX_SOURCES }, (_, at) => ({
    ...sourceOf(POINTS),
    fileName: PAYLOADS[at]!,
    device: shifted(at, 3),
    laps: [{ name: shifted(at, 5), from: at * 10, to: at * 10 + 10 }],
    warnings: [{ code: 'undefined-message', count: 1, detail: shifted(at, 7) }],
  }));
  const videos = Array.from({ length: MAX_SOURCES }, (_, at) => {
    const video = videoOf();
    return { ...video, chapters: [{ ...video.chapters[0]!, fileName: shifted(at, 9) }] };
  });
  for (const [index, name] of PAYLOADS.entries()) {
    const details = detailsOf(index === 0 ? { name, sources, videos } : { name, sources: [], videos: [] });
    const data = { basedOn: null, details, isDeleted: false };
    expect((await request.put(runPath(runPaths.run, index === 0 ? full : randomUUID()), { data })).ok()).toBe(true);
  }
  const headers = { 'content-type': 'application/octet-stream' };
  for (const { id } of sources) {
    const path = runPath(runPaths.samples, full, id);
    expect((await request.put(path, { data: Buffer.from(packedSamples(POINTS)), headers })).ok()).toBe(true);
  }
  for (const at of [0, 1]) {
    const sent = await request.post(runPath(runPaths.shares, full), { data: { email: payloadAddress(at) } });
    expect(sent.ok()).toBe(true);
  }
  return full;
}

export async function lookAtRuns(page: Page): Promise<void> {
  const { request } = page.context();
  const runId = await addRuns(request);
  const zones = PAYLOADS.slice(0, MAX_ZONES).map((name) => ({ name, at: HOME, radius: 200 }));
  expect((await request.put(runPaths.zones, { data: { zones } })).ok()).toBe(true);
  // Rows far below the screen are not laid out yet, and have no text.
  await page.setViewportSize({ width: 1280, height: 9000 });
  await page.goto('/analysis');
  await expectShown(page.getByRole('main'), 'the list of runs');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Privacy zones' }).click();
  const names = zones.map(({ name }) => name);
  await expectShown(page.getByRole('dialog', { name: 'Privacy zones' }), 'the privacy zones', names);
  await page.goto(`/analysis/${runId}`);
  const written = (...places: number[]) =>
    Array.from({ length: MAX_SOURCES }, (_, at) => places.map((place) => shifted(at, place))).flat();
  await expectShown(page.getByRole('main'), 'a run', written(0, 3, 5, 9));
  await expect(page.locator('main h1')).toContainText(PAYLOADS[0]!);
  for (const note of await page.getByText('One note about this file').all()) await note.click();
  await expectShown(page.getByRole('main'), 'what was noted about its files', written(7));
  await page.getByRole('button', { name: 'Share' }).click();
  await expectShown(page.getByRole('dialog'), 'sharing', [PAYLOADS[0]!, payloadAddress(0), payloadAddress(1)]);
}
