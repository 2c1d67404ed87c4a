import type { Browser } from '@playwright/test';
import { readTime } from '../compare.ts';
import { settled, viewerPath, withPage } from './board-page.ts';
import { byTag, classesOf, type Element, findAll, parseHtml, sectionsOf, textOf } from './html.ts';
import { ownRacers, type Reading } from './reading.ts';
import { checkRows, type SaidRow } from './rows.ts';

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
function figureOf({ expected }: Reading, item: Element): Pick<SaidRow, 'ms' | 'adjusted' | 'gap' | 'rank'> {
  const { isAdjusted } = ownRacers(expected);
  const { handicap } = expected.race;
  const ranked = findAll(item, (element) => /^#\d+$/.test(textOf(element)))[0];
  const rank = ranked === undefined ? null : Number(textOf(ranked).slice(1));
  const texts = findAll(item, ({ children }) => children.every((child) => typeof child === 'string')).map(textOf);
  const times = texts.filter((text) => /^[−]?(\d+:)+\d\d(\.\d+)?$/.test(text));
  const gap = texts.find((text) => text.startsWith('+'));
  if (!isAdjusted) return { rank, ms: readTime(times[0] ?? ''), ...(gap !== undefined && { gap: readTime(gap) }) };
  if (handicap === 'grade') {
    const grade = texts.find((text) => text.endsWith('%'));
    return { rank, adjusted: grade === undefined ? null : Math.round(100 * Number.parseFloat(grade)) };
  }
  const ms = readTime(times[0] ?? '');
  if (handicap === 'time') return { rank, adjusted: ms };
  const isUnder = textOf(item).includes('under');
  return { rank, adjusted: ms === null ? null : isUnder && ms !== 0 ? -ms : ms };
}

/** The television: everybody with a rank, on one tall page. */
export async function lookAtTelevision(reading: Reading, browser: Browser): Promise<void> {
  const { expected, check } = reading;
  await withPage(reading, browser, `${screenPath(reading, 'board')}&columns=1`, async (page) => {
    await page.locator('h1').waitFor();
    await settled(page);
    const html = parseHtml(await page.content());
    if (expected.way.viewer === 'team') {
      const text = textOf(html).toLowerCase();
      for (const { key, rank } of expected.teams)
        if (rank !== null) check.same(`team ${key} is shown`, text.includes(key), true);
      return;
    }
    const [list] = findAll(html, ({ tag }) => tag === 'ol');
    const rows = (list === undefined ? [] : byTag(list, 'li')).map((item) => ({
      racerId: nameIn(reading, item),
      ...figureOf(reading, item),
    }));
    checkRows(reading, 'television', rows, { by: ownRacers(expected).isAdjusted ? 'adjusted' : 'actual' });
  });
}

/** 'Just in': each with the rank of the event's own order. */
export async function lookAtAnnouncer(reading: Reading, browser: Browser): Promise<void> {
  const { expected, check, faces } = reading;
  const own = ownRacers(expected);
  await withPage(reading, browser, screenPath(reading, 'announcer'), async (page) => {
    await page.getByRole('heading', { name: 'Just in' }).waitFor();
    await settled(page);
    const section = sectionsOf(parseHtml(await page.content())).find(({ title }) => title === 'Just in')?.section;
    const items = section === undefined ? [] : byTag(section, 'li');
    const said = items.map((item) => ({ racerId: nameIn(reading, item), ...figureOf(reading, item) }));
    for (const { racerId, rank, ms, adjusted } of said) {
      const placed = expected.total.placed.get(racerId);
      check.same(`${faces.short(racerId)} is in the race`, placed !== undefined, true);
      if (placed === undefined || (rank === null && own.rankOf(racerId) === null)) continue;
      check.same(`${faces.short(racerId)} rank`, rank, own.rankOf(racerId));
      if (own.isAdjusted) check.same(`${faces.short(racerId)} adjusted`, adjusted, placed.adjusted);
      else check.same(`${faces.short(racerId)} time`, ms, placed.ms);
    }
    const finished = [...expected.total.placed.values()].filter(({ now }) => now.publishedMs !== null);
    const wanted = finished.map(({ racer }) => faces.short(racer.racerId)).toSorted();
    const names = said.map(({ racerId }) => faces.short(racerId)).toSorted();
    check.same('who is in', names.filter((name) => wanted.includes(name)), wanted);
  });
}

/** The leader, and every racer by name. */
export async function lookAtOverlay(reading: Reading, browser: Browser): Promise<void> {
  const { expected, check, faces } = reading;
  const own = ownRacers(expected);
  const read = async (path: string, more: (html: Element) => void) =>
    withPage(reading, browser, path, async (page) => {
      await settled(page);
      more(parseHtml(await page.content()));
    });
  await read(`${screenPath(reading, 'overlay')}&show=leader`, (html) => {
    if (expected.way.viewer === 'team') return;
    const leaders = own.order[0] === undefined ? [] : own.order.flat().filter((racerId) => own.rankOf(racerId) === 1);
    const racerId = nameIn(reading, html);
    check.same('leader', leaders.map((each) => faces.short(each)).includes(faces.short(racerId)), leaders.length > 0);
  });
  const [somebody] = own.order.flat().slice(-1);
  if (somebody === undefined) return;
  await read(`${screenPath(reading, 'overlay')}&show=rider&racer=${somebody}`, (html) => {
    const said = figureOf(reading, html);
    check.same(`${faces.short(somebody)} rank`, said.rank, own.rankOf(somebody));
    const placed = expected.total.placed.get(somebody)!;
    if (own.isAdjusted) check.same(`${faces.short(somebody)} adjusted`, said.adjusted, placed.adjusted);
    else check.same(`${faces.short(somebody)} time`, said.ms, placed.ms);
  });
}

/** EX14: the board on other sites. */
export async function lookAtEmbed(reading: Reading, browser: Browser): Promise<void> {
  const { expected, check, stage } = reading;
  const { isAdjusted } = ownRacers(expected);
  await withPage(reading, browser, `/embed?eventId=${stage.eventId}&key=${stage.keys.viewer}`, async (page) => {
    await page.locator('table, p.empty').first().waitFor();
    const html = parseHtml(await page.content());
    if (expected.way.viewer === 'team') {
      const text = textOf(html).toLowerCase();
      for (const { key, rank } of expected.teams)
        if (rank !== null) check.same(`team ${key} is shown`, text.includes(key), true);
      return;
    }
    const lines = byTag(html, 'tbody').flatMap((body) => byTag(body, 'tr'));
    const rows = lines.map((line): SaidRow => {
      const cell = (name: string) => byTag(line, 'td').find((each) => classesOf(each).includes(name)) ?? '';
      const [rank, time] = [textOf(cell('rank')), textOf(cell('time'))];
      return {
        racerId: nameIn(reading, line),
        ...(isAdjusted ? figureOf(reading, line) : { ms: readTime(time) }),
        ...(rank === '' ? { rank: null } : { rank: Number(rank) }),
        ...(/^[A-Z]{2,3}$/.test(time) && { status: time }),
      };
    });
    checkRows(reading, 'embed', rows.filter(({ rank }) => rank !== null), { by: isAdjusted ? 'adjusted' : 'actual' });
    for (const { racer, status, ms } of expected.total.placed.values()) {
      if (ms !== null) continue;
      const said = rows.find(({ racerId }) => racerId === racer.racerId)?.status ?? 'OK';
      check.same(`${reading.faces.short(racer.racerId)} status`, said, status);
    }
  });
}

/** The card above a spectator's board, by a link that names the racer. */
export async function lookAtRiderCard(reading: Reading, browser: Browser): Promise<void> {
  const { expected, check, faces } = reading;
  const own = ownRacers(expected);
  const some = [...expected.total.placed.values()];
  const chosen = [
    own.order.flat()[0],
    own.order.flat().at(-1),
    some.find(({ ms, status }) => ms === null && status !== 'OK')?.racer.racerId,
  ];
  for (const racerId of new Set(chosen)) {
    if (racerId === undefined) continue;
    const placed = expected.total.placed.get(racerId)!;
    await withPage(reading, browser, `${viewerPath(reading)}&racer=${racerId}`, async (page) => {
      const card = page.getByTestId('followed-racer');
      await card.waitFor();
      const html = parseHtml(await card.evaluate((element) => element.outerHTML));
      const text = textOf(html);
      if (placed.ms === null) {
        check.same(`${faces.short(racerId)} status`, new RegExp(`\\b${placed.status}\\b`).exec(text)?.[0] ?? null, placed.status);
        return;
      }
      const said = /#(\d+)/.exec(text)?.[1];
      check.same(`${faces.short(racerId)} rank`, said === undefined ? null : Number(said), own.rankOf(racerId));
      const times = [...text.matchAll(/(?:\d+:)*\d+:\d\d\.\d\d/g)].map(([time]) => readTime(time));
      check.same(`${faces.short(racerId)} says its time`, times.includes(placed.ms), true);
    });
  }
}
