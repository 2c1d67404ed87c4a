import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { RaceFormat, TeamRules } from '../../src/domain/model/race-format.ts';
import { handicapTablePath, MAX_TABLE_NAME, MAX_TABLE_VERSION } from '../../src/protocol/handicap-tables.ts';
import { createRacer, eventCommand, racerCommand, tap } from '../support/commands.ts';
import { untilSent } from './device.ts';
import { expect } from './fixtures.ts';
import { bibOf, KINDS, KINDS_AT, PAYLOADS, shifted } from './payloads.ts';
import { sendAll } from './payloads-seed.ts';
import { expectEachShown, expectNothingInjected, expectOptions, expectShown } from './payloads-watch.ts';
import { change, createRace, openTimer, type Race, section } from './race.ts';
import { MAX_HANDICAP_TABLES } from '../../src/protocol/limits.ts';

/** What is known of a racer: four payloads in four fields, and other ones in each turn. */
export const detailsOf = (index: number, turn = 0) => ({
  class: shifted(index, turn + 5),
  club: shifted(index, turn + 12),
  team: shifted(index, turn + 19),
  category: shifted(index, turn + 26),
});
const inOneLine = (index: number, turn = 0): string => {
  const { class: ofClass, club, team } = detailsOf(index, turn);
  return [ofClass, club, team].join(' · ');
};
const linesOf = (turn = 0): string[] => PAYLOADS.map((_, index) => inOneLine(index, turn));

