import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { eventually, withPage } from '../browser.ts';
import { joinPersons } from '../person-oracle.ts';
import { expectSeries, type SeriesRow, type SeriesRules } from '../series-oracle.ts';
import type { World } from '../world.ts';
import { faceOf, personsIn } from './across-events.ts';
import { byTag, textOf } from './html.ts';
import type { Reading } from './reading.ts';

/** The events that a series joins: this one and the ones before it. */
const EVENTS = 4;

const SCORINGS: readonly SeriesRules['scoring'][] = [
  { kind: 'points', table: [10, 8, 6, 4, 2], rest: 1 },
  { kind: 'field' },
  { kind: 'percent' },
  { kind: 'time' },
];

function rulesFor(seed: number): SeriesRules {
  return {
    scoring: SCORINGS[seed % 4]!,
    times: seed % 3 === 0 ? 'adjusted' : 'actual',
    best: [null, 2, 1][seed % 3]!,
    minimum: [1, 2][seed % 2]!,
    ties: (['events', 'places', 'latest'] as const).slice(seed % 3),
    starter: seed % 2,
    dnf: seed % 5 === 0 ? 'last' : seed % 3,
    helpers: null,
    byCategory: seed % 4 === 1,
  };
}

interface SaidSeries {
  readonly name: string;
  readonly standings: readonly { readonly category: string | null; readonly rows: readonly SeriesRow[] }[];
}

async function makeSeries(world: World, seed: number, eventIds: readonly string[]): Promise<string> {
  const seriesId = randomUUID();
  const document = { name: `Season ${seed}`, rules: rulesFor(seed), eventIds, helpers: [] };
  const saved = await fetch(`${world.server.url}/api/series/${seriesId}`, {
    method: 'PUT',
    headers: { cookie: world.owner.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ version: 0, document }),
  });
  if (!saved.ok) throw new Error(`The series was refused: ${await saved.text()}`);
  return seriesId;
}

/** An account has room for 100 of them. */
const dropSeries = ({ server, owner }: World, seriesId: string): Promise<Response> =>
  fetch(`${server.url}/api/series/${seriesId}`, {
    method: 'DELETE',
    headers: { cookie: owner.cookie, origin: server.url },
  });

const chosen = ({ stage: { world } }: Reading): string[] => [...world.races.keys()].slice(-EVENTS);

export async function readSeries(reading: Reading): Promise<void> {
  const { stage, check } = reading;
  const { world, generated } = stage;
  const eventIds = chosen(reading);
  const seriesId = await makeSeries(world, generated.seed, eventIds);
  const answer = await world.owner.get(`/api/series/${seriesId}`);
  const said = (await answer.json()) as SaidSeries;
  await dropSeries(world, seriesId);
  const wanted = expectSeries(racesOf(world, eventIds), rulesFor(generated.seed));
  check.same('categories', said.standings.map(({ category }) => category).toSorted(), [...wanted.keys()].toSorted());
  for (const { category, rows } of said.standings) {
    const own = new Map((wanted.get(category) ?? []).map((row) => [row.racerId, row]));
    const told = (racerId: string) => faceOf(reading, racerId);
    check.same(
      `${category}: racers`,
      rows.map(({ racerId }) => told(racerId)).toSorted(),
      [...own.keys()].map(told).toSorted(),
    );
    for (const { racerId, rank, total, scores } of rows) {
      const row = own.get(racerId);
      check.same(`${category} ${told(racerId)} rank and total`, [rank, total], row && [row.rank, row.total]);
      const flat = (each: SeriesRow['scores']) =>
        each.map(({ eventId, kind, value, place, isDropped }) => [
          eventIds.indexOf(eventId),
          kind,
          value,
          place,
          isDropped,
        ]);
      check.same(`${category} ${told(racerId)} scores`, flat(scores), row && flat(row.scores));
    }
    const ranks = rows.map(({ rank }) => rank ?? Infinity);
    check.same(
      `${category}: order`,
      ranks,
      ranks.toSorted((one, other) => one - other),
    );
  }
}

/** The races with each person as one racer (NM5). */
function racesOf(world: World, eventIds: readonly string[]) {
  const persons = personsIn(world);
  return eventIds.map((eventId) => ({ eventId, race: joinPersons(world.races.get(eventId)!, persons) }));
}

/** A person has the name of the racer that stands for both, where that one raced. */
function namesIn({ races, people }: World, eventIds: readonly string[]): ReadonlyMap<string, string> {
  const raced = new Set(eventIds.flatMap((eventId) => races.get(eventId)!.racers.map(({ racerId }) => racerId)));
  return new Map(
    people.map(({ racerId, name, twin }) => [racerId, twin === null || raced.has(racerId) ? name : twin.name]),
  );
}

/** The page of the series, as its owner opens it. */
export async function lookAtSeries(reading: Reading, browser: Browser): Promise<void> {
  const { world, generated } = reading.stage;
  const eventIds = chosen(reading);
  const rules = rulesFor(generated.seed);
  if (rules.byCategory) return;
  const seriesId = await makeSeries(world, generated.seed, eventIds);
  const races = racesOf(world, eventIds);
  const wanted = expectSeries(races, rules).get(null)!;
  const names = namesIn(world, eventIds);
  const places = wanted.map(({ racerId, rank }) => `${rank ?? '–'} ${names.get(racerId)}`).toSorted();
  const look = async (page: Page) => {
    await page.locator('table tbody tr').first().waitFor();
    await eventually(reading, page, ({ check }, html) => {
      const rows = byTag(html, 'tbody').flatMap((body) => byTag(body, 'tr'));
      const said = rows.map((row) => {
        const rank = /#(\d+)/.exec(textOf(byTag(row, 'td')[0] ?? ''))?.[1];
        return `${rank ?? '–'} ${textOf(byTag(row, 'bdi')[0] ?? '')}`;
      });
      check.same('ranks on the page', said.toSorted(), places);
    });
  };
  if (places.length > 0) await withPage(reading, browser, `/series/${seriesId}`, look, { isOwner: true });
  await dropSeries(world, seriesId);
}
