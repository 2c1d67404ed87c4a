import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { wordsOf } from '../../scripts/lib/words-of.mjs';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import { epochMs } from '../../src/domain/units.ts';
import { type CountryRules, type OfficeSheet, openInOffice } from '../support/office.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { change, createRace, type Race } from './race.ts';
import { setLanguage } from './words.ts';

const FORMULA = '=1+1';
const RIDERS = {
  'Ada Swift': { category: 'Women', club: 'Radclub Bern', team: 'Red', class: 'Elite' },
  [FORMULA]: { category: 'Men', club: '@SUM(A1)', team: '-Blue', class: 'C2' },
  'Nina Platz': { category: 'Women', club: 'Wheelers', team: 'Red', class: 'C2' },
};
const POINTS = [
  { line: 'p1', name: 'Bridge' },
  { line: 'p2', name: 'Top' },
];
/** 25 minutes and a bit more in each run; the third racer is not placed. */
const takes = (rider: number, run: number): number => 1_500_120 + rider * 60_000 + run * 1_000;

/** Two runs added up, with splits, classes, clubs and teams, and somebody outside of the ranking. */
async function createFullRace(request: APIRequestContext, unit: number): Promise<Race> {
  const names = Object.keys(RIDERS);
  const race = await createRace(request, 'Hill climb', names);
  const send = (body: EventCommandBody) => change(request, race, body);
  const idOf = (name: string) => race.racerIds[name]!;
  const given = Object.entries(RIDERS).map(([name, details]) => ({ racerId: idOf(name), details }));
  await send({ type: 'details.set', given });
  await send({ type: 'bibs.set', bibs: names.map((name, index) => ({ racerId: idOf(name), bib: `00${index + 1}` })) });
  await send({ type: 'race.configure', settings: { points: POINTS } });
  await send({ type: 'precision.set', precision: { unit, direction: 'down' } } as EventCommandBody);
  const at = Date.now() - 7_200_000;
  for (const run of [1, 2]) {
    await send({ type: 'format.set', format: { attempts: { count: 2, counts: 'sum', current: run } } });
    for (const [index, name] of names.entries()) {
      const from = at + run * 3_000_000 + index * 60_000;
      const lines = { start: 0, p1: 500_040, p2: 1_000_080, finish: takes(index, run) };
      for (const [line, after] of Object.entries(lines))
        await send({ type: 'tap.enter', line, racerId: idOf(name), attempt: run, to: epochMs(from + after) });
    }
    await send({ type: 'status.set', racerId: idOf('Nina Platz'), attempt: run, status: 'NP', reason: '' });
  }
  return race;
}

async function save(page: Page, race: Race, button: string): Promise<string> {
  await page.goto(`/timer?eventId=${race.eventId}&view=export`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  const path = join(await mkdtemp(join(tmpdir(), 'pushoff-office-')), file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

/** `PT00H25M00.12S` in milliseconds. */
function readMs(value: string | undefined): number | null {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M([\d.]+)S$/.exec(value ?? '') ?? [];
  return hours === undefined
    ? null
    : Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
}

/** The lines of a sheet by their titles: times in milliseconds, numbers as numbers, all else as it is shown. */
function linesOf({ rows: [titles = [], ...rows] }: OfficeSheet): Record<string, string | number | null>[] {
  return rows.map((row) =>
    Object.fromEntries(
      row.map(({ type, value, shown }, index) => [
        titles[index]?.shown ?? '',
        type === 'time' ? readMs(value) : type === 'float' ? Number(shown.replace(',', '.')) : shown,
      ]),
    ),
  );
}

const COUNTRIES: Readonly<Record<string, CountryRules>> = {
  'en-US': { separator: ',', language: 1033 },
  'de-DE': { separator: ';', language: 1031 },
  'fr-FR': { separator: ';', language: 1036 },
};

for (const [locale, rules] of Object.entries(COUNTRIES)) {
  for (const unit of [10, 1000]) {
    test(
      `[EX2] a spreadsheet of ${locale} opens the detailed CSV with times as times, at steps of ${unit} ms`,
      { tag: '@proof' },
      async ({ openBrowser, baseURL }) => {
        test.slow();
        const page = await openBrowser({ locale });
        await getAccount(page);
        const language = locale.slice(0, 2);
        await setLanguage(page.context(), baseURL!, language);
        const race = await createFullRace(page.request, unit);
        const [sheet] = await openInOffice(await save(page, race, wordsOf(language)('Detailed CSV')), rules);
        const lines = linesOf(sheet!);
        expect(lines).toHaveLength(6);
        const published = (ms: number) => Math.floor(ms / unit) * unit;
        expect(lines[0]).toMatchObject({
          Rank: 1,
          Racer: 'Ada Swift',
          Run: 1,
          Duration: published(takes(0, 1)),
          Total: published(takes(0, 1)) + published(takes(0, 2)),
          Category: 'Women',
          Club: 'Radclub Bern',
          Team: 'Red',
          Class: 'Elite',
          Bridge: 500_040,
          Top: 1_000_080,
          Event: 'Hill climb',
        });
        expect(lines[1], 'formulas are texts').toMatchObject({ Racer: "'=1+1", Club: "'@SUM(A1)", Team: "'-Blue" });
        expect(lines[2]).toMatchObject({ Racer: 'Nina Platz', Status: 'NP', Duration: published(takes(2, 1)) });
      },
    );
  }
}

test(
  '[EX1] LibreOffice finds in the workbook category, club, team, class, both runs, all splits, the event and its day',
  { tag: '@proof' },
  async ({ page }) => {
    test.slow();
    await getAccount(page);
    const race = await createFullRace(page.request, 10);
    const sheets = await openInOffice(await save(page, race, 'Excel workbook'));
    expect(sheets.map(({ name }) => name)).toEqual(['Results', 'Women', 'Men', 'Splits', 'About']);
    const [results, women, , splits, about] = sheets;
    const runs = [takes(0, 1), takes(0, 2)] as const;
    const ada = { Rank: 1, 'No.': '001', Name: 'Ada Swift', Club: 'Radclub Bern', Team: 'Red', Class: 'Elite' };
    const times = { Time: runs[0] + runs[1], 'Heat 1': runs[0], 'Heat 2': runs[1] };
    expect(linesOf(results!)[0]).toMatchObject({ ...ada, ...times, Category: 'Women' });
    expect(linesOf(women!)[0]).toMatchObject({ ...ada, ...times });
    expect(linesOf(results!)[1]).toMatchObject({ Name: FORMULA, Club: '@SUM(A1)', Team: '-Blue' });
    expect(linesOf(results!)[2]).toMatchObject({ Name: 'Nina Platz', Status: 'NP', 'Heat 1': 'NP 27:01.12' });
    expect(linesOf(splits!).slice(0, 2)).toMatchObject(
      runs.map((Time, index) => ({ Name: 'Ada Swift', Run: index + 1, Bridge: 500_040, Top: 1_000_080, Time })),
    );
    expect(linesOf(splits!)[4], 'outside of the ranking').toMatchObject({
      Name: 'Nina Platz',
      Time: takes(2, 1),
      Status: 'NP',
    });
    expect(about!.rows.slice(0, 2).map(([cell]) => cell!.shown)).toEqual([
      'Hill climb',
      expect.stringMatching(/^\d+ \w{3} \d{4}$/),
    ]);
  },
);
