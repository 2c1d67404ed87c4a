import type { Browser, Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { ensureProgram } from '../../../scripts/lib/debian.mjs';
import { withPage } from '../browser.ts';
import { readTime } from '../compare.ts';
import { STATUSES, type Status } from '../oracle.ts';
import { ownRacers, type Reading } from './reading.ts';
import { checkPresence, checkRows, type SaidRow, wasSeen } from './rows.ts';

/** The text of the results as Chromium prints them to a file: order, ranks, times, and the codes of those without one. */
export async function lookAtPdf(reading: Reading, browser: Browser): Promise<void> {
  const pdftotext = await ensureProgram('pdftotext', 'poppler-utils');
  const path = `/timer?eventId=${reading.stage.eventId}&view=export`;
  const look = async (page: Page) => {
    // The pages stand until the print window is closed, and this one never opens.
    await page.evaluate(() => void (window.print = () => {}));
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const { stdout, status } = spawnSync(pdftotext, ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
    reading.check.same('is a PDF', status, 0);
    checkText(reading, stdout);
  };
  await withPage(reading, browser, path, look, { isOwner: true });
}

function checkText(reading: Reading, text: string): void {
  const rows = text.split('\n').flatMap((line) => readLine(reading, line) ?? []);
  checkPresence(reading, 'results', rows, wasSeen);
  checkRows(reading, 'results', rows, { by: ownRacers(reading.expected).isAdjusted ? 'adjusted' : 'actual' });
}

const isTime = (token: string): boolean => /[:.]/.test(token) && readTime(token) !== null;

/** A row of the table begins with the rank, the number and the name, apart from the rest; sentences have single spaces. */
function readLine({ expected, faces }: Reading, line: string): SaidRow | null {
  if (!/\S {2,}\S/.test(line)) return null;
  const tokens = line.trim().split(/\s+/);
  for (const { racer, ms, outsideMs, status } of expected.total.placed.values()) {
    const at = tokens.findIndex((token) => token.replaceAll(/[^\p{L}]/gu, '') === faces.short(racer.racerId));
    if (at === -1) continue;
    const before = tokens.slice(0, at);
    if (before.at(-1) === racer.bib) before.pop();
    if (before.some((token) => !/^\d+$/.test(token)) || before.length > 1) continue;
    const after = tokens.slice(at);
    const code = after.find((token): token is Status => STATUSES.includes(token as Status));
    return {
      racerId: racer.racerId,
      rank: before.length === 0 ? null : Number(before[0]),
      // In place of a time stands a code, or where the racer is.
      ...(ms === null && status !== 'OK' && { status: code ?? null }),
      ...((ms ?? outsideMs) !== null && { shownMs: readTime(after.find(isTime) ?? '') }),
    };
  }
  return null;
}
