import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {import('./film.mjs').Film} Film */
/** @typedef {import('./film.mjs').Side} Side */
/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Locator} Locator */

/** In CSS pixels; with `PIXEL_RATIO` each side is a whole number of pixels. */
export const SCREEN = { width: 390, height: 720 };
/**
 * The pixel ratio of the whole browser: frames of an emulated ratio come in CSS pixels, and would be blurred when
 * enlarged.
 */
export const PIXEL_RATIO = 1.5;

const PRESS_MS = 140;
/** A finger is on its way for this long before it presses. */
const REACH_MS = 260;
/** A browser takes a shorter movement for a press, and scrolls only by the rest of a longer one. */
const SLOP = 24;

/** @typedef {Awaited<ReturnType<typeof openPhone>>} Phone */
/** @typedef {'light' | 'dark'} Scheme */

/**
 * A phone whose screen and fingers are filmed.
 * @param {Browser} browser
 * @param {Side} side
 * @param {Film} film
 * @param {Scheme} [colorScheme]
 */
export async function openPhone(browser, side, film, colorScheme = 'light') {
  const context = await browser.newContext({
    viewport: null,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', { ...SCREEN, deviceScaleFactor: 0, mobile: true });
  await devtools.send('Emulation.setScrollbarsHidden', { hidden: true });
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    film.addFrame(side, { at: (metadata.timestamp ?? Date.now() / 1000) * 1000, image: Buffer.from(data, 'base64') });
  });

  /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {{ x: number; y: number }[]} touchPoints */
  const dispatch = (type, touchPoints) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });

  return {
    page,
    /** Resolves with the first picture. */
    async film() {
      const first = new Promise((resolve) => devtools.once('Page.screencastFrame', resolve));
      await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 96, everyNthFrame: 2 });
      await first;
    },
    /** @param {boolean} hasSignal */
    async setSignal(hasSignal) {
      film.setSignal(hasSignal);
      await context.setOffline(!hasSignal);
    },
    /** @param {Locator} target */
    async tap(target) {
      const box = await target.boundingBox();
      if (box === null) throw new Error(`There is nothing to tap: ${target}`);
      // The thumb is a little off the middle, so that the word on the button can be read.
      const point = { x: box.x + box.width * 0.62, y: box.y + box.height * 0.6 };
      await sleep(REACH_MS);
      const from = Date.now();
      await dispatch('touchStart', [point]);
      await sleep(PRESS_MS);
      await dispatch('touchEnd', []);
      film.addTouch({ side, from, to: Date.now(), path: [{ at: from, ...point }] });
    },
    /** Drags the page until its beginning shows; a page that is there already gets no finger. */
    async scrollToTop() {
      const scrolled = await page.evaluate(() => Math.round(scrollY));
      if (scrolled === 0) return;
      const distance = scrolled + SLOP;
      const x = SCREEN.width * 0.4;
      const y = Math.round(SCREEN.height / 2 - distance / 2);
      const from = Date.now();
      const path = [{ at: from, x, y }];
      await dispatch('touchStart', [{ x, y }]);
      const steps = 24;
      for (let step = 1; step <= steps; step += 1) {
        const part = 0.5 - Math.cos((Math.PI * step) / steps) / 2;
        const point = { x, y: y + distance * part };
        await dispatch('touchMove', [point]);
        path.push({ at: Date.now(), ...point });
        await sleep(16);
      }
      // The finger is held still before it is lifted: a flung page scrolls on by itself.
      await sleep(120);
      await dispatch('touchEnd', []);
      film.addTouch({ side, from, to: Date.now(), path });
    },
  };
}
