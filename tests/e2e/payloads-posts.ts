import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { durationMs } from '../../src/domain/units.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { MAX_POINTS } from '../../src/protocol/limits.ts';
import { api } from '../../src/protocol/routes.ts';
import { batchOf, createRacer, eventCommand } from '../support/commands.ts';
import { createClient } from '../support/running-server.ts';
import { expect } from './fixtures.ts';
import { bibOf, PAYLOADS, shiftReason, statusReason } from './payloads.ts';
import { expectNothingInjected, expectOptions, expectShown, pressUntilGone } from './payloads-watch.ts';
import {
  chooseFromMore,
  chooseFromShareMenu,
  createRace,
  openTimer,
  openView,
  type Race,
  section,
  send,
} from './race.ts';

/** An event with a racer, a point of the course, a timekeeper and a moved time for each of some payloads. */
interface Posts {
  readonly race: Race;
  readonly texts: readonly string[];
  readonly racerIds: readonly string[];
}

const lineOf = (index: number): string => `p${index}`;
/** The racer and the timekeeper at a point have the names of other points, so that the three can be told apart. */
const racerAt = <Item>(racers: readonly Item[], point: number): Item => racers[(point + 3) % racers.length]!;
const keeperOf = (texts: readonly string[], point: number): string => texts[(point + 7) % texts.length]!;

/** The screens beside the board, with as many payloads as a course has points. */
export async function lookAtPosts(url: string, page: Page, spectator: Page): Promise<void> {
  const texts = PAYLOADS.filter((_, index) => index % (PAYLOADS.length / MAX_POINTS) === 0);
  const posts = await createPosts(page.request, texts);
  await lookBeforeTheStart(page, posts);
  await recordTaps(url, page.request, posts);
  await lookAtPoints(page, posts);
  await lookAtKeepers(page, posts);
  await lookAtBoards(page, spectator, posts);
  await lookAtStatuses(page, posts);
}

async function createPosts(request: APIRequestContext, texts: readonly string[]): Promise<Posts> {
  const racerIds = texts.map(() => randomUUID()).toSorted();
  const race = await createRace(request, 'The posts', []);
  const racers = texts.map((name, index) => ({ racerId: racerIds[index]!, name, groups: [name], bib: null }));
  const bibs = texts.map((text, index) => ({ racerId: racerIds[index]!, bib: bibOf(text) }));
  const points = texts.map((name, index) => ({ line: lineOf(index), name }));
  await send(
    request,
    ...racers.map(({ racerId, name }) => createRacer(racerId, name)),
    eventCommand(race.eventId, { type: 'entries.add', racers }),
    eventCommand(race.eventId, { type: 'bibs.set', bibs: uniqueBibs(bibs) }),
    eventCommand(race.eventId, { type: 'race.configure', settings: { points, openHistory: true } }),
    // Timekeepers of one name are told apart by their phones.
    eventCommand(race.eventId, { type: 'helper.name', name: 'The owner', post: null }),
  );
  return { race, texts, racerIds };
}

/** Payloads that begin alike: a number belongs to one racer. */
function uniqueBibs(bibs: readonly { readonly racerId: string; readonly bib: string }[]) {
  const taken = new Set<string>();
  return bibs.filter(({ bib }) => !taken.has(bib) && taken.add(bib));
}

/** Each racer starts and passes one point, where the owner and a timekeeper both tap; the owner's tap is moved. */
async function recordTaps(url: string, request: APIRequestContext, { race, texts, racerIds }: Posts): Promise<void> {
  const { eventId, keys } = race;
  const begin = Date.now() - 3_600_000;
  const commands = texts.flatMap((text, index): Command[] => {
    const racerId = racerAt(racerIds, index);
    const tapId = randomUUID();
    const record = { type: 'tap.record', run: 1, racerId } as const;
    return [
      eventCommand(eventId, { ...record, line: 'start' }, { at: begin + index * 30_000 }),
      eventCommand(eventId, { ...record, line: lineOf(index) }, { id: tapId, at: begin + index * 31_000 + 300_000 }),
      eventCommand(eventId, { type: 'taps.shift', tapIds: [tapId], ms: durationMs(1000), reason: shiftReason(text) }),
    ];
  });
  await send(request, ...commands);
  for (const [index] of texts.entries()) {
    const guest = createClient(url);
    await guest.post(api.anonymous);
    const deviceId = randomUUID();
    const record = { type: 'tap.record', run: 1, racerId: racerAt(racerIds, index), line: lineOf(index) } as const;
    const steps = [
      eventCommand(eventId, { type: 'admin.join' }),
      eventCommand(eventId, { type: 'helper.name', name: keeperOf(texts, index), post: lineOf(index) }),
      eventCommand(eventId, record, { at: begin + index * 31_000 + 301_100 }),
    ];
    const own = steps.map((step) => ({ ...step, deviceId }));
    await guest.post(api.commands, { ...batchOf(...own), keys: { [eventId]: keys.admin } });
  }
}

async function lookBeforeTheStart(page: Page, posts: Posts): Promise<void> {
  const { texts } = posts;
  await openView(page, posts.race, 'start-list', 'Start list');
  await expectShown(page.getByRole('list', { name: 'Start list' }), 'the start list', texts);
  await openView(page, posts.race, 'start', '');
  await expectShown(page.locator('body'), 'the start gate', texts.slice(0, 4));
  await openView(page, posts.race, 'check', 'Check this phone');
  await expectOptions(page, 'Where you stand', texts);
  await openView(page, posts.race, 'paper', 'Paper');
  await expectOptions(page, 'Line', texts);
  await expectShown(page.locator('.print-sheet'), 'the paper to print', texts);
  for (const [view, heading] of [
    ['rules', 'Rules'],
    ['rehearsal', 'Rehearsal'],
  ] as const) {
    await openView(page, posts.race, view, heading);
    await expectNothingInjected(page, view);
  }
}

