import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { EventCommandBody } from '../../src/domain/events/commands.ts';
import type { EndLine } from '../../src/domain/model/lines.ts';
import type { Command, CommandAnswers } from '../../src/protocol/commands.ts';
import type { GuestKeys } from '../../src/protocol/live.ts';
import { MAX_COMMANDS } from '../../src/protocol/limits.ts';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { batchOf, createEvent, createRacer, eventCommand, type Made, tap } from '../support/commands.ts';
import { expect } from './fixtures.ts';

/** An event with racers, made through the API by the user of `request`. */
export interface Race {
  readonly eventId: string;
  readonly name: string;
  /** By name. */
  readonly racerIds: Readonly<Record<string, string>>;
  readonly keys: GuestKeys;
  readonly adminLink: string;
  readonly viewerLink: string;
}

export async function send(request: APIRequestContext, ...commands: Command[]): Promise<void> {
  for (let from = 0; from < commands.length; from += MAX_COMMANDS) {
    const data = batchOf(...commands.slice(from, from + MAX_COMMANDS));
    const response = await request.post(api.commands, { data });
    expect(response.ok(), await response.text()).toBe(true);
    const { answers } = (await response.json()) as CommandAnswers;
    expect(answers.filter(({ status }) => status !== 'accepted')).toEqual([]);
  }
}

export async function createRace(request: APIRequestContext, name: string, racers: readonly string[]): Promise<Race> {
  const eventId = randomUUID();
  // Racers who are added together are listed in the order of their ids: sorted ids keep the given order.
  const ids = racers.map(() => randomUUID()).toSorted();
  const entries = racers.map((racer, index) => ({ racerId: ids[index]!, name: racer, groups: [], bib: null }));
  await send(
    request,
    createEvent(eventId, name),
    ...entries.map((entry) => createRacer(entry.racerId, entry.name)),
    ...(entries.length === 0 ? [] : [eventCommand(eventId, { type: 'entries.add', racers: entries })]),
  );
  const answer = await request.get(api.event.replace(':eventId', eventId));
  const { keys } = (await answer.json()) as { keys: GuestKeys };
  return {
    eventId,
    name,
    racerIds: Object.fromEntries(entries.map((entry) => [entry.name, entry.racerId])),
    keys,
    adminLink: guestPath(eventId, 'admin', keys.admin),
    viewerLink: guestPath(eventId, 'viewer', keys.viewer),
  };
}

/** Sends any event command through the API. */
export const change = (request: APIRequestContext, { eventId }: Race, body: EventCommandBody): Promise<void> =>
  send(request, eventCommand(eventId, body));

/** A tap through the API, where `at` can be any moment. */
export function tapAs(
  request: APIRequestContext,
  { eventId, racerIds }: Race,
  line: EndLine,
  racer: string,
  made: Made = {},
): Promise<void> {
  return send(request, tap(eventId, line, racerIds[racer] ?? null, made));
}

/** Starts and finishes, so that the duration is exactly this. */
export async function finishIn(request: APIRequestContext, race: Race, racer: string, seconds: number): Promise<void> {
  const start = Date.now() - 3_600_000;
  await tapAs(request, race, 'start', racer, { at: start });
  await tapAs(request, race, 'finish', racer, { at: start + seconds * 1000 });
}

