import type { APIRequestContext, Page } from '@playwright/test';
import { names, openClubNight } from './club-night.ts';
import { readEvent, untilSent } from './device.ts';
import { createFinger, PHONE } from './finger.ts';
import { expect, test } from './fixtures.ts';
import { change, finishButton, openTimer, type Race, tapAs } from './race.ts';

/** A timing button: its racer, and its edges on the screen. */
interface Spot {
  readonly racerId: string;
  readonly line: string;
  /** The racer has a time of another phone: a touch gives this phone's own. */
  readonly isAgain: boolean;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where the buttons were from this frame on. */
interface Layout {
  readonly at: number;
  readonly spots: readonly Spot[];
  /** A hand's own scroll has brought them there, which is no move. */
  readonly isOwn?: boolean;
}

declare global {
  /** The time stamps of all touches. */
  var touches: number[];
  /** What the browser said of fingers and of the page, for a failure's report. */
  var heard: { readonly at: number; readonly text: string }[];
  /** Frame by frame, as far as it differs: kept apart from the product's own memory. */
  var layouts: Layout[];
  var readSpots: () => Spot[];
}

/** Notes in the page what a finger did and what lay under it. */
const watchPage = (page: Page) =>
  page.addInitScript(() => {
    globalThis.touches = [];
    globalThis.heard = [];
    globalThis.layouts = [];
    globalThis.readSpots = () =>
      [...document.querySelectorAll<HTMLElement>('[data-timing-button][data-racer]:enabled')].map((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const { racer = '', line: at = '', again } = button.dataset;
        return { racerId: racer, line: at, isAgain: again !== undefined, left, right, top, bottom };
      });
    addEventListener('pointerdown', ({ timeStamp }) => void globalThis.touches.push(timeStamp), { capture: true });
    const hear = ({ type, target, timeStamp: at }: Event) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-timing-button]') : null;
      const on = button?.dataset['racer'] ?? 'no timing button';
      const late = Math.round(performance.now() - at);
      globalThis.heard.push({ at, text: `${type}, heard ${late} ms late, on ${on}, scrolled ${scrollY}` });
    };
    for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'touchcancel', 'click', 'resize', 'scroll'])
      addEventListener(type, hear, { capture: true });
    let known = '';
    const look = (at: number) => {
      const spots = globalThis.readSpots();
      const text = JSON.stringify(
        spots.map(({ racerId, line, isAgain, top }) => [racerId, line, isAgain, Math.round(top)]),
      );
      if (text !== known) globalThis.layouts.push({ at, spots });
      known = text;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** The buttons that a thumb sees and reaches. Nobody aims at a row that slides. */
const inSight = (page: Page) =>
  page.evaluate(() =>
    globalThis.readSpots().flatMap(({ racerId, line, isAgain, left, right, top, bottom }) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const button = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-timing-button]');
      if (button?.dataset['racer'] !== racerId || button.closest('li')?.getAnimations().length !== 0) return [];
      return [{ racerId, line, isAgain, x, y }];
    }),
  );

/** A page that was scrolled or turned comes to rest in the next frames: a busy machine is late with them. */
const untilAtRest = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const between = (from: number, to: number) => from + Math.random() * (to - from);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!;
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Meant {
  readonly racerId: string;
  /** Where few are left on course, Start buttons are in sight as well. */
  readonly line: string;
  /** The touch, by its number among all touches of the page. */
  readonly touch: number;
  readonly x: number;
  readonly y: number;
}

const spotAt = ({ spots }: Layout, { x, y }: Pick<Meant, 'x' | 'y'>) =>
  spots.find((spot) => x >= spot.left && x <= spot.right && y >= spot.top && y <= spot.bottom);

/** The layouts that were on the screen at a moment and in the `ms` before it. */
function layoutsBefore(layouts: readonly Layout[], at: number, ms: number): readonly Layout[] {
  const first = layouts.findLastIndex((layout) => layout.at <= at - ms || (layout.isOwn && layout.at <= at));
  return layouts.slice(Math.max(0, first)).filter((layout) => layout.at <= at);
}

