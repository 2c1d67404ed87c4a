import type { Page } from '@playwright/test';
import { type Tap, timeOf } from '../../src/domain/model/state.ts';
import { tapUncertainty } from '../../src/domain/results/uncertainty.ts';
import { names, openClubNight, targetsOn } from './club-night.ts';
import { readEvent, untilSent } from './device.ts';
import { createFinger, PHONE, type Point } from './finger.ts';
import { expect, test } from './fixtures.ts';
import { change, closeUp, openTimer, type Race } from './race.ts';

const RACERS = 45;
const INTERVAL_MS = 4_000;
/** From the start to the hill and to the finish, for a rider of middling legs. */
const TO_SPLIT_MS = 22_000;
const TO_FINISH_MS = 48_000;
/** Retires on the way: the organiser says so in the rider's sheet. */
const RETIRED = 30;

declare global {
  /** Every finger that came down, by the page's own clock and by the wall's. */
  var felt: { readonly stamp: number; readonly at: number }[];
}

const noteFingers = (page: Page) =>
  page.addInitScript(() => {
    globalThis.felt = [];
    addEventListener(
      'pointerdown',
      ({ timeStamp }) => globalThis.felt.push({ stamp: timeStamp, at: performance.timeOrigin + timeStamp }),
      { capture: true },
    );
  });

interface Ride {
  readonly name: string;
  readonly bib: number;
  readonly start: number;
  readonly split: number;
  readonly finish: number;
}

/** Most keep their order; the fifth of each five is fast and overtakes, the seventh of each seven is slow. */
const rides: readonly Ride[] = names(RACERS).map((name, index) => {
  const legs = 1 + (index % 5 === 4 ? -0.13 : 0) + (index % 7 === 6 ? 0.12 : 0) + (index % 3) * 0.004;
  const start = index * INTERVAL_MS;
  return { name, bib: index + 1, start, split: start + TO_SPLIT_MS * legs, finish: start + TO_FINISH_MS * legs };
});

/** A phone, its thumb, and the thumb's own list of whom it meant. */
async function createTimekeeper(phone: Page, line: string) {
  const finger = await createFinger(phone);
  const meant: { readonly racer: string | null; readonly touch: number }[] = [];
  const counts = { taps: 0, closeUps: 0, scrolls: 0 };
  const touch = async ({ x, y }: Point): Promise<number> => {
    const number = await phone.evaluate(() => globalThis.felt.length);
    counts.taps += 1;
    await finger.down({ x, y });
    await finger.up();
    return number;
  };
  const timekeeper = {
    phone,
    line,
    meant,
    counts,
    /** Looks for the rider's button shortly before the crossing; the rows stay where they are while the thumb is on its way. */
    async aim(racer: string, { racerIds }: Race, until: () => Promise<void>): Promise<void> {
      const find = async () => (await targetsOn(phone)).find(({ racerId }) => racerId === racerIds[racer]);
      let place = await find();
      if (place === undefined) {
        counts.closeUps += 1;
        await closeUp(phone);
        place = await find();
      }
      if (place === undefined) {
        counts.scrolls += 1;
        const row = phone.locator(`[data-timing-button][data-racer="${racerIds[racer]}"]`);
        await row.evaluate((button) => button.scrollIntoView({ block: 'center' }));
        await closeUp(phone);
        place = await find();
      }
      await until();
      meant.push({ racer, touch: place === undefined ? -1 : await touch(place) });
    },
    async press(place: Point, racer: string | null): Promise<void> {
      meant.push({ racer, touch: await touch(place) });
    },
  };
  return timekeeper;
}

type Timekeeper = Awaited<ReturnType<typeof createTimekeeper>>;

/** What the thumb meant beside what the event has. */
async function compare({ phone, line, meant, counts }: Timekeeper, race: Race, taps: readonly Tap[]) {
  const felt = await phone.evaluate(() => globalThis.felt);
  const found = meant.map(({ racer, touch }) => {
    const finger = felt[touch];
    const tap = taps.find(({ captured, line: at }) => at === line && captured.monotonic === finger?.stamp);
    const racerId = racer === null ? null : race.racerIds[racer]!;
    return { racer, racerId, finger, tap };
  });
  const lost = found.filter(({ tap }) => tap === undefined);
  const unnamed = found.filter(({ tap, racerId }) => tap?.racerId === null && racerId !== null);
  const wrong = found.filter(
    ({ tap, racerId }) => tap?.racerId !== null && tap !== undefined && tap.racerId !== racerId,
  );
  const off = found.flatMap(({ tap, finger }) =>
    tap === undefined ? [] : Math.abs(timeOf(tap) - finger!.at) - (tapUncertainty(tap) ?? 0),
  );
  console.log(
    `${line}: ${meant.length} of the thumb's own times, ${wrong.length} wrong, ${lost.length} lost, ${unnamed.length} without a name; ` +
      `${counts.taps} taps, ${counts.closeUps} presses of Close up, ${counts.scrolls} scrolls`,
  );
  return {
    wrong: wrong.map(({ racer }) => racer),
    lost: lost.map(({ racer }) => racer),
    unnamed: unnamed.map(({ racer }) => racer),
    // A time stamp is read by two clocks of the page, each in whole milliseconds.
    isOff: off.filter((ms) => ms > 5),
  };
}

