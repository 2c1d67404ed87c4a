import type { Browser } from '@playwright/test';
import { eventually, withPage } from '../browser.ts';
import { readTime } from '../compare.ts';
import { leaves, viewerPath, WORDS } from './board-page.ts';
import { byTag, classesOf, type Element, findAll, sectionsOf, textOf } from './html.ts';
import { ownRacers, type OwnRacers, type Reading } from './reading.ts';
import { checkRows, isRiding, placeIn, type SaidRow } from './rows.ts';

const screenPath = ({ stage: { eventId, screenKey } }: Reading, screen: string): string =>
  `/timer?eventId=${eventId}&screenKey=${screenKey}&screen=${screen}`;

/** A racer on a screen: the number beside the name is not the name. */
function nameIn({ faces, expected }: Reading, item: Element): string {
  const named = findAll(item, ({ tag, attributes }) => tag === 'bdi' || attributes['dir'] === 'auto');
  const texts = named.map(({ children }) => children.filter((child) => typeof child === 'string').join(''));
  const known = texts.map((text) => faces.find(text)).find((racerId) => expected.total.placed.has(racerId));
  return known ?? texts.join(' ');
}

/** A figure as a screen has it, in the event's own order: a time, an adjusted time, or a grade. */
function figureOf({ expected }: Reading, item: Element): Pick<SaidRow, 'ms' | 'adjusted' | 'gap' | 'rank' | 'toCheck'> {
  const { isAdjusted } = ownRacers(expected);
  const { handicap } = expected.race;
  const place = placeIn(item);
  const texts = findAll(item, ({ children }) => children.every((child) => typeof child === 'string')).map(textOf);
  const times = texts.filter((text) => /^[−]?(\d+:)+\d\d(\.\d+)?$/.test(text));
  const gap = texts.find((text) => /^\+\d/.test(text));
  if (!isAdjusted) return { ...place, ms: readTime(times[0] ?? ''), ...(gap !== undefined && { gap: readTime(gap) }) };
  if (handicap === 'grade') {
    const grade = texts.find((text) => text.endsWith('%'));
    return { ...place, adjusted: grade === undefined ? null : Math.round(100 * Number.parseFloat(grade)) };
  }
  const ms = readTime(times[0] ?? '');
  if (handicap === 'time') return { ...place, adjusted: ms };
  const isUnder = textOf(item).includes('under');
  return { ...place, adjusted: ms === null ? null : isUnder && ms !== 0 ? -ms : ms };
}

const byOwn = ({ expected }: Reading) => (ownRacers(expected).isAdjusted ? 'adjusted' : 'actual');

/** A screen that ranks teams names them all. */
function checkTeamsNamed({ expected, check }: Reading, html: Element): void {
  const text = leaves(html).join(' ').toLowerCase();
  for (const { key, rank } of expected.teams) {
    if (rank !== null) check.same(`team ${key} is shown`, text.includes(key), true);
  }
}

/** The television: everybody with a rank, on one tall page. */
export async function lookAtTelevision(reading: Reading, browser: Browser): Promise<void> {
  await withPage(reading, browser, `${screenPath(reading, 'board')}&columns=1`, (page) =>
    eventually(reading, page, (again, html) => {
      if (again.expected.way.viewer === 'team') return checkTeamsNamed(again, html);
      const [list] = findAll(html, ({ tag }) => tag === 'ol');
      const rows = (list === undefined ? [] : byTag(list, 'li')).map((item) => ({
        racerId: nameIn(again, item),
        ...figureOf(again, item),
      }));
      checkRows(again, 'television', rows, { by: byOwn(again) });
    }),
  );
}

/** 'Just in': each with the rank of the event's own order. */
export async function lookAtAnnouncer(reading: Reading, browser: Browser): Promise<void> {
  await withPage(reading, browser, screenPath(reading, 'announcer'), async (page) => {
    await page.getByRole('heading', { name: 'Just in' }).waitFor();
    await eventually(reading, page, checkJustIn);
  });
}

