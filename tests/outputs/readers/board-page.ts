import type { Browser, Page } from '@playwright/test';
import { eventually, withPage } from '../browser.ts';
import { readTime } from '../compare.ts';
import { STATUSES, type Status, teamKey, type Way } from '../oracle.ts';
import { byTag, type Element, findAll, parseHtml, sectionsOf, textOf } from './html.ts';
import type { Reading } from './reading.ts';
import { checkRows, placeIn, type SaidRow, wasSeen } from './rows.ts';

export const WORDS: Readonly<Record<string, Status>> = {
  'Over the time limit': 'OTL',
  'Not placed': 'NP',
  'Did not finish': 'DNF',
  Disqualified: 'DSQ',
  'Did not start': 'DNS',
};

/** A board as HTML: the spectator's or the organiser's, as the server sends it or as the page draws it. */
function checkBoardPage(reading: Reading, html: Element, way: Way, isViewer: boolean): void {
  const { check, expected } = reading;
  const sections = sectionsOf(html);
  const named = (title: string) => sections.find((section) => section.title === title)?.section ?? null;
  const teams = named('Teams') ?? named('Clubs');
  check.same('shows teams in place of racers', teams !== null, way === 'team');
  if (way === 'team') {
    if (teams !== null) checkTeamList(reading, teams);
    return;
  }
  if (teams !== null) return;
  const list = named('Leaderboard');
  check.same('has a leaderboard', list !== null, true);
  if (list === null) return;
  const showsCategories = !isViewer || expected.race.shows.includes('category');
  const rows = itemsOf(list).map((item) => readRanked(reading, item, way, showsCategories));
  checkRows(reading, 'leaderboard', rows, { by: way });
  checkUnranked(reading, named('Not ranked'));
  checkWithout(reading, named('No handicap'), way);
  const shown = sections.flatMap(({ section }) => itemsOf(section).map((item) => nameIn(reading, item)));
  const missing = [...expected.total.placed.values()]
    .filter((placed) => wasSeen(placed) && placed.now.state !== 'to be settled')
    .map(({ racer }) => racer.racerId)
    .filter((racerId) => !shown.includes(racerId));
  check.same(
    'racers who are in no list',
    missing.map((racerId) => reading.faces.short(racerId)),
    [],
  );
}

const itemsOf = (section: Element): Element[] => byTag(section, 'li');

/** A name has its whole text as its title; a team's racers have it in a `bdi`. */
function nameIn({ faces }: Reading, item: Element): string {
  const [named] = findAll(item, ({ attributes }) => attributes['dir'] === 'auto');
  return faces.find(named === undefined ? textOf(item) : textOf(named));
}

export const leaves = (element: Element): string[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' ? [child] : textOf(child) === '' ? [] : leaves(child),
  );

function readRanked(reading: Reading, item: Element, way: Exclude<Way, 'team'>, showsCategories: boolean): SaidRow {
  const racerId = nameIn(reading, item);
  const words = leaves(item).join('\n');
  const [figure = '', under = ''] = (byTag(item, 'p').at(-1)?.children ?? []).map(textOf);
  const { category } = reading.expected.total.placed.get(racerId) ?? { category: null };
  const inCategory = category === null ? undefined : wordAfter(words, `${category} #`);
  const { handicap } = reading.expected.race;
  const base = {
    racerId,
    ...placeIn(item),
    ...(showsCategories && category !== null && { categoryRank: inCategory ?? null }),
  };
  if (way === 'actual') return { ...base, ms: readTime(figure), gap: under === '' ? 0 : readTime(under) };
  const actual = /(\S+) actual #(\d+)/.exec(words);
  const more = { ...base, ms: readTime(actual?.[1] ?? ''), actualRank: Number(actual?.[2] ?? Number.NaN) };
  if (handicap === 'grade') return { ...more, adjusted: Math.round(100 * Number(figure.replace(' %', ''))) };
  if (handicap === 'plus') {
    const ms = readTime(figure);
    return { ...more, adjusted: ms === null ? null : under === 'under target' && ms !== 0 ? -ms : ms };
  }
  return { ...more, adjusted: readTime(figure), gap: under === '' ? 0 : readTime(under) };
}

function wordAfter(words: string, before: string): number | undefined {
  const at = words.indexOf(before);
  const digits = at === -1 ? undefined : /^\d+/.exec(words.slice(at + before.length))?.[0];
  return digits === undefined ? undefined : Number(digits);
}

/** Who has a status stands there with it; who has none and no total may stand there too. */
function checkUnranked(reading: Reading, section: Element | null): void {
  const { check, faces, expected } = reading;
  const said = new Map(
    (section === null ? [] : itemsOf(section)).map((item) => [nameIn(reading, item), statusIn(item)]),
  );
  const times = new Map(
    (section === null ? [] : itemsOf(section)).map((item) => [nameIn(reading, item), leaves(item).map(readTime)]),
  );
  for (const { racer, status, ms, outsideMs } of expected.total.placed.values()) {
    const told = faces.short(racer.racerId);
    if (outsideMs !== null)
      check.same(`${told} keeps the time`, times.get(racer.racerId)?.includes(outsideMs) ?? false, true);
    if (ms !== null) check.same(`${told} is not among the unranked`, said.has(racer.racerId), false);
    else if (status !== 'OK') check.same(`${told} status`, said.get(racer.racerId) ?? null, status);
    else check.same(`${told} has no status`, said.get(racer.racerId) ?? null, null);
  }
  const codes = [...said.values()].flatMap((status) => (status === null ? [] : [STATUSES.indexOf(status)]));
  check.same(
    'statuses in their order',
    codes,
    codes.toSorted((one, other) => one - other),
  );
}

