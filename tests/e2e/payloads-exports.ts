import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import Papa from 'papaparse';
import readExcelFile from 'read-excel-file/node';
import { splitName } from '../../src/domain/exports/split-name.ts';
import { letterheadPaths } from '../../src/protocol/letterhead.ts';
import { api } from '../../src/protocol/routes.ts';
import type { PublicResults } from '../../src/protocol/results.ts';
import { createRacer, eventCommand, tap } from '../support/commands.ts';
import { expect } from './fixtures.ts';
import { bibOf, PAYLOADS, shifted } from './payloads.ts';
import { createFormatRace, detailsOf, finishAll, type FormatRace, openView } from './payloads-formats.ts';
import { sendAll } from './payloads-seed.ts';
import { expectShown } from './payloads-watch.ts';
import { change } from './race.ts';

/** What a spreadsheet would run, if it stood at the start of a cell. */
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("//evil.example")'];
const [COURSE, CONDITIONS, NOTE, LETTERHEAD] = [PAYLOADS[33]!, PAYLOADS[34]!, PAYLOADS[0]!, PAYLOADS[35]!];

interface Line {
  readonly name: string;
  readonly bib: string;
  readonly group: string;
  readonly category: string;
  readonly club: string;
  readonly team: string;
  /** Of the handicap. */
  readonly source: string;
}
const LINES: readonly Line[] = [
  ...PAYLOADS.map((name, index) => {
    const { club, team } = detailsOf(index);
    const [bib, group, source] = [bibOf(shifted(index, 3)), shifted(index, 1), shifted(index, 33)];
    return { name, bib, group, category: name, club, team, source };
  }),
  ...FORMULAS.map((text) => {
    const bib = bibOf(text);
    return { name: text, bib, group: text, category: text, club: text, team: text, source: text };
  }),
];

async function createRace(page: Page): Promise<FormatRace> {
  const made = await createFormatRace(page, 'The papers');
  const { eventId } = made.race;
  await finishAll(page, made);
  const racers = LINES.slice(PAYLOADS.length).map(({ name, bib, group, category, club, team }) => ({
    racerId: randomUUID(),
    name,
    groups: [group],
    bib,
    details: { category, club, team },
  }));
  const at = Date.now() - 3_600_000;
  const everybody = [...made.racerIds, ...racers.map(({ racerId }) => racerId)];
  const given = everybody.map((racerId, index) => ({ racerId, handicap: { ms: 1000, source: LINES[index]!.source } }));
  await sendAll(page.request, [
    ...racers.map(({ racerId, name }) => createRacer(racerId, name)),
    eventCommand(eventId, { type: 'entries.add', racers }),
    ...racers.flatMap(({ racerId }, index) => [
      tap(eventId, 'start', racerId, { at }),
      tap(eventId, 'finish', racerId, { at: at + 1_600_000 + index * 1000 }),
    ]),
    eventCommand(eventId, { type: 'handicaps.set', given }),
    eventCommand(eventId, {
      type: 'format.set',
      format: {
        course: { name: COURSE, meters: null },
        conditions: CONDITIONS,
        handicap: 'time',
        teams: { of: 'team', score: 'sum', n: 1, displaces: true, quota: null, startsTogether: false },
      },
    }),
    eventCommand(eventId, { type: 'official.set', note: NOTE }),
  ]);
  return { race: made.race, racerIds: everybody };
}

/** A spreadsheet shows such a text with an apostrophe in front, and runs nothing. */
const asCell = (text: string): string => (FORMULAS.some((each) => bibOf(each) === bibOf(text)) ? `'${text}` : text);

/** Everything that leaves the product as paper or as a file, read back by readers of others. */
export async function lookAtExports(page: Page): Promise<void> {
  await page.addInitScript(() => void (window.print = () => {}));
  const made = await createRace(page);
  const address = letterheadPaths.one.replace(':eventId', made.race.eventId);
  const saved = await page.request.post(address, { data: { line: LETTERHEAD, logo: null } });
  expect(saved.ok(), await saved.text()).toBe(true);
  await openView(page, made.race, 'export');
  await lookAtPapers(page);
  await lookAtFiles(page);
  await lookAtAnswers(page, made);
}

