import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { plainSeries } from '../../src/domain/series/rules.ts';
import { historyPath, racerPagePath } from '../../src/protocol/history.ts';
import { api } from '../../src/protocol/routes.ts';
import { seriesPagePath, seriesPath } from '../../src/protocol/series-paths.ts';
import { createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { expect } from './fixtures.ts';
import { KINDS, PAYLOADS } from './payloads.ts';
import { openView } from './payloads-formats.ts';
import { sendAll } from './payloads-seed.ts';
import { expectNothingInjected, expectOptions, expectShown, pressUntilGone } from './payloads-watch.ts';
import { change, chooseFromMore, chooseFromShareMenu, createRace, finishIn, openTimer } from './race.ts';

const DAY = 86_400_000;
/** The screen of a course offers those of the newest twelve events. */
const OFFERED = 10;
/** Of these a page shows one at a time. */
const FIRST = [0, 1, 2];

/** An event for each of these, all kinds among them: forty weeks take long to make. */
const WEEKS = PAYLOADS.filter((text, index) => index % 2 === 0 || KINDS.includes(text));
const shifted = (index: number, by: number): string => WEEKS[(index + by) % WEEKS.length]!;
const courseOf = (index: number): string => shifted(index, 3);
const conditionsOf = (index: number): string => shifted(index, 8);
const noteOf = (index: number): string => shifted(index, 13);
const categoryOf = (index: number): string => shifted(index, 18);
const all = (textOf: (index: number) => string): string[] => WEEKS.map((_, index) => textOf(index));

/** Courses of earlier events, where a course is chosen and where handicaps are made of earlier results. */
export async function lookAtEarlierCourses(page: Page): Promise<void> {
  const { request } = page;
  const own = await createRace(request, 'Next week', ['Ada']);
  const some = WEEKS.slice(0, OFFERED);
  for (const name of some) {
    const race = await createRace(request, 'Earlier', ['Bo']);
    await change(request, race, { type: 'format.set', format: { course: { name, meters: null } } });
    await finishIn(request, race, 'Bo', 60);
  }
  // The event's own course is not offered.
  const course = { name: shifted(0, OFFERED), meters: null };
  await change(request, own, { type: 'format.set', format: { course, conditions: conditionsOf(0) } });
  await openView(page, own, 'course');
  await expectShown(page.getByRole('list', { name: 'Courses of your earlier events' }), 'earlier courses', some);
  await expect(page.getByRole('textbox', { name: /^Course/ })).toHaveValue(course.name);
  await expect(page.getByRole('textbox', { name: /^Conditions/ })).toHaveValue(conditionsOf(0));
  await openView(page, own, 'handicap');
  await page.getByRole('button', { name: 'From earlier results' }).click();
  const races = page.getByRole('group', { name: /^Races that count/ });
  await expectShown(races, 'earlier results', [`on ${course.name}`, ...some.map((text) => ` · ${text}`)]);
}

/** One event whose course, conditions and note change while it is watched on every screen that shows them. */
export async function lookAtCourse(page: Page, spectator: Page, reader: Page): Promise<void> {
  const { request } = page;
  const race = await createRace(request, 'The course', ['Ada']);
  await change(request, race, { type: 'race.configure', settings: { openHistory: true } });
  await finishIn(request, race, 'Ada', 60);
  const [paper, official] = [await page.context().newPage(), await page.context().newPage()];
  await paper.addInitScript(() => void (window.print = () => {}));
  await openView(paper, race, 'export');
  await paper.getByRole('button', { name: 'Print', exact: true }).click();
  await paper.emulateMedia({ media: 'print' });
  await openTimer(page, race);
  await spectator.goto(race.viewerLink);
  for (const index of FIRST) {
    const [course, conditions, note] = [courseOf(index), conditionsOf(index), noteOf(index)];
    const format = { course: { name: course, meters: null }, conditions };
    await sendAll(request, [
      eventCommand(race.eventId, { type: 'format.set', format }),
      eventCommand(race.eventId, { type: 'official.set', note }),
    ]);
    await reader.goto(race.viewerLink);
    await Promise.all([
      ...[page, spectator, reader, paper].map((each) =>
        expect(each.getByText(`${course} · ${conditions}`)).toBeVisible(),
      ),
      ...[page, spectator, reader].map((each) => expect(each.getByText(/^Official since/)).toBeVisible()),
      ...[page, spectator, reader].map((each) => expect(each.getByText(` · ${note}`)).toBeVisible()),
      expect(paper.getByText(note, { exact: true })).toBeVisible(),
    ]);
    await openView(official, race, 'official');
    await expect(official.getByLabel('Note for everyone')).toHaveValue(note);
    for (const each of [reader, official]) await expectNothingInjected(each, 'the course');
    const results = await request.get(`${api.results.replace(':eventId', race.eventId)}?key=${race.keys.viewer}`);
    expect(await results.json()).toMatchObject({ course: { name: course }, conditions, official: { note } });
  }
  for (const each of [page, spectator, paper]) await expectNothingInjected(each, 'the course');
  for (const each of [paper, official]) await each.close();
  const told = FIRST.map((index) => `Declared the results official: ${noteOf(index)}`);
  await chooseFromMore(page, 'History');
  await chooseFromShareMenu(spectator, 'History');
  for (const board of [page, spectator]) {
    const history = board.getByRole('dialog', { name: 'History' });
    await expect(history.getByRole('listitem').first()).toBeVisible();
    await pressUntilGone(board.getByRole('button', { name: 'Load older' }));
    await expectShown(history, 'the history', told);
  }
}

interface Season {
  readonly eventIds: readonly string[];
  readonly racerIds: readonly string[];
}

/** So many weeks: the first racer is always there, each of the others once. */
async function createSeason(request: APIRequestContext): Promise<Season> {
  const eventIds = WEEKS.map(() => randomUUID());
  const racerIds = WEEKS.map(() => randomUUID()).toSorted();
  const first = Date.now() - WEEKS.length * DAY;
  await sendAll(
    request,
    racerIds.map((racerId, index) => createRacer(racerId, WEEKS[index]!)),
  );
  await sendAll(
    request,
    eventIds.flatMap((eventId, week) => {
      const racers = [...new Set([0, week])].map((index) => ({
        racerId: racerIds[index]!,
        name: WEEKS[index]!,
        groups: [],
        bib: null,
        details: { category: categoryOf(index) },
      }));
      const course = { name: courseOf(week), meters: null };
      const at = first + week * DAY;
      return [
        createEvent(eventId, WEEKS[week]),
        eventCommand(eventId, { type: 'entries.add', racers }),
        eventCommand(eventId, {
          type: 'format.set',
          format: { course, conditions: conditionsOf(week), shows: ['category'] },
        }),
        // A racer's link names public events only.
        eventCommand(eventId, { type: 'group.share' }),
        ...racers.flatMap(({ racerId }, index) => [
          tap(eventId, 'start', racerId, { at }),
          tap(eventId, 'finish', racerId, { at: at + 60_000 + index * 1000 }),
        ]),
      ];
    }),
  );
  return { eventIds, racerIds };
}

/** Courses, conditions, categories and names over many events. */
export async function lookAtSeason(page: Page, stranger: Page): Promise<void> {
  const season = await createSeason(page.request);
  await lookAtRacer(page, stranger, season);
  await lookAtSeries(page, stranger, season);
  await lookAtWeeks(page, season);
}

const textsOf = (page: Page, selector: string): Promise<string[]> => page.locator(selector).allInnerTexts();

/** Whole texts, so that the same payload in another place does not count. */
async function expectWhole(page: Page, selector: string, texts: readonly string[], where: string): Promise<void> {
  const missing = async () => {
    const found = new Set(await textsOf(page, selector));
    return texts.filter((text) => !found.has(text));
  };
  await expect.poll(missing, { message: `What is missing: ${where}` }).toEqual([]);
  await expectNothingInjected(page, where);
}

async function makeLink(request: APIRequestContext, path: string): Promise<string> {
  const answer = await request.post(`${path}/link`, { data: { isOn: true } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { linkKey: string }).linkKey;
}

async function lookAtRacer(page: Page, stranger: Page, { racerIds: [racerId = ''] }: Season): Promise<void> {
  const key = await makeLink(page.request, historyPath(racerId));
  await page.goto(racerPagePath(racerId));
  await stranger.goto(racerPagePath(racerId, key));
  for (const each of [page, stranger]) {
    await expect(each.getByRole('heading', { level: 1 })).toHaveText(WEEKS[0]!);
    await expectWhole(each, 'main h2', all(courseOf), 'the courses of a racer');
    await expectWhole(each, 'main th p bdi', all(conditionsOf), 'the conditions of a racer’s results');
    await expectWhole(each, 'main th > :first-child', WEEKS, 'the events of a racer');
  }
}

const saveSeries = async (request: APIRequestContext, seriesId: string, name: string, eventIds: readonly string[]) => {
  const document = { name, rules: { ...plainSeries, byCategory: true }, eventIds, helpers: [] };
  const answer = await request.put(seriesPath(seriesId), { data: { version: 0, document } });
  expect(answer.ok(), await answer.text()).toBe(true);
};

async function lookAtSeries(page: Page, stranger: Page, { eventIds }: Season): Promise<void> {
  const seriesIds = WEEKS.map(() => randomUUID());
  for (const [index, name] of WEEKS.entries())
    await saveSeries(page.request, seriesIds[index]!, name, index === 0 ? eventIds : []);
  await page.goto('/series');
  await expectWhole(page, 'main li bdi', WEEKS, 'the list of series');
  const full = seriesPagePath(seriesIds[0]!);
  await page.goto(full);
  await stranger.goto(seriesPagePath(seriesIds[0]!, await makeLink(page.request, seriesPath(seriesIds[0]!))));
  for (const each of [page, stranger]) {
    await expectShown(each.getByRole('group', { name: 'Category' }), 'the categories of a series', all(categoryOf));
    await expectWhole(each, 'main ol bdi', WEEKS, 'the events of a series');
    await expectWhole(each, 'main table th bdi', WEEKS, 'the racers of a series');
    await each.emulateMedia({ media: 'print' });
    await expectWhole(each, 'main h2', all(categoryOf), 'a series on paper');
    await each.emulateMedia({ media: null });
  }
  await page.goto(`${full}?edit`);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(WEEKS[0]!);
  await expectShown(page.getByRole('main'), 'the events to choose for a series', WEEKS);
}

/** Compare and coach. The coach reads one course at a time: in the end all weeks are on one. */
async function lookAtWeeks(page: Page, { eventIds }: Season): Promise<void> {
  await page.goto(`/compare?event=${eventIds[0]}&with=${eventIds[1]}`);
  const texts = [0, 1].flatMap((week) => [WEEKS[week]!, `${courseOf(week)} · ${conditionsOf(week)}`]);
  await expectShown(page.getByRole('main'), 'two events', texts);
  await expectOptions(page, 'Event', WEEKS);
  const others = WEEKS.slice(1);
  await expectOptions(page, 'Compared with', others);
  await page.goto('/coach');
  await expectOptions(page, 'Course', all(courseOf));
  const course = { name: courseOf(0), meters: null };
  await sendAll(
    page.request,
    eventIds.map((eventId) => eventCommand(eventId, { type: 'format.set', format: { course } })),
  );
  await page.goto('/coach');
  const races = page.getByRole('region', { name: 'Races' });
  await expectShown(
    races,
    'the weeks of a course',
    all((index) => `${courseOf(0)} · ${conditionsOf(index)}`),
  );
  await expectShown(races, 'the events of a course', WEEKS);
  await expectWhole(page, 'main table th button', WEEKS, 'the racers of a course');
  await page.getByRole('button', { name: WEEKS[0]!, exact: true }).click();
  await expectShown(page.getByRole('table', { name: /^Who gets faster/ }), 'the events of a racer of a course', WEEKS);
  for (const label of ['From', 'To']) await expectOptions(page, label, WEEKS);
}