export async function openView(page: Page, { eventId }: Race, view: string): Promise<void> {
  await page.goto(`/timer?eventId=${eventId}&view=${view}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Details in the library, in an event that takes its racers from there, and changed in that event. */
export async function lookAtDetails(page: Page): Promise<void> {
  const racerIds = PAYLOADS.map(() => randomUUID()).toSorted();
  await sendAll(
    page.request,
    PAYLOADS.map((name, index) =>
      racerCommand(racerIds[index]!, { type: 'racer.create', name, groups: [], details: detailsOf(index, 0) }),
    ),
  );
  await page.goto('/homepage');
  await expectShown(page.getByRole('region', { name: 'Manage Racers' }), 'the library', linesOf(0));
  await page.getByRole('button', { name: `Details: ${PAYLOADS[0]}`, exact: true }).click();
  await expectFields(page, detailsOf(0, 0));
  const race = await createRace(page.request, 'The details', []);
  await openTimer(page, race);
  await page.getByRole('button', { name: 'Add Racers' }).click();
  const picker = page.getByRole('dialog', { name: 'Add Racers' });
  await expectShown(picker, 'the library to choose from', linesOf(0));
  await picker.getByRole('checkbox', { name: `Select all ${PAYLOADS.length}` }).check();
  await picker.getByRole('button', { name: /^Add Selected Racers/ }).click();
  await expect(section(page, 'Inactive Racers').getByRole('listitem')).toHaveCount(PAYLOADS.length);
  await untilSent(page);
  const given = racerIds.map((racerId, index) => ({ racerId, details: detailsOf(index, 1) }));
  await change(page.request, race, { type: 'details.set', given });
  const texts = KINDS_AT.map((index) => `${detailsOf(index, 1).category} · ${inOneLine(index, 1)}`);
  await expectEachShown(page, 'details', { attribute: 'title', lead: '', shownIn: 'dialog[open]', texts });
  await expectShown(page.getByRole('group', { name: 'Category' }), 'the categories of the board');
  await section(page, 'Inactive Racers').getByTitle(PAYLOADS[0]!, { exact: true }).click();
  await page.getByRole('button', { name: 'Name, year, club, category' }).click();
  await expectFields(page, detailsOf(0, 1));
  await expectOptions(page, 'Category', [detailsOf(0, 1).category]);
}

async function expectFields(page: Page, texts: ReturnType<typeof detailsOf>): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Class')).toHaveValue(texts.class);
  await expect(dialog.getByLabel('Club')).toHaveValue(texts.club);
  await expect(dialog.getByLabel('Team')).toHaveValue(texts.team);
  await expectNothingInjected(page, 'the fields of the details');
}

const shows: RaceFormat['shows'] = ['category', 'class', 'club', 'team'];
const rules: TeamRules = { of: 'team', score: 'sum', n: 1, displaces: true, quota: null, startsTogether: false };

/** A category for each racer, by the group and the class that the racer has. */
const categoriesOf = (gender: 'F' | null) =>
  PAYLOADS.map((name, index) => ({
    name,
    group: shifted(index, 1),
    gender,
    class: detailsOf(index).class,
    ages: null,
  }));

export interface FormatRace {
  readonly race: Race;
  readonly racerIds: readonly string[];
}

/** Forty racers with every text that an entry can have, each of them in a team and in a club of its own. */
export async function createFormatRace(page: Page, name: string): Promise<FormatRace> {
  const race = await createRace(page.request, name, []);
  const racerIds = PAYLOADS.map(() => randomUUID()).toSorted();
  const racers = PAYLOADS.map((racer, index) => {
    const { category: _byTheRules, ...details } = detailsOf(index);
    return {
      racerId: racerIds[index]!,
      name: racer,
      groups: [shifted(index, 1)],
      bib: bibOf(shifted(index, 3)),
      details,
    };
  });
  await sendAll(page.request, [
    ...racers.map((racer) => createRacer(racer.racerId, racer.name)),
    eventCommand(race.eventId, { type: 'entries.add', racers }),
    eventCommand(race.eventId, { type: 'format.set', format: { categories: categoriesOf(null), shows } }),
  ]);
  return { race, racerIds };
}

export async function finishAll(page: Page, { race, racerIds }: FormatRace): Promise<void> {
  const at = Date.now() - 3_600_000;
  await sendAll(
    page.request,
    racerIds.flatMap((racerId, index) => [
      tap(race.eventId, 'start', racerId, { at }),
      tap(race.eventId, 'finish', racerId, { at: at + 1_500_000 + index * 1000 }),
    ]),
  );
}

/** Categories, teams and handicaps: the screens that make them, and both boards. */
export async function lookAtFormats(page: Page, spectator: Page, reader: Page): Promise<void> {
  const made = await createFormatRace(page, 'The formats');
  await lookAtCategories(page, made.race);
  await lookAtTeamStarts(page, made.race);
  await finishAll(page, made);
  await lookAtBoards(page, spectator, made.race);
  await lookAtFirstHtml(reader, made.race);
  await lookAtQuotas(page, spectator, made.race);
  await lookAtHandicaps(page, made);
}

async function lookAtCategories(page: Page, race: Race): Promise<void> {
  // Nobody is known to be a woman: no category fits, and everybody is listed with all that is known.
  await change(page.request, race, { type: 'format.set', format: { categories: categoriesOf('F') } });
  await openView(page, race, 'categories');
  await page.getByRole('button', { name: `Show all ${PAYLOADS.length} racers` }).click();
  const about = PAYLOADS.map((_, index) => `${shifted(index, 1)} · ${inOneLine(index)}`);
  await expectShown(page.getByRole('region', { name: 'Without a category' }), 'who is in no category', about);
  await expectOptions(page, `Category of ${PAYLOADS[0]}`);
  await change(page.request, race, { type: 'format.set', format: { categories: categoriesOf(null) } });
  const rule = (index: number) => `group ${shifted(index, 1)} · class ${detailsOf(index).class} · 1 racer`;
  const list = page.getByRole('list', { name: 'Categories in their order' });
  await expectShown(list, 'the categories', [...PAYLOADS, ...PAYLOADS.map((_, index) => rule(index))]);
  await expectEachShown(page, 'a category', {
    attribute: 'aria-label',
    lead: 'Change ',
    shownIn: 'dialog[open] h2',
  });
  await page.getByRole('button', { name: `Change ${PAYLOADS[0]}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toHaveValue(PAYLOADS[0]!);
  await expect(dialog.getByLabel('Class')).toHaveValue(detailsOf(0).class);
  await expectOptions(page, 'Group');
  await page.keyboard.press('Escape');
  await change(page.request, race, {
    type: 'race.configure',
    settings: { points: [{ line: 'p1', name: 'Bridge' }] },
  });
  await openView(page, race, 'splits');
  await expectShown(page.getByRole('group', { name: 'Category' }), 'the categories at a point');
}

async function lookAtTeamStarts(page: Page, race: Race): Promise<void> {
  const teams = { ...rules, startsTogether: true };
  await change(page.request, race, { type: 'format.set', format: { teams } });
  await openTimer(page, race);
  await expectShown(page.getByRole('region', { name: 'Teams to start' }), 'the teams to start');
}

async function lookAtBoards(page: Page, spectator: Page, race: Race): Promise<void> {
  await spectator.goto(race.viewerLink);
  for (const board of [page, spectator]) {
    await board.getByRole('group', { name: 'Ranking' }).getByRole('button', { name: 'Racers' }).click();
    const categories = board.getByRole('group', { name: 'Category' });
    await expectShown(categories, 'the categories of a board');
    await categories.getByRole('button', { name: PAYLOADS[10]!, exact: true }).click();
    await expect(section(board, 'Leaderboard').getByRole('listitem')).toHaveCount(1);
    await categories.getByRole('button', { name: 'All', exact: true }).click();
  }
  for (const [of, title] of [
    ['club', 'Clubs'],
    ['team', 'Teams'],
  ] as const) {
    await change(page.request, race, { type: 'format.set', format: { teams: { ...rules, of } } });
    for (const board of [page, spectator]) {
      await board.getByRole('group', { name: 'Ranking' }).getByRole('button', { name: title }).click();
      await expectShown(board.getByRole('region', { name: title, exact: true }), `the ${title} of a board`);
    }
  }
}

/** The page without its scripts: the board that the server has written, and the data that the scripts would read. */
async function lookAtFirstHtml(reader: Page, race: Race): Promise<void> {
  await reader.goto(race.viewerLink);
  await expectShown(section(reader, 'Leaderboard'), 'the board in the first HTML');
  const data = JSON.parse((await reader.locator('script#boot').textContent())!) as object;
  const told: string[] = [];
  JSON.stringify(data, (key, value: unknown) => {
    told.push(`${key} ${String(value)}`);
    return value;
  });
  const wanted = ['name', 'class', 'club', 'team', 'category'].flatMap((key) =>
    PAYLOADS.map((text) => `${key} ${text}`),
  );
  expect(wanted.filter((text) => !told.includes(text))).toEqual([]);
}

/** Payloads as the class that each team needs. The teams without it have no result, and say why. */
async function lookAtQuotas(page: Page, spectator: Page, race: Race): Promise<void> {
  for (const [index, text] of KINDS.entries()) {
    const quota = { gender: null, class: text, least: 1 };
    // Without the class the viewer's page cannot tell who fits, and reads the teams from the server.
    const shown = index % 2 === 0 ? shows : shows.filter((each) => each !== 'class');
    await change(page.request, race, { type: 'format.set', format: { teams: { ...rules, quota }, shows: shown } });
    for (const board of [page, spectator]) {
      await expect(board.getByText(`At least 1 of these: class ${text}.`)).toBeVisible();
      await expect(board.getByText(`1 still missing: class ${text}`, { exact: true })).toHaveCount(PAYLOADS.length - 1);
    }
  }
  for (const board of [page, spectator]) await expectNothingInjected(board, 'the class that teams need');
  await openView(page, race, 'teams');
  await expectShown(page.getByRole('region', { name: 'Teams of this event' }), 'the teams');
  await expectOptions(
    page,
    'Every team needs',
    PAYLOADS.map((text) => `class ${text}`),
  );
}

/** As much of a payload as the name and the version of a table may hold. */
const tableName = (text: string): string => text.slice(0, MAX_TABLE_NAME).trim();
const tableVersion = (text: string): string => text.slice(0, MAX_TABLE_VERSION).trim();

async function lookAtHandicaps(page: Page, { race, racerIds }: FormatRace): Promise<void> {
  const given = racerIds.map((racerId, index) => ({
    racerId,
    handicap: { ms: 1000, source: PAYLOADS[index]! },
  }));
  await change(page.request, race, { type: 'handicaps.set', given });
  await change(page.request, race, { type: 'format.set', format: { handicap: 'time' } });
  await openView(page, race, 'handicap');
  await page.getByRole('button', { name: 'By hand' }).click();
  await expectShown(page.getByRole('main'), 'where handicaps are from');
  const some = PAYLOADS.slice(0, MAX_HANDICAP_TABLES);
  for (const [index, text] of some.entries()) {
    const row = [null, detailsOf(index).class, null, null, null, 1000];
    const data = { name: tableName(text), version: tableVersion(text), rows: [row] };
    expect((await page.request.put(handicapTablePath(randomUUID()), { data })).ok(), text).toBe(true);
  }
  await openView(page, race, 'handicap');
  const labels = some.map((text) => `${tableName(text)} ${tableVersion(text)}`);
  await expectOptions(page, 'Table', labels);
  await page.getByLabel('Table', { exact: true }).selectOption({ label: labels[0]! });
  const racer = page.getByRole('listitem').filter({ hasText: detailsOf(0).class });
  await expect(racer.filter({ hasText: '00:01.00' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Delete table' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`Delete ${labels[0]}?`);
  await expectNothingInjected(page, 'the tables of handicaps');
}
