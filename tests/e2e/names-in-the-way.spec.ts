import { randomUUID } from 'node:crypto';
import type { APIRequestContext, CDPSession, Locator, Page } from '@playwright/test';
import { epochMs } from '../../src/domain/units.ts';
import { MAX_BIB_LENGTH } from '../../src/protocol/limits.ts';
import { createEvent, createRacer, eventCommand, tap } from '../support/commands.ts';
import { createFinger, PHONE } from './finger.ts';
import { expect, getAccount, test } from './fixtures.ts';
import { closeUp, send, undoBar, untilSure } from './race.ts';

/** All words that an organiser can give to one race. */
interface Cast {
  readonly event: string;
  readonly point: string;
  readonly group: string;
  readonly names: readonly string[];
  readonly bibOf: (index: number) => string;
}

const SHORT: Cast = {
  event: 'Ten',
  point: 'Top',
  group: 'A',
  names: ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Fay', 'Gus', 'Hal'],
  bibOf: (index) => String(index + 1),
};
const NASTY: Cast = {
  event: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3),
  point: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenständer',
  group: 'Nachwuchsleistungszentrumsvorbereitungsgruppenmitglieder',
  names: [
    'Venkatanarasimharajuvaripeta'.repeat(3).slice(0, 60),
    'W'.repeat(60),
    'عبدالرحمنالحسيني'.repeat(4).slice(0, 60),
    '欧阳建国司马相如'.repeat(5),
    '👨‍👩‍👧‍👦🏳️‍🌈🚴🏽‍♀️'.repeat(6),
    'Ång\u0301ström\u0323\u0302\u0301 '.repeat(6).trim(),
    'ﷺ'.repeat(12),
    'ใหญ่ยักษ์'.repeat(6),
  ],
  // The first can be typed on the keypad.
  bibOf: (index) => String(index + 1).padEnd(index === 0 ? 6 : MAX_BIB_LENGTH, '0'),
};

interface Size {
  readonly width: number;
  readonly height: number;
  /** Of the text, in per cent, as the browser is set: lengths in rem and the widths of the layouts follow. */
  readonly text: number;
}
const sizesOf = (screens: readonly (readonly [number, number])[], texts: readonly number[]): Size[] =>
  screens.flatMap(([width, height]) => texts.map((text) => ({ width, height, text })));
/** On its side, on the smallest phone and with large text; a tablet and a laptop, where the header of the site comes back. */
const SHAPES = [
  ...sizesOf([[844, 390]], [100, 200]),
  ...sizesOf([[390, 844]], [200]),
  ...sizesOf(
    [
      [320, 568],
      [820, 1180],
      [1280, 800],
    ],
    [100],
  ),
];
const SIZES = sizesOf(
  [
    [320, 568],
    [390, 844],
    [600, 844],
    [844, 1180],
    [844, 390],
  ],
  [100, 150, 200],
);