function checkJustIn(reading: Reading, html: Element): void {
  const { expected, check, faces } = reading;
  const own = ownRacers(expected);
  const section = sectionsOf(html).find(({ title }) => title === 'Just in')?.section;
  const items = section === undefined ? [] : byTag(section, 'li');
  const said = items.map((item) => ({ racerId: nameIn(reading, item), ...figureOf(reading, item) }));
  for (const { racerId, rank, ms, adjusted, toCheck = false } of said) {
    const placed = expected.total.placed.get(racerId);
    check.same(`${faces.short(racerId)} is in the race`, placed !== undefined, true);
    if (placed === undefined || (rank === null && own.rankOf(racerId) === null)) continue;
    check.same(`${faces.short(racerId)} is to be checked`, toCheck, placed.isToCheck);
    if (!toCheck) check.same(`${faces.short(racerId)} rank`, rank, own.rankOf(racerId));
    if (own.isAdjusted) check.same(`${faces.short(racerId)} adjusted`, adjusted, placed.adjusted);
    else check.same(`${faces.short(racerId)} time`, ms, placed.ms);
  }
  const finished = [...expected.total.placed.values()].filter(
    ({ now, racer }) => now.publishedMs !== null && own.rankOf(racer.racerId) !== null,
  );
  const names = new Set(said.map(({ racerId }) => racerId));
  const missing = finished.filter(({ racer }) => !names.has(racer.racerId));
  check.same(
    'who is missing',
    missing.map(({ racer }) => racer.name),
    [],
  );
}

/** The leader, and the last of the ranking by a link that names them. */
export async function lookAtOverlay(reading: Reading, browser: Browser): Promise<void> {
  const path = screenPath(reading, 'overlay');
  const [last] = ownRacers(reading.expected).order.flat().slice(-1);
  if (last === undefined) return;
  if (reading.expected.way.viewer !== 'team') {
    await withPage(reading, browser, `${path}&show=leader`, (page) =>
      eventually(reading, page, ({ expected, check, faces, ...rest }, html) => {
        const own = ownRacers(expected);
        const racerId = nameIn({ expected, check, faces, ...rest }, html);
        check.same(`the leader, ${faces.short(racerId)}, has rank`, rankIn(own, racerId), 1);
      }),
    );
  }
  await withPage(reading, browser, `${path}&show=rider&racer=${last}`, (page) =>
    eventually(reading, page, (again, html) => {
      const { expected, check, faces } = again;
      const own = ownRacers(expected);
      const said = figureOf(again, html);
      const placed = expected.total.placed.get(last)!;
      // On course again in another run: the time since the start, and no place.
      if (isRiding(placed.now)) return check.same(`${faces.short(last)} has no place while on course`, said.rank, null);
      check.same(`${faces.short(last)} is to be checked`, said.toCheck, placed.isToCheck);
      if (!placed.isToCheck) check.same(`${faces.short(last)} rank`, said.rank, own.rankOf(last));
      if (own.isAdjusted) check.same(`${faces.short(last)} adjusted`, said.adjusted, placed.adjusted);
      else check.same(`${faces.short(last)} time`, said.ms, placed.ms);
    }),
  );
}

const rankIn = (own: OwnRacers, racerId: string): number | null =>
  own.order.flat().includes(racerId) ? own.rankOf(racerId) : null;

/** EX14: the board on other sites. */
export async function lookAtEmbed(reading: Reading, browser: Browser): Promise<void> {
  const { eventId, keys } = reading.stage;
  await withPage(reading, browser, `/embed?eventId=${eventId}&key=${keys.viewer}`, async (page) => {
    await page.locator('table, p.empty').first().waitFor();
    await eventually(reading, page, checkEmbed);
  });
}