export async function openTimer(page: Page, { eventId, name }: Pick<Race, 'eventId' | 'name'>): Promise<void> {
  await page.goto(`/timer?eventId=${eventId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(page.getByText('Opening the timer…')).toHaveCount(0);
}

/** Opens the admin link as a guest and waits until the event can be timed. */
export async function joinByLink(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await expect(page).toHaveURL(/^[^=]*eventId=[^&=]*$/);
  await expect(page.getByRole('button', { name: 'More' })).toBeVisible();
}

export type Section = 'Racers On Course' | 'Inactive Racers' | 'Leaderboard';

/** One part of the board. */
export const section = (page: Page, title: Section): Locator => page.getByRole('region', { name: title });

/** In whichever list: a row keeps its place until the lists close up. */
export const startButton = (page: Page, racer: string): Locator =>
  page.getByRole('button', { name: `Start ${racer}`, exact: true });

export const finishButton = (page: Page, racer: string): Locator =>
  page.getByRole('button', { name: `Finish ${racer}`, exact: true });

/** Asks for the lists to close up, and waits until nothing has moved for so long that a touch is sure again. */
export async function closeUp(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Close up/ }).first();
  if (await button.isVisible()) await button.click();
  await untilSure(page);
}

/** Waits until no timing button has moved for 700 ms: before, a touch could mean two. */
export const untilSure = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const read = () =>
          [...document.querySelectorAll<HTMLElement>('[data-timing-button]')]
            .map((each) => `${each.getAttribute('aria-label')} ${each.getBoundingClientRect().top + scrollY}`)
            .join();
        let [known, since] = [read(), performance.now()];
        const look = () => {
          const now = read();
          if (now !== known) [known, since] = [now, performance.now()];
          if (performance.now() - since > 750) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

/** Presses, and waits until the tap is recorded. */
export async function start(page: Page, racer: string): Promise<void> {
  await startButton(page, racer).click();
  await expect(startButton(page, racer)).toHaveCount(0);
}

export async function finish(page: Page, racer: string): Promise<void> {
  await finishButton(page, racer).click();
  await expect(finishButton(page, racer)).toHaveCount(0);
}

export interface BoardRow {
  readonly rank: number;
  readonly name: string;
  /** HH:MM:SS */
  readonly start: string;
  readonly finish: string;
  /** [h:]mm:ss.cc */
  readonly duration: string;
  readonly isCorrected: boolean;
}

/** Read in the page at once: rows move between two calls. */
const linesIn = (page: Page, title: Section, rows = 'li'): Promise<string[][]> =>
  page.evaluate(
    ([name, selector]) =>
      [...document.querySelectorAll('section')]
        .filter((part) => document.getElementById(part.getAttribute('aria-labelledby') ?? '')?.textContent === name)
        .flatMap((part) => [...part.querySelectorAll<HTMLElement>(selector)])
        .map((row) => row.innerText.split('\n').filter(Boolean)),
    [title, rows] as const,
  );

/** The displayed leaderboard, from the top. */
export async function boardOf(page: Page): Promise<BoardRow[]> {
  const rows = await linesIn(page, 'Leaderboard');
  return rows.map(([rank = '', name = '', ...rest]) => {
    const [startTime = '', finishTime = ''] = rest.join(' ').match(/\b\d\d:\d\d:\d\d\b(?!\.)/g) ?? [];
    return {
      rank: Number(rank.slice(1)),
      name,
      start: startTime,
      finish: finishTime,
      duration: rest.find((line) => /^(\d+:)?\d\d:\d\d\.\d\d$/.test(line)) ?? '',
      isCorrected: rest.some((line) => line.includes('corrected')),
    };
  });
}

/** The racers with such a button, in their displayed order, whichever list their row stands in. */
async function namesWith(page: Page, word: 'Start' | 'Finish'): Promise<string[]> {
  const rows = `li:has([data-timing-button][aria-label^="${word} "]:not([data-again]))`;
  const lists = [await linesIn(page, 'Racers On Course', rows), await linesIn(page, 'Inactive Racers', rows)];
  return lists.flat().map(([name = '']) => name);
}

/** The names in their displayed order. */
export const onCourseOf = (page: Page): Promise<string[]> => namesWith(page, 'Finish');
export const inactiveOf = (page: Page): Promise<string[]> => namesWith(page, 'Start');
export const ranking = async (page: Page): Promise<string[]> =>
  (await boardOf(page)).map(({ rank, name }) => `#${rank} ${name}`);

/** 'Finished 3 / 10', 'On course 2', ... */
export const counters = (page: Page): Locator => page.getByRole('list', { name: 'Counters' });

export const undoBar = (page: Page): Locator => page.getByRole('region', { name: 'Undo' });
/** The number of things to look at, which opens the list of them. */
export const needsLook = (page: Page): Locator => page.getByRole('button', { name: /^Needs a look/ });

export async function chooseFromMore(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** A tool of the event's menu. A small event lists some of them behind 'More tools'. */
export async function openTool(page: Page, tool: string, section?: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const item = page.getByRole('menuitem', { name: tool, exact: true });
  await page.getByRole('menuitem', { name: 'Finish line' }).waitFor();
  if (!(await item.isVisible())) await page.getByRole('menuitem', { name: 'More tools' }).click();
  await item.click();
  if (section !== undefined) await page.getByRole('tab', { name: section, exact: true }).click();
}

/** A page beside the board, or a section of one, by its address. */
export async function openView(page: Page, { eventId }: Pick<Race, 'eventId'>, view: string, title: string) {
  await page.goto(`/timer?eventId=${eventId}&view=${view}`);
  const heading = page.getByRole('heading', { level: 1, name: title });
  await expect(heading.or(page.getByRole('tab', { name: title, selected: true })).first()).toBeVisible();
}

export const toasts = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });

export async function chooseFromShareMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** The admin link from the Invite dialog. */
export async function inviteLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Invite Admin' }).click();
  return readLink(page, 'Guest admin link');
}

async function readLink(page: Page, label: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByRole('textbox', { name: label }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  return link;
}

export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** A file of the results, from the board and back to it. */
export async function exportCsv(page: Page, file: 'CSV' | 'Detailed CSV'): Promise<SavedFile> {
  await chooseFromMore(page, 'Export results');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: file, exact: true }).click(),
  ]);
  await page.getByRole('button', { name: 'Back to the race' }).click();
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}