/** An event with eight racers of a group, and a point; the first `started` are on course, in their order. */
async function createCast(request: APIRequestContext, cast: Cast, started: number) {
  const eventId = randomUUID();
  const ids = cast.names.map(() => randomUUID()).toSorted();
  const racers = cast.names.map((name, index) => {
    return { racerId: ids[index]!, name, groups: [cast.group], bib: cast.bibOf(index) };
  });
  await send(
    request,
    createEvent(eventId, cast.event),
    ...racers.map(({ racerId, name }) => createRacer(racerId, name)),
    eventCommand(eventId, { type: 'entries.add', racers }),
    eventCommand(eventId, {
      type: 'race.configure',
      settings: { points: [{ line: 'p1', name: cast.point }] },
    }),
    ...ids
      .slice(0, started)
      .map((racerId, index) => tap(eventId, 'start', racerId, { at: Date.now() - 900_000 + index * 1000 })),
  );
  return { eventId, ids };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Measured {
  /** The boxes of all buttons, by what is asked for. */
  readonly boxes: Readonly<Record<string, readonly Box[]>>;
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
}

/**
 * `still`: selectors of what must be in the same place with any names. `whole`: of these, the first must be whole on the
 * screen, and nothing may lie over any that is.
 */
interface Watched {
  readonly still: readonly string[];
  readonly whole: readonly string[];
  /** Selectors of what there is room for on a phone on its side: so many, whole on the screen. */
  readonly room?: Readonly<Record<string, number>>;
  /** A started racer's row that is out of sight still moves to those on course: the lists look once a second. */
  readonly isHeld?: true;
}

const measure = (page: Page, watched: Watched): Promise<Measured> =>
  page.evaluate(async ({ still, whole, room = {} }) => {
    for (const each of [document.documentElement, ...document.querySelectorAll('ul')]) each.scrollTop = 0;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(moving.map(({ finished }) => finished));
    const find = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const boxOf = (element: Element): Box => {
      const [x, y, width, height] = (({ left, top, width: w, height: h }) => [left, top, w, h])(
        element.getBoundingClientRect(),
      ).map((pixels) => Math.round(pixels * 10) / 10) as [number, number, number, number];
      return { x, y, width, height };
    };
    const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
    const isWhole = ({ x, y, width, height }: Box) =>
      width > 0 && height > 0 && x >= 0 && y >= 0 && x + width <= clientWidth && y + height <= clientHeight;
    const wrong: string[] = [];
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    // Beside the buttons the header of the site has no room, except on the board of a laptop.
    const isOnBoard = document.querySelector('[data-timing-bar]') !== null;
    const isLarge = innerWidth >= 64 * rem && innerHeight >= 30 * rem;
    if (find('[data-app-header]').length > 0 && !(isOnBoard && isLarge)) wrong.push('the header of the site is there');
    if (innerWidth === 844 && innerHeight === 390 && rem === 16) {
      for (const [selector, least] of Object.entries(room)) {
        const seen = find(selector).filter((each) => isWhole(boxOf(each))).length;
        if (seen < least) wrong.push(`${seen} of ${least} ${selector} are in sight`);
      }
    }
    for (const button of find('[data-timing-button], [data-at-gate]')) {
      const name = button.hasAttribute('data-at-gate') ? button : button.closest('li')?.querySelector('[title]');
      // Less than a letter and a half is no name.
      const { x, width, height } = name ? boxOf(name) : { x: 0, width: 0, height: 0 };
      if (width < 1.5 * rem || height < rem || x < 0 || x + width > clientWidth)
        wrong.push(`a name is ${width} px wide and ${height} px high, from ${x}`);
    }
    if (innerWidth > screen.width || scrollWidth > clientWidth)
      wrong.push(`the page is ${Math.max(innerWidth, scrollWidth)} px wide`);
    for (const selector of whole) {
      const elements = find(selector);
      const [first] = elements;
      if (first === undefined) wrong.push(`no ${selector}`);
      else if (!isWhole(boxOf(first))) wrong.push(`${selector} is not whole in sight: ${JSON.stringify(boxOf(first))}`);
      for (const element of elements) {
        const box = boxOf(element);
        if (!isWhole(box)) continue;
        const [left, right] = [box.x + 8, box.x + box.width - 8];
        const [top, bottom] = [box.y + 8, box.y + box.height - 8];
        const middle = [(left + right) / 2, (top + bottom) / 2] as const;
        for (const [x, y] of [[left, top], [right, top], [left, bottom], [right, bottom], middle] as const) {
          const hit = document.elementFromPoint(x, y);
          if (!element.contains(hit)) wrong.push(`${hit?.outerHTML.slice(0, 120)} lies over ${selector} at ${x}, ${y}`);
        }
      }
    }
    return { boxes: Object.fromEntries(still.map((selector) => [selector, find(selector).map(boxOf)])), wrong };
  }, watched);

const nameOf = ({ width, height, text }: Size): string => `${width} x ${height} px, ${text} %`;

/** The first is late, the others have an hour. */
async function list(request: APIRequestContext, { eventId, ids }: Awaited<ReturnType<typeof createCast>>) {
  const slots = ids.map((racerId, index) => {
    const at = epochMs(Date.now() + (index === 0 ? -600_000 : 3_000_000 + index * 60_000));
    return { racerId, order: index + 1, at };
  });
  await send(request, eventCommand(eventId, { type: 'schedule.set', slots }));
}

/** Where the inactive racers are below the screen, none of them has Finish in the row. */
async function untilSettled(page: Page, { height }: Size): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const inactive = page.getByRole('region', { name: 'Inactive Racers' });
  const box = await inactive.boundingBox();
  if (box !== null && box.y >= height) await expect(inactive.getByRole('button', { name: /^Finish / })).toHaveCount(0);
}

