import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { runPaths } from '../../src/protocol/runs.ts';
import { detailsOf, HOME, packedSamples, runPath, sourceOf, videoOf } from '../support/runs.ts';
import { expect } from './fixtures.ts';
import { payloadAddress, PAYLOADS, shifted } from './payloads.ts';
import { expectShown } from './payloads-watch.ts';
import { MAX_SOURCES, MAX_ZONES } from '../../src/protocol/limits.ts';

const POINTS = 120;

/** Forty runs with their names; some of them carry everything else that can be written into a run. */
async function addRuns(request: APIRequestContext): Promise<string[]> {
  const full: string[] = [];
  for (const [index, name] of PAYLOADS.entries()) {
    const runId = randomUUID();
    const isFull = index % MAX_SOURCES === 0;
    const sources = Array.from({ length: isFull ? MAX_SOURCES : 0 }, (_, at) => ({
      ...sourceOf(POINTS),
      fileName: shifted(index, at),
      device: shifted(index, at + 3),
      laps: [{ name: shifted(index, at + 5), from: at * 10, to: at * 10 + 10 }],
      warnings: [{ code: 'undefined-message', count: 1, detail: shifted(index, at + 7) }],
    }));
    const videos = Array.from({ length: isFull ? MAX_SOURCES : 0 }, (_, at) => {
      const video = videoOf();
      return { ...video, chapters: [{ ...video.chapters[0]!, fileName: shifted(index, at + 9) }] };
    });
    const data = { basedOn: null, details: detailsOf({ name, sources, videos }), isDeleted: false };
    expect((await request.put(runPath(runPaths.run, runId), { data })).ok()).toBe(true);
    const headers = { 'content-type': 'application/octet-stream' };
    for (const { id } of sources) {
      const path = runPath(runPaths.samples, runId, id);
      expect((await request.put(path, { data: Buffer.from(packedSamples(POINTS)), headers })).ok()).toBe(true);
    }
    if (isFull) full.push(runId);
  }
  for (const at of [0, 1]) {
    const sent = await request.post(runPath(runPaths.shares, full[0]!), { data: { email: payloadAddress(at) } });
    expect(sent.ok()).toBe(true);
  }
  return full;
}

export async function lookAtRuns(page: Page): Promise<void> {
  const { request } = page.context();
  const full = await addRuns(request);
  // Rows far below the screen are not laid out yet, and have no text.
  await page.setViewportSize({ width: 1280, height: 9000 });
  await page.goto('/analysis');
  await expectShown(page.getByRole('main'), 'the list of runs');
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const [round, runId] of full.entries()) {
    await page.goto(`/analysis/${runId}`);
    const first = round * MAX_SOURCES;
    const written = Array.from({ length: MAX_SOURCES }, (_, at) => [
      shifted(first, at),
      shifted(first, at + 3),
      shifted(first, at + 5),
      shifted(first, at + 9),
    ]).flat();
    await expectShown(page.getByRole('main'), 'a run', written);
    await expect(page.locator('main h1')).toContainText(PAYLOADS[first]!);
    for (const note of await page.getByText('One note about this file').all()) await note.click();
    const notes = Array.from({ length: MAX_SOURCES }, (_, at) => shifted(first, at + 7));
    await expectShown(page.getByRole('main'), 'what was noted about its files', notes);
  }
  await page.goto(`/analysis/${full[0]}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expectShown(page.getByRole('dialog'), 'sharing', [PAYLOADS[0]!, payloadAddress(0), payloadAddress(1)]);
  for (let from = 0; from < PAYLOADS.length; from += MAX_ZONES) {
    const some = PAYLOADS.slice(from, from + MAX_ZONES);
    const zones = some.map((name) => ({ name, at: HOME, radius: 200 }));
    expect((await request.put(runPaths.zones, { data: { zones } })).ok()).toBe(true);
    await page.goto('/analysis');
    await page.getByRole('button', { name: 'Privacy zones' }).click();
    await expectShown(page.getByRole('dialog', { name: 'Privacy zones' }), 'the privacy zones', some);
  }
}