function checkEmbed(reading: Reading, html: Element): void {
  const { expected, check, faces } = reading;
  if (expected.way.viewer === 'team') return checkTeamsNamed(reading, html);
  const { isAdjusted } = ownRacers(expected);
  const lines = byTag(html, 'tbody').flatMap((body) => byTag(body, 'tr'));
  const rows = lines.map((line): SaidRow => {
    const cell = (name: string) => textOf(byTag(line, 'td').find((each) => classesOf(each).includes(name)) ?? '');
    const time = cell('time');
    const toCheck = cell('rank') === '?';
    return {
      racerId: nameIn(reading, line),
      ...(isAdjusted ? figureOf(reading, line) : { ms: readTime(time) }),
      ...(toCheck ? { toCheck } : { toCheck, rank: cell('rank') === '' ? null : Number(cell('rank')) }),
      ...(/^[A-Z]{2,3}(?: |$)/.test(time) && { status: time.split(' ')[0]! }),
    };
  });
  checkRows(
    reading,
    'embed',
    rows.filter(({ rank }) => rank !== null),
    { by: byOwn(reading) },
  );
  const times = new Map(
    lines.map((line) => [
      nameIn(reading, line),
      textOf(byTag(line, 'td').find((each) => classesOf(each).includes('time')) ?? ''),
    ]),
  );
  for (const { racer, status, ms, outsideMs, adjusted } of expected.total.placed.values()) {
    if (ms !== null) {
      const line = lines.find((each) => nameIn(reading, each) === racer.racerId);
      const isSaid = textOf(line ?? '').includes('no handicap');
      check.same(`${faces.short(racer.racerId)} has no handicap`, isSaid, isAdjusted && adjusted === null);
      continue;
    }
    const said = rows.find(({ racerId }) => racerId === racer.racerId)?.status ?? 'OK';
    check.same(`${faces.short(racer.racerId)} status`, said, status);
    const [, outside = ''] = (times.get(racer.racerId) ?? '').split(' ');
    if (outsideMs !== null) check.same(`${faces.short(racer.racerId)} keeps the time`, readTime(outside), outsideMs);
  }
}

/** The card above a spectator's board, by a link that names the racer: the first, the last, and one without a rank. */
export async function lookAtRiderCard(reading: Reading, browser: Browser): Promise<void> {
  const { expected } = reading;
  const ranked = ownRacers(expected).order.flat();
  const out = [...expected.total.placed.values()].find(({ ms, status }) => ms === null && status !== 'OK');
  for (const racerId of new Set([ranked[0], ranked.at(-1), out?.racer.racerId])) {
    if (racerId === undefined) continue;
    await withPage(reading, browser, `${viewerPath(reading)}&racer=${racerId}`, async (page) => {
      await page.getByTestId('followed-racer').waitFor();
      await eventually(reading, page, (again, html) => checkCard(again, html, racerId));
    });
  }
}

function checkCard({ expected, check, faces }: Reading, html: Element, racerId: string): void {
  const [card] = findAll(html, ({ attributes }) => attributes['data-testid'] === 'followed-racer');
  const text =
    card === undefined
      ? ''
      : leaves(card)
          .join(' ')
          .replaceAll(/# (?=\d)/g, '#');
  const placed = expected.total.placed.get(racerId)!;
  const told = faces.short(racerId);
  // On course again in another run: the card says that, and not the total of the runs before.
  if (isRiding(placed.now)) return check.same(`${told} is on course`, text.includes('on course'), true);
  if (placed.ms === null) {
    const word = Object.keys(WORDS).find((words) => text.includes(words));
    check.same(`${told} status`, word === undefined ? null : WORDS[word], placed.status);
    if (placed.outsideMs !== null) check.same(`${told} keeps the time`, timesIn(text).includes(placed.outsideMs), true);
    return;
  }
  const rank = /#(\d+)/.exec(text)?.[1];
  check.same(`${told} is to be checked`, text.includes('to be checked'), placed.isToCheck);
  if (!placed.isToCheck) {
    check.same(`${told} rank`, rank === undefined ? null : Number(rank), ownRacers(expected).rankOf(racerId));
  }
  check.same(`${told} says its time`, timesIn(text).includes(placed.ms), true);
}

const timesIn = (text: string) => [...text.matchAll(/(?:\d+:)*\d+:\d\d(?:\.\d+)?/g)].map(([time]) => readTime(time));