/** Other phones that start and finish riders until they are told to stop. */
function useOthers(request: APIRequestContext, race: Race, phones: number, line: string) {
  let isOver = false;
  let finishes = 0;
  const work = Array.from({ length: phones }, async () => {
    while (!isOver) {
      await rest(between(1_500, 6_000));
      if (isOver) return;
      const { taps } = await readEvent(request, race.eventId);
      const isDone = (at: string, name: string) =>
        Object.values(taps).some((tap) => tap.line === at && tap.racerId === race.racerIds[name] && !tap.undone);
      const started = names(RACERS).filter((name) => isDone('start', name));
      const onCourse = started.filter((name) => !isDone(line, name));
      const [next] = names(RACERS).filter((name) => !isDone('start', name));
      if (Math.random() < 0.5 && next !== undefined) await tapAs(request, race, 'start', next);
      else if (onCourse.length > 6) {
        finishes += 1;
        const racerId = race.racerIds[pick(onCourse.slice(0, 4))]!;
        await change(request, race, { type: 'tap.record', line, run: 1, racerId });
      }
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(work);
      return finishes;
    },
  };
}

const RACERS = 60;
const ON_COURSE = 36;
const TAPS = 300;
const TAPS_A_RACE = 25;
/** Thumbs side by side: a race is mostly waiting for riders. Each has an event, a phone and other phones of its own. */
const AT_ONCE = 4;
/** Written out, and not those of the product: a product that moves rows sooner must not be excused. */
const QUIET_MS = 15_000;
const MOVED_MS = 700;

const sum = {
  taps: 0,
  late: 0,
  wrong: 0,
  lost: 0,
  unnamedForNothing: 0,
  unnamed: 0,
  notAsked: 0,
  closeUps: 0,
  scrolls: 0,
};
type Figures = typeof sum & { finishes: number; unreachable: number };

interface RaceParts {
  /** Size of the text. With larger text fewer rows are in sight, and the lists are asked to close up more often. */
  readonly rem: number;
  readonly isSplit: boolean;
}

/** The sizes of twelve races: the same share of each on the board and at a split point, whatever the run. */
const remOf = (race: number) => [16, 20, 16, 28][(race + Math.floor(race / 4)) % 4]!;

/** One race on one phone: what the thumb meant is compared with what the event has. */
async function timeRace(page: Page, phone: Page, race: Race, { rem, isSplit }: RaceParts, all: Figures) {
  const line = isSplit ? 'bridge' : 'finish';
  if (isSplit) {
    const points = [{ line: 'bridge', name: 'Bridge' }];
    await change(page.request, race, { type: 'race.configure', settings: { points } });
    await phone.goto(`/timer?eventId=${race.eventId}&view=splits`);
    await phone.getByRole('button', { name: 'Time here with this phone' }).click();
    await expect(phone.getByRole('button', { name: 'Passed Racer 1', exact: true })).toBeVisible();
  } else {
    await openTimer(phone, race);
    await expect(finishButton(phone, 'Racer 1')).toBeVisible();
  }
  await phone.evaluate((px) => void (document.documentElement.style.fontSize = `${px}px`), rem);
  const finger = await createFinger(phone);
  const touch = async (x: number, y: number, isTurned = false) => {
    const number = await phone.evaluate(() => globalThis.touches.length);
    await finger.down({ x, y });
    if (isTurned) await phone.setViewportSize({ width: 844, height: 390 });
    await finger.up();
    if (isTurned) {
      await phone.setViewportSize(PHONE.viewport);
      await untilAtRest(phone);
      // Hands that have turned a phone do not scroll it in the same half second, in which the browser itself does.
      await rest(MOVED_MS);
    }
    return number;
  };
  const others = useOthers(page.request, race, 1 + Math.floor(Math.random() * 4), line);
  const meant: Meant[] = [];
  let closeUps = 0;
  /**
   * The button of a rider who is still to come. A busy page shows the button of the last rider for a while after the touch:
   * a second touch of that rider is none that anybody means.
   */
  const choose = async () =>
    (await inSight(phone)).filter(
      ({ racerId, isAgain }) => !isAgain && meant.every((touched) => touched.racerId !== racerId),
    );
  while (meant.length < TAPS_A_RACE) {
    if ((await choose()).length < 3) {
      const button = phone.getByRole('button', { name: /^Close up/ }).first();
      const box = (await button.isVisible()) ? await button.boundingBox() : null;
      if (box !== null && box.y > 88) {
        all.closeUps += 1;
        closeUps += 1;
        await touch(box.x + box.width / 2, box.y + box.height / 2);
      } else {
        all.scrolls += 1;
        await phone.evaluate(() => scrollTo({ top: scrollY > 0 ? 0 : 600, behavior: 'instant' }));
        await untilAtRest(phone);
        await phone.evaluate(() => {
          globalThis.layouts.push({ at: performance.now(), spots: globalThis.readSpots(), isOwn: true });
        });
      }
      await rest(between(400, 1_000));
      if ((await choose()).length === 0) {
        if (box === null) all.unreachable += 1;
        break;
      }
    }
    const gap = Math.random() < 0.1 ? between(3_000, 10_000) : between(100, 2_500);
    const rests = Math.random() < 0.5;
    const aim = Math.min(gap, between(200, 600));
    if (!rests) await rest(gap - aim);
    const place = pick((await choose()).slice(0, 4));
    if (place === undefined) continue;
    await rest(rests ? gap : aim);
    const number = await touch(place.x, place.y, Math.random() < 0.04);
    meant.push({ ...place, line: isSplit ? 'bridge' : place.line, touch: number });
  }
  const byOthers = await others.stop();
  // Read after the wait: thumbs side by side count in the same figures.
  const finishes = byOthers + meant.filter((place) => place.line === line).length;
  all.finishes += finishes;
  console.log(`${isSplit ? 'split' : 'board'}, text of ${rem} px: Close up ${closeUps} times for ${finishes} finishes`);
  await untilSent(phone);

  const { touches, heard, layouts, questions } = await phone.evaluate(() => ({
    touches: globalThis.touches,
    heard: globalThis.heard,
    layouts: globalThis.layouts,
    questions: JSON.parse(localStorage.getItem('pushoff.questions') ?? '[]') as {
      tapId: string;
      meant: { racerId: string; line: string }[];
    }[],
  }));
  const event = await readEvent(page.request, race.eventId);
  const byStamp = new Map(Object.values(event.taps).map((tap) => [tap.captured.monotonic, tap]));
  /** What lay under the finger, and what the browser said of it. */
  const report = (what: string, at: number, place: Meant) => {
    const isNear = (moment: number) => Math.abs(moment - at) < 3_000;
    const others = Object.values(event.taps).filter(
      (tap) => tap.racerId === place.racerId || tap.captured.monotonic === at,
    );
    const lines = [
      ...layoutsBefore(layouts, at + 3_000, 6_000).map((layout) => {
        const spot = spotAt(layout, place);
        const text = spot === undefined ? 'nothing' : `${spot.line} of ${spot.racerId}${spot.isAgain ? ' again' : ''}`;
        return { at: layout.at, text: `under the finger: ${text}` };
      }),
      ...heard.filter((each) => isNear(each.at)),
      ...others.map((tap) => ({
        at: tap.captured.monotonic,
        text: `a time of ${tap.racerId ?? 'nobody yet'} at ${tap.line}, of device ${tap.by.deviceId}`,
      })),
    ]
      .toSorted((one, other) => one.at - other.at)
      .filter(({ text }, index, sorted) => text !== sorted[index - 1]?.text);
    console.log([`${what}: ${place.racerId} at ${at}`, ...lines.map((each) => `${each.at} ${each.text}`)].join('\n  '));
  };
  for (const place of meant) {
    const { racerId, line: meantLine, touch: number } = place;
    all.taps += 1;
    const at = touches[number]!;
    const tap = byStamp.get(at);
    // A time without a name is kept at one of the lines that the touch could mean; the answer brings it to the right one.
    const isLost = tap === undefined || (tap.racerId !== null && tap.line !== meantLine);
    const seen = layoutsBefore(layouts, at, MOVED_MS).map((layout) => spotAt(layout, place)?.racerId);
    // The machine was too busy to touch sooner, and the lists have closed up by themselves: who was there by then counts.
    if (at - (touches[number - 1] ?? 0) >= QUIET_MS && !seen.includes(racerId)) {
      const isRight = isLost
        ? seen.every((each) => each === undefined)
        : tap.racerId === null || seen.includes(tap.racerId);
      if (isRight) {
        all.late += 1;
        continue;
      }
    }
    if (isLost) {
      all.lost += 1;
      report('lost', at, place);
    } else if (tap.racerId === null) {
      all.unnamed += 1;
      const asked = questions.find(({ tapId }) => tapId === tap.id)?.meant ?? [];
      if (!asked.some((each) => each.racerId === racerId && each.line === meantLine)) {
        all.notAsked += 1;
        report(`asks for ${JSON.stringify(asked)}`, at, place);
      }
      // A frame more than the 700 ms: the page is drawn after the change.
      const drawn = layoutsBefore(layouts, at, MOVED_MS + 100).map((layout) => {
        const spot = spotAt(layout, place);
        return spot && `${spot.line} of ${spot.racerId}`;
      });
      if (new Set(drawn).size < 2) {
        all.unnamedForNothing += 1;
        report('without a name for nothing', at, place);
      }
    } else if (tap.racerId !== racerId) {
      all.wrong += 1;
      report(`wrong, became ${tap.racerId}`, at, place);
    }
  }
}

test(
  `[HD1] ${TAPS} taps of thumbs that rest and thumbs that aim, while other phones time: none on the wrong rider, none lost`,
  { tag: ['@proof', '@hand'] },
  async ({ server, openBrowser }) => {
    test.setTimeout(120_000 + TAPS * 8_000);
    const all: Figures = { ...sum, finishes: 0, unreachable: 0 };
    let begun = 0;
    let underWay = 0;
    const timeRaces = async () => {
      // A race that runs out of riders in sight is over before it has all its taps.
      while (all.taps + underWay < TAPS) {
        const parts = { rem: remOf(begun), isSplit: begun % 2 === 1 };
        begun += 1;
        underWay += TAPS_A_RACE;
        const page = await openBrowser();
        const race = await openClubNight(page, { dataDir: server.dataDir, racers: RACERS, onCourse: ON_COURSE });
        const phone = await openBrowser({ ...PHONE, storageState: await page.context().storageState() });
        await watchPage(phone);
        const from = Date.now();
        await timeRace(page, phone, race, parts, all);
        underWay -= TAPS_A_RACE;
        console.log(`${all.taps} of ${TAPS} taps: a race of ${Math.round((Date.now() - from) / 1000)} s`);
        await phone.context().close();
        await page.context().close();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, timeRaces));
    const { unnamed, closeUps, finishes } = all;
    console.log(
      `${all.taps} taps, ${all.late} too late to be judged: ${all.wrong} on the wrong rider, ${all.lost} lost, ${all.unnamedForNothing} without a name though nothing moved, ` +
        `${unnamed} without a name in all (${((100 * unnamed) / all.taps).toFixed(1)} %, of these ${all.notAsked} do not ask for the right rider), ` +
        `${((8 * closeUps) / finishes).toFixed(2)} presses of Close up for each 8 finishes, ${all.scrolls} scrolls, ${all.unreachable} out of reach`,
    );
    expect(all).toMatchObject({ wrong: 0, lost: 0, unnamedForNothing: 0, notAsked: 0, unreachable: 0 });
    expect(all.late / all.taps).toBeLessThanOrEqual(0.1);
    expect(unnamed / all.taps).toBeLessThanOrEqual(0.02);
    expect((8 * closeUps) / finishes).toBeLessThanOrEqual(1);
  },
);