async function lookAtPoints(page: Page, posts: Posts): Promise<void> {
  const { texts } = posts;
  await openView(page, posts.race, 'splits', 'Splits');
  await expectShown(page.getByRole('tablist'), 'the points', texts);
  const [first = ''] = texts;
  await page.getByRole('tab', { name: first, exact: true }).click();
  const places = page.getByRole('list', { name: `Places at ${first}`, exact: true });
  await expectShown(places, 'a point', [racerAt(texts, 0)]);
  await page.getByRole('button', { name: 'Time here with this phone' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
  await expectNothingInjected(page, 'the phone at a point');
  await page.getByRole('button', { name: 'Back to the splits' }).click();
  await page.getByRole('button', { name: 'Points of the course', exact: true }).click();
  const names = page.getByRole('dialog', { name: 'Points of the course' }).getByRole('textbox', { name: /^Name of / });
  expect(await names.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).toEqual(texts);
  await expectNothingInjected(page, 'the points to arrange');
  await openView(page, posts.race, 'out', 'Still out');
  const seen = texts.map((text) => `last seen at ${text}`);
  await expectShown(page.getByRole('list', { name: 'Racers who are still out' }), 'who is out', [...texts, ...seen]);
  await openView(page, posts.race, 'finish', 'Finish line');
  await page.getByRole('button', { name: 'Change line' }).click();
  const lines = page.getByRole('region', { name: 'Which line does this phone time?' });
  await expectShown(lines, 'the lines of the finish', texts);
  await lines.getByRole('button', { name: first, exact: true }).click();
  await page.getByRole('button', { name: `Time ${first}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
  await expectShown(page.locator('[data-surface]'), 'the line that is timed', [first]);
  await expectNothingInjected(page, 'the finish at a point');
}

async function lookAtKeepers(page: Page, posts: Posts): Promise<void> {
  const { texts } = posts;
  const keepers = texts.map((_, index) => keeperOf(texts, index));
  await openView(page, posts.race, 'timers', 'Timekeepers');
  const standing = texts.map((text, index) => `${keeperOf(texts, index)}, ${text}`);
  await expectShown(page.getByRole('region', { name: 'Who stands where' }), 'the timekeepers', standing);
  await expectShown(page.getByRole('region', { name: 'Differences' }), 'their differences', keepers);
  await page.getByLabel('If several phones time the same racer').selectOption('The main phone');
  await expectOptions(page, 'Main phone', keepers);
  await page.getByLabel('If several phones time the same racer').selectOption('The first');
  await openView(page, posts.race, 'shift', 'Move times');
  await expectOptions(page, 'Timed by', keepers);
  await expectOptions(page, 'Timed at', texts);
  await expectOptions(page, 'Racers', texts);
  await expectShown(page.getByRole('region', { name: 'Moved so far' }), 'the moved times', texts.map(shiftReason));
}

async function lookAtBoards(page: Page, spectator: Page, { race, texts }: Posts): Promise<void> {
  const passed = texts.map((text) => `at ${text}`);
  await openTimer(page, race);
  await expectShown(section(page, 'Racers On Course'), 'the places at the points', [...texts, ...passed]);
  await section(page, 'Racers On Course').getByTitle(racerAt(texts, 0), { exact: true }).click();
  await expectShown(page.getByRole('dialog'), 'the times of a racer', [racerAt(texts, 0), texts[0]!]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await chooseFromMore(page, 'History');
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toBeVisible();
  await pressUntilGone(page.getByRole('button', { name: 'Load older' }));
  const named = texts.map((text, index) => `${keeperOf(texts, index)} times at the ${text}`);
  await expectShown(history, 'the history', [...named, ...texts.map(shiftReason), ...texts.map((text) => `${text}: `)]);
  await page.keyboard.press('Escape');
  await spectator.goto(race.viewerLink);
  await expectShown(section(spectator, 'Racers On Course'), 'the racers, for viewers', texts);
  await chooseFromShareMenu(spectator, 'History');
  const told = spectator.getByRole('dialog', { name: 'History' });
  await expect(told.getByRole('listitem').first()).toBeVisible();
  await pressUntilGone(spectator.getByRole('button', { name: 'Load older' }));
  await expectShown(
    told,
    'the history, for viewers',
    texts.map((text) => `${text}: `),
  );
}

async function lookAtStatuses(page: Page, posts: Posts): Promise<void> {
  const { race, texts, racerIds } = posts;
  await send(
    page.request,
    ...texts.map((text, index) => {
      const racer = { racerIds: [racerIds[index]!], reason: statusReason(text) };
      return eventCommand(race.eventId, { type: 'statuses.set', status: 'DSQ', ...racer });
    }),
  );
  await openView(page, posts.race, 'rulings', 'DNS, DNF, DSQ');
  await page
    .getByRole('group', { name: 'Which racers' })
    .getByRole('button', { name: /^With a status/ })
    .click();
  await expectShown(page.getByRole('main'), 'the statuses', [...texts, ...texts.map(statusReason)]);
}
