import type { Page } from '@playwright/test';
import { letterheadPaths } from '../../src/protocol/letterhead.ts';
import { eventCommand } from '../support/commands.ts';
import { expect } from './fixtures.ts';
import { bibOf, PAYLOADS, shifted } from './payloads.ts';
import { createFormatRace, detailsOf, finishAll, type FormatRace, openView } from './payloads-formats.ts';
import { sendAll } from './payloads-seed.ts';
import { expectShown } from './payloads-watch.ts';

const [COURSE, CONDITIONS, NOTE, LETTERHEAD] = [PAYLOADS[33]!, PAYLOADS[34]!, PAYLOADS[0]!, PAYLOADS[35]!];
const LINES = PAYLOADS.map((name, index) => {
  const { club, team } = detailsOf(index);
  return { name, bib: bibOf(shifted(index, 3)), group: shifted(index, 1), category: name, club, team };
});

async function createRace(page: Page): Promise<FormatRace> {
  const made = await createFormatRace(page, 'The papers');
  const { eventId } = made.race;
  await finishAll(page, made);
  const given = made.racerIds.map((racerId) => ({ racerId, handicap: { ms: 1000, source: COURSE } }));
  await sendAll(page.request, [
    eventCommand(eventId, { type: 'handicaps.set', given }),
    eventCommand(eventId, {
      type: 'format.set',
      format: { course: { name: COURSE, meters: null }, conditions: CONDITIONS, handicap: 'time' },
    }),
    eventCommand(eventId, { type: 'official.set', note: NOTE }),
  ]);
  return made;
}

/** Everything that leaves the product as paper. What files hold is read back by `npm run outputs` and by the writers' tests. */
export async function lookAtPapers(page: Page): Promise<void> {
  await page.addInitScript(() => void (window.print = () => {}));
  const made = await createRace(page);
  const address = letterheadPaths.one.replace(':eventId', made.race.eventId);
  const saved = await page.request.post(address, { data: { line: LETTERHEAD, logo: null } });
  expect(saved.ok(), await saved.text()).toBe(true);
  await openView(page, made.race, 'export');
  const pages = page.getByLabel('Pages for printing');
  async function print(what: string, button: string | RegExp, texts: readonly string[]): Promise<void> {
    await page.getByLabel('Print', { exact: true }).selectOption(what);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.emulateMedia({ media: 'print' });
    await expectShown(pages, what, texts);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(pages).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  }
  const tabs = (...cells: string[]) => cells.join('\t');
  const rows = LINES.map(({ bib, name, category, club, team }) => tabs(bib, name, category, '1', club, team));
  await print('Results by actual time', 'Print', [...rows, ` · ${COURSE} · ${CONDITIONS}`, `\n${NOTE}\n`]);
  await print('Results by adjusted time', 'Print', rows);
  await print(
    'Results by category',
    'Print',
    LINES.flatMap(({ bib, name, category, club, team }) => [category, tabs(bib, name, club, team)]),
  );
  await print(
    'Start list',
    'Print',
    LINES.map(({ bib, name, group }) => tabs(bib, name, group)),
  );
  await print(
    'A certificate for each racer',
    `Print ${LINES.length} certificates`,
    LINES.flatMap(({ name, category, club }) => [LETTERHEAD, ` · ${COURSE}`, name, club, `${category}: place 1 of 1`]),
  );
}