type Look = (step: string, watched: Watched) => Promise<void>;

/** Measures a screen in every size, at each of its steps, and says what was found. */
function createLook(page: Page, session: CDPSession, sizes: readonly Size[]) {
  const seen: Record<string, Measured> = {};
  const set = async ({ width, height, text }: Size) => {
    await page.setViewportSize({ width, height });
    const standard = (16 * text) / 100;
    await session.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.waitForFunction((px) => getComputedStyle(document.documentElement).fontSize === `${px}px`, standard);
  };
  const look: Look = async (step, watched) => {
    for (const size of sizes) {
      await set(size);
      if (watched.isHeld) await untilSettled(page, size);
      seen[`${step}, ${nameOf(size)}`] = await measure(page, watched);
    }
    await set({ width: 390, height: 844, text: 100 });
  };
  return { seen, look };
}

interface Screen {
  readonly title: string;
  readonly started: number;
  readonly view: string;
  readonly act: (page: Page, cast: Cast, look: Look) => Promise<void>;
  readonly prepare?: (request: APIRequestContext, event: Awaited<ReturnType<typeof createCast>>) => Promise<void>;
}

const ROWS: Watched = {
  still: ['[data-timing-button]'],
  whole: ['[data-timing-button]'],
  // A row that is done has no button left, and keeps its place.
  room: { '[data-timing-button], [data-done]': 4 },
};
const GATE = ['[data-start-button]', '[data-start-button] + div > button', '[role=timer]'];
const SURFACE: Watched = { still: ['[data-surface]', 'ul li button'], whole: ['[data-surface]'] };
const TIMES: Watched = { ...SURFACE, room: { 'ul[aria-label="Times to assign"] > li': 2 } };
const CORNER = { x: 195, y: 4 };

const SCREENS: readonly Screen[] = [
  {
    title: 'the board',
    started: 4,
    view: '',
    async act(page, { names }, look) {
      const button = (word: string, index: number) =>
        page.getByRole('button', { name: `${word} ${names[index]}`, exact: true });
      await expect(button('Finish', 0)).toBeVisible();
      await look('at rest', ROWS);
      await untilSure(page);
      await button('Finish', 3).tap();
      await button('Start', 5).tap();
      const finger = await createFinger(page);
      // After a rest the started racer has Finish in the same row.
      await expect(button('Finish', 5)).toBeVisible();
      await expect(page.locator('[data-done]')).toHaveCount(1);
      await finger.down(CORNER);
      await expect(undoBar(page)).toContainText(names[5]!);
      await look('one started, one finished', { ...ROWS, isHeld: true });
      await finger.up();
      await untilSure(page);
      await button('Finish', 1).tap();
      await undoBar(page).getByRole('button', { name: 'Undo' }).tap();
      await expect(button('Finish', 1)).toBeVisible();
      await closeUp(page);
      await expect(page.locator('[data-done]')).toHaveCount(0);
      await look('one finish taken back', ROWS);
    },
  },
  {
    title: 'the splits',
    started: 8,
    view: '&view=splits&point=p1',
    async act(page, { names }, look) {
      const button = (index: number) => page.getByRole('button', { name: `Passed ${names[index]}`, exact: true });
      await expect(button(0)).toBeVisible();
      await look('at rest', ROWS);
      const finger = await createFinger(page);
      await untilSure(page);
      await button(1).tap();
      await button(2).tap();
      await expect(page.locator('[data-done]')).toHaveCount(2);
      await finger.down(CORNER);
      await look('two have passed', ROWS);
      await finger.up();
    },
  },
  {
    title: 'the start gate',
    started: 0,
    view: '&view=start',
    prepare: list,
    async act(page, { names }, look) {
      const watched: Watched = { still: [...GATE, '[data-timing-button]'], whole: GATE };
      const go = page.locator('[data-start-button]');
      const started = page.getByRole('region', { name: /^Started/ }).getByRole('listitem');
      await expect(page.getByText(/Clock ±/)).toBeVisible();
      await expect(go).toContainText(names[1]!);
      await look('at rest', watched);
      await page.getByRole('button', { name: /^Delay/ }).tap();
      await look('held', watched);
      for (const count of [1, 2, 3, 4, 5]) {
        // For a second after a start a press could mean two racers, and nothing on the screen says when that is over.
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_100)));
        await go.tap();
        await expect(started).toHaveCount(count);
      }
      await look('five have started', watched);
      await page.getByRole('button', { name: `Undo the start of ${names[4]}`, exact: true }).tap();
      await expect(started).toHaveCount(4);
      await look('one start taken back', watched);
    },
  },
  {
    title: 'the finish',
    started: 8,
    view: '&view=finish',
    async act(page, { bibOf }, look) {
      const surface = page.locator('[data-surface]');
      const times = page.getByRole('list', { name: 'Times to assign' }).getByRole('listitem');
      await expect(surface).toBeVisible();
      await look('at rest', SURFACE);
      for (let count = 1; count <= 3; count += 1) await surface.tap();
      await expect(times).toHaveCount(3);
      await look('three times wait', TIMES);
      const first = times.first();
      await chips(first).first().tap();
      await expect(first.getByRole('button', { name: /^Undo/ })).toBeVisible();
      // While a finger is down the row of the given time stays.
      const finger = await createFinger(page);
      await finger.down(CORNER);
      await look('one is given', TIMES);
      await finger.up();
      await chips(times.last()).last().tap();
      const keypad = page.getByRole('region', { name: /^Give / });
      for (const digit of bibOf(0)) await keypad.getByRole('button', { name: digit, exact: true }).tap();
      await keypad.getByRole('button', { name: 'Give', exact: true }).tap();
      await expect(keypad.getByRole('alert')).toContainText('has a time here already');
      await look('another is given to the same', {
        still: ['[data-surface]', 'output + div > button'],
        whole: ['[data-surface]'],
      });
    },
  },
];