function statusIn(item: Element): Status | null {
  const own = leaves(item).map((text) => text.trim());
  const code = own.slice(0, 1).find((text): text is Status => STATUSES.includes(text as Status));
  const word = Object.keys(WORDS).find((words) =>
    own.some((text) => text === words || text.startsWith(`${words}: heat`)),
  );
  return code ?? (word === undefined ? null : WORDS[word]!);
}

function checkWithout(reading: Reading, section: Element | null, way: Exclude<Way, 'team'>): void {
  const { check, faces, expected } = reading;
  const wanted = [...expected.total.placed.values()].filter(
    ({ ms, adjusted }) => way === 'adjusted' && ms !== null && adjusted === null,
  );
  const items = section === null ? [] : itemsOf(section);
  const said = items.map((item) => nameIn(reading, item));
  check.same(
    'racers without a handicap',
    said.map((racerId) => faces.short(racerId)).toSorted(),
    wanted.map(({ racer }) => faces.short(racer.racerId)).toSorted(),
  );
  items.forEach((item, index) => {
    const placed = expected.total.placed.get(said[index]!);
    const words = leaves(item).join('\n');
    check.same(`${faces.short(said[index]!)} actual rank`, Number(/actual #(\d+)/.exec(words)?.[1]), placed?.rank);
  });
}

/** TE5: the rank, the result and who counts. */
function checkTeamList(reading: Reading, section: Element): void {
  const { check, expected } = reading;
  const { score: kind } = expected.race.teams!;
  const items = byTag(section, 'ol')
    .slice(0, 1)
    .flatMap(({ children }) => children.filter((child): child is Element => typeof child !== 'string'));
  const said = items.map((item) => {
    const words = leaves(item);
    const [named] = findAll(item, ({ attributes }) => attributes['dir'] === 'auto');
    const rank = /^#(\d+)$/.exec(textOf(item.children[0] ?? ''))?.[1];
    const result = words
      .slice(words.indexOf(named === undefined ? '' : textOf(named)) + 1)
      .map((text) => (kind === 'places' ? Number(/^(\d+) points?$/.exec(text)?.[1] ?? Number.NaN) : readTime(text)))
      .find((value) => value !== null && !Number.isNaN(value));
    return {
      key: teamKey(named === undefined ? '' : textOf(named)),
      rank: rank === undefined ? null : Number(rank),
      score: rank === undefined ? null : (result ?? null),
    };
  });
  check.same('teams', said.map(({ key }) => key).toSorted(), expected.teams.map(({ key }) => key).toSorted());
  for (const team of said) {
    const own = expected.teams.find(({ key }) => key === team.key);
    if (own !== undefined) check.same(`team ${team.key}`, team, { key: own.key, rank: own.rank, score: own.score });
  }
  const ranks = said.map(({ rank }) => rank ?? Infinity);
  check.same(
    'order of teams',
    ranks,
    ranks.toSorted((one, other) => one - other),
  );
}

export const viewerPath = ({ stage: { eventId, keys } }: Reading): string =>
  `/timer?eventId=${eventId}&guestViewerKey=${keys.viewer}`;

/** The page that is sent to a spectator, before any script. */
export async function readFirstHtml(reading: Reading): Promise<void> {
  const { server } = reading.stage.world;
  const html = await (await fetch(server.url + viewerPath(reading), { headers: { 'accept-language': 'en' } })).text();
  checkBoardPage(reading, parseHtml(html), reading.expected.way.viewer, true);
}

/** The same for the owner, whose page is rendered with the names of all. */
export async function readOwnFirstHtml(reading: Reading): Promise<void> {
  const { server, owner } = reading.stage.world;
  const path = `/timer?eventId=${reading.stage.eventId}`;
  const html = await (
    await fetch(server.url + path, { headers: { cookie: owner.cookie, 'accept-language': 'en' } })
  ).text();
  checkBoardPage(reading, parseHtml(html), reading.expected.way.admin, false);
}

/** The spectator's page once it is live. */
export async function lookAtSpectator(reading: Reading, browser: Browser): Promise<void> {
  await withPage(reading, browser, viewerPath(reading), async (page) => {
    // Search is loaded once the board is live, together with everything that changes its order.
    await page.getByRole('button', { name: 'Search racers' }).waitFor();
    await page.waitForLoadState('networkidle');
    await eventually(reading, page, (again, html) => checkBoardPage(again, html, again.expected.way.viewer, true));
  });
}

/** The organiser's board, on which the race is timed. */
export async function lookAtOrganiser(reading: Reading, browser: Browser): Promise<void> {
  const path = `/timer?eventId=${reading.stage.eventId}`;
  const look = async (page: Page) => {
    await page.waitForLoadState('networkidle');
    await eventually(reading, page, (again, html) => checkBoardPage(again, html, again.expected.way.admin, false));
  };
  await withPage(reading, browser, path, look, { isOwner: true });
}