test(
  'A club night of 45 on five phones: every time that a thumb meant is stored for its rider',
  { tag: ['@proof', '@hand'] },
  async ({ page, server, openBrowser }) => {
    test.setTimeout(1_200_000);
    const race = await openClubNight(page, { dataDir: server.dataDir, racers: RACERS, onCourse: 0 });
    const bibs = rides.map(({ name, bib }) => ({ racerId: race.racerIds[name]!, bib: String(bib) }));
    await change(page.request, race, { type: 'bibs.set', bibs });
    const points = [{ line: 'hill', name: 'Top of the hill' }];
    await change(page.request, race, { type: 'race.configure', settings: { points } });
    const storageState = await page.context().storageState();
    const openPhone = async (view: string) => {
      const phone = await openBrowser({ ...PHONE, storageState });
      await noteFingers(phone);
      await phone.goto(`/timer?eventId=${race.eventId}${view}`);
      return phone;
    };
    const gate = await createTimekeeper(await openPhone('&view=start'), 'start');
    const hill = await createTimekeeper(await openPhone('&view=splits&point=hill'), 'hill');
    const surface = await createTimekeeper(await openPhone('&view=finish'), 'finish');
    const board = await createTimekeeper(await openPhone(''), 'finish');
    await openTimer(page, race);
    const startButton = gate.phone.locator('[data-start-button]');
    const surfaceButton = surface.phone.locator('[data-surface]');
    for (const ready of [startButton, surfaceButton, hill.phone.getByText('0 passed')])
      await expect(ready).toBeVisible();
    const middle = async (button: typeof startButton): Promise<Point> => {
      const { x, y, width, height } = (await button.boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };

    const first = Date.now() + 2_000;
    const until = (moment: number) =>
      new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, first + moment - Date.now())));
    /** The eye finds the button so long before the thumb comes down. */
    const EYE_MS = 900;
    const inTurn = async (moment: (ride: Ride) => number, happen: (ride: Ride) => Promise<void>, of = rides) => {
      for (const ride of of.toSorted((one, other) => moment(one) - moment(other))) {
        await until(moment(ride) - EYE_MS);
        await happen(ride);
      }
    };
    const back = rides.filter(({ bib }) => bib !== RETIRED);
    await Promise.all([
      inTurn(
        ({ start }) => start,
        async ({ name, start }) => {
          await expect(startButton).toHaveText(new RegExp(`: ${name}$`));
          const place = await middle(startButton);
          await until(start);
          await gate.press(place, name);
        },
      ),
      inTurn(
        ({ split }) => split,
        ({ name, split }) => hill.aim(name, race, () => until(split)),
        back,
      ),
      inTurn(
        ({ finish }) => finish,
        ({ name, finish }) => board.aim(name, race, () => until(finish)),
        back,
      ),
      inTurn(
        ({ finish }) => finish,
        async ({ finish, bib }) => {
          // In the middle of the race the phone at the line has no signal for a while.
          if (bib === 12) await surface.phone.context().setOffline(true);
          if (bib === 20) await surface.phone.context().setOffline(false);
          const place = await middle(surfaceButton);
          await until(finish);
          await surface.press(place, null);
        },
        back,
      ),
      (async () => {
        const { name, start } = rides[RETIRED - 1]!;
        await until(start + 15_000);
        await page.getByTitle(name, { exact: true }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'DNF' }).click();
      })(),
    ]);
    for (const { phone } of [gate, hill, surface, board]) await untilSent(phone);
    await untilSent(page);

    const event = await readEvent(page.request, race.eventId);
    const taps = Object.values(event.taps);
    for (const timekeeper of [gate, hill, surface, board]) {
      expect(await compare(timekeeper, race, taps)).toEqual({ wrong: [], lost: [], unnamed: [], isOff: [] });
    }
    const finishes = board.meant.length;
    expect((8 * board.counts.closeUps) / finishes).toBeLessThanOrEqual(1);
    expect(Object.values(event.rulings).map(({ status }) => status)).toEqual(['DNF']);
    const ofTheScript = gate.meant.length + hill.meant.length + surface.meant.length + finishes;
    expect(
      taps.filter(({ undone }) => !undone),
      'and nothing else',
    ).toHaveLength(ofTheScript);
  },
);