async function lookAtPapers(page: Page): Promise<void> {
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
  await print('Results', 'Print', [...rows, ` · ${COURSE} · ${CONDITIONS}`, `\n${NOTE}\n`]);
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

/** Pressed from inside the page: while pages are printed, the rest of the screen is hidden. */
async function download(page: Page, name: string): Promise<Buffer> {
  const button = page.getByRole('button', { name, exact: true, includeHidden: true });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button.evaluate((element: HTMLElement) => element.click()),
  ]);
  return readFile(await file.path());
}

const readXml = async (page: Page): Promise<string> => (await download(page, 'Download for IOF XML 3')).toString();
const readWebscorer = async (page: Page): Promise<Row[]> =>
  readRows(new TextDecoder('utf-16le').decode(await download(page, 'Download for Webscorer')), '\t');
const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'ClassResult' });

/** What is said of the whole event, in each file that says it. */
export async function expectInFiles(page: Page, course: string, ...more: string[]): Promise<void> {
  expect(parser.parse(await readXml(page))).toMatchObject({
    ResultList: { ClassResult: [{ Course: { Name: course } }] },
  });
  expect((await readWebscorer(page)).map((row) => row['Distance'])).toEqual([course]);
  const sheets = await readExcelFile(await download(page, 'Excel workbook'));
  const about = sheets.find(({ sheet }) => sheet === 'About')!.data.flat();
  expect(about).toEqual(expect.arrayContaining([course, ...more]));
}

type Row = Readonly<Record<string, string>>;

/** The rows under their titles. Tabs as Excel reads them: a quote at the start of a cell encloses it. */
function readRows(text: string, delimiter = ','): Row[] {
  const { data, errors } = Papa.parse<Row>(text, { header: true, delimiter, skipEmptyLines: true });
  expect(errors).toEqual([]);
  return data;
}

const pick = (rows: readonly Row[], ...titles: string[]): string[][] =>
  rows.map((row) => titles.map((title) => row[title] ?? `no column ${title}`)).toSorted(byText);
const cellsOf = (read: (line: Line) => readonly string[]): string[][] =>
  LINES.map((line) => read(line).map(asCell)).toSorted(byText);
const byText = (one: readonly string[], other: readonly string[]): number =>
  one.join('\t') < other.join('\t') ? -1 : 1;