const chips = (row: Locator): Locator => row.locator('button').filter({ hasText: /./ });

for (const { title, started, view, act, prepare } of SCREENS) {
  test(
    `[HD12] On ${title} no name moves, resizes or covers a button, in fifteen sizes of screen and text`,
    { tag: '@proof' },
    async ({ page, openBrowser }) => {
      // Each size is laid out at every step, for both casts.
      test.setTimeout(120_000 + SIZES.length * 30_000);
      await getAccount(page);
      const found: Record<string, Measured>[] = [];
      for (const cast of [SHORT, NASTY]) {
        const event = await createCast(page.request, cast, started);
        await prepare?.(page.request, event);
        const phone = await openBrowser({
          ...PHONE,
          reducedMotion: 'reduce',
          storageState: await page.context().storageState(),
        });
        const session = await phone.context().newCDPSession(phone);
        await phone.goto(`/timer?eventId=${event.eventId}${view}`);
        await expect(phone.getByText('Opening the timer…')).toHaveCount(0);
        const { seen, look } = createLook(phone, session, SIZES);
        await act(phone, cast, look);
        found.push(seen);
      }
      const [short, nasty] = found as [Record<string, Measured>, Record<string, Measured>];
      for (const [step, { boxes, wrong }] of Object.entries(nasty)) {
        expect.soft(wrong, step).toEqual([]);
        expect.soft(short[step]!.wrong, `${step}, short names`).toEqual([]);
        expect.soft(boxes, step).toEqual(short[step]!.boxes);
      }
    },
  );
}

test('[HD12] [HD16] [GATE11] Every timing screen has its buttons, its names and room for rows in every shape', async ({
  page,
  openBrowser,
}) => {
  await getAccount(page);
  const event = await createCast(page.request, NASTY, 4);
  await list(page.request, event);
  const phone = await openBrowser({ ...PHONE, storageState: await page.context().storageState() });
  const { seen, look } = createLook(phone, await phone.context().newCDPSession(phone), SHAPES);
  const surface = phone.locator('[data-surface]');
  for (const [title, view, watched] of [
    ['the board', '', ROWS],
    ['the gate', '&view=start', { still: [], whole: [...GATE, '[data-at-gate]'] }],
    ['the finish', '&view=finish', TIMES],
    ['the splits', '&view=splits&point=p1', ROWS],
  ] as const) {
    await phone.goto(`/timer?eventId=${event.eventId}${view}`);
    await expect(phone.locator(watched.whole[0]!).first()).toBeVisible();
    await expect(phone.getByText('Opening the timer…')).toHaveCount(0);
    if (watched === TIMES) for (let count = 1; count <= 3; count += 1) await surface.tap();
    await look(title, watched);
  }
  for (const [step, { wrong }] of Object.entries(seen)) expect.soft(wrong, step).toEqual([]);
});