async function lookAtFiles(page: Page): Promise<void> {
  const read = async (button: string) => (await download(page, button)).toString();
  expect(pick(readRows(await read('CSV')), 'Racer')).toEqual(cellsOf(({ name }) => [name]));
  expect(pick(readRows(await read('Detailed CSV')), 'Bib', 'Racer', 'Groups', 'Handicap Source')).toEqual(
    cellsOf(({ bib, name, group, source }) => [bib, name, group, source]),
  );
  expect(
    pick(
      readRows(await read('Download for USA Cycling')),
      'Race Category',
      'Rider Bib #',
      'Rider Last Name',
      'Rider First Name',
      'Rider Team',
    ),
  ).toEqual(
    cellsOf(({ category, bib, name, team }) => [category, bib, splitName(name).last, splitName(name).first, team]),
  );

  const blocks = Papa.parse<string[]>(await read('Download for CrossResults')).data.slice(1);
  const titles = blocks.filter((row) => row.length === 1 && row[0] !== '');
  expect(titles.toSorted(byText)).toEqual(cellsOf(({ category }) => [category]));
  expect(
    blocks
      .filter((row) => row.length > 1)
      .map(([, , ...rest]) => rest)
      .toSorted(byText),
  ).toEqual(cellsOf(({ name, team }) => [splitName(name).last, splitName(name).first, team]));

  expect(
    pick(await readWebscorer(page), 'Bib', 'Last name', 'First name', 'Team name', 'Category', 'Distance'),
  ).toEqual(
    cellsOf(({ bib, name, team, category }) => [
      bib,
      splitName(name).last,
      splitName(name).first,
      team,
      category,
      COURSE,
    ]),
  );

  const xml = await readXml(page);
  expect(XMLValidator.validate(xml)).toBe(true);
  const { ResultList } = parser.parse(xml) as {
    ResultList: {
      ClassResult: {
        Class: { Name: string };
        Course: { Name: string };
        PersonResult: {
          Person: { Name: { Family: string; Given: string } };
          Organisation: { Name: string };
          Result: { BibNumber: string };
        };
      }[];
    };
  };
  expect(
    ResultList.ClassResult.map(({ Class, Course, PersonResult: { Person, Organisation, Result } }) => [
      Class.Name,
      Course.Name,
      Person.Name.Family,
      Person.Name.Given,
      Organisation.Name,
      Result.BibNumber,
    ]).toSorted(byText),
  ).toEqual(
    LINES.map(({ category, name, club, bib }) => {
      const { last, first } = splitName(name);
      return [category, COURSE, last, first, club, bib];
    }).toSorted(byText),
  );

  const sheets = await readExcelFile(await download(page, 'Excel workbook'));
  const [results, teams] = ['Results', 'Teams'].map((name) => sheets.find(({ sheet }) => sheet === name));
  const column = (sheet: typeof results, title: string) => {
    const [head, ...rows] = sheet!.data;
    return rows.map((row) => row[head!.indexOf(title)]).toSorted();
  };
  for (const [title, textOf] of Object.entries({
    'No.': ({ bib }: Line) => bib,
    Name: ({ name }: Line) => name,
    Category: ({ category }: Line) => category,
    Club: ({ club }: Line) => club,
    Team: ({ team }: Line) => team,
  }))
    expect(column(results, title), title).toEqual(LINES.map(textOf).toSorted());
  expect(column(teams, 'Team')).toEqual(LINES.map(({ team }) => team).toSorted());
}

/** The answers for programs: the JSON says every text as it is, the board of vMix is a file for a spreadsheet too. */
async function lookAtAnswers(page: Page, { race }: FormatRace): Promise<void> {
  await change(page.request, race, {
    type: 'format.set',
    format: { shows: ['category', 'class', 'club', 'team'] },
  });
  const ask = async (path: string) => {
    const answer = await page.request.get(`${path.replace(':eventId', race.eventId)}?key=${race.keys.viewer}`);
    expect(answer.headers()['x-content-type-options']).toBe('nosniff');
    return { type: answer.headers()['content-type'], text: await answer.text() };
  };
  const json = await ask(api.results);
  expect(json.type).toMatch(/^application\/json/);
  const { results, teams } = JSON.parse(json.text) as PublicResults;
  const told = results.map(({ name, bib, groups, category, club, team }) => [
    name,
    bib,
    ...groups,
    category,
    club,
    team,
  ]);
  expect(told.map((row) => row.map(String)).toSorted(byText)).toEqual(
    LINES.map(({ name, bib, group, category, club, team }) => [name, bib, group, category, club, team]).toSorted(
      byText,
    ),
  );
  expect(results.flatMap(({ class: ofClass }) => ofClass ?? []).toSorted()).toEqual(PAYLOADS.toSorted());
  expect(teams.map(({ name }) => name).toSorted()).toEqual(LINES.map(({ team }) => team).toSorted());
  const csv = await ask(api.boardCsv);
  expect(csv.type).toMatch(/^text\/csv/);
  const board = readRows(csv.text).filter((row) => row['Line'] !== 'latest');
  expect(pick(board, 'Bib', 'Name', 'Category', 'Club', 'Team', 'Groups')).toEqual(
    cellsOf(({ bib, name, category, club, team, group }) => [bib, name, category, club, team, group]),
  );
}
