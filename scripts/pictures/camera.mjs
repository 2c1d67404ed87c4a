import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHOWN_HOST } from '../demo-video/server.mjs';
import { Refusal } from '../lib/project.mjs';
import { ENGLISH, wordsOf } from '../lib/words-of.mjs';

/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {ReturnType<typeof createCamera>} Camera */
/** @typedef {Pick<import('@playwright/test').BrowserContextOptions, 'viewport' | 'colorScheme' | 'baseURL'>} Device */

const PHONE = { width: 390, height: 760 };
const LAPTOP = { width: 1280, height: 760 };
/** The guide is read on phones, in the open: a heavier picture is a mistake. */
const MOST_BYTES = 60_000;
const QUALITY = 70;

/**
 * @param {Browser} browser
 * @param {string} folder
 * @param {{ language?: string; mostBytes?: number }} [options]
 */
export function createCamera(browser, folder, { language = ENGLISH, mostBytes = MOST_BYTES } = {}) {
  mkdirSync(folder, { recursive: true });

  /** @param {import('@playwright/test').BrowserContextOptions} device */
  const open = async (device) => {
    const context = await browser.newContext({
      baseURL: `http://${SHOWN_HOST}`,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      ...device,
    });
    await context.addCookies([{ name: 'language', value: language, url: `http://${SHOWN_HOST}` }]);
    // A machine that is busy takes its time.
    context.setDefaultTimeout(180_000);
    return context.newPage();
  };

  return {
    /** What the screens of these pictures say. */
    words: wordsOf(language),
    /** @param {Device} [device] */
    openPhone: (device) => open({ viewport: PHONE, deviceScaleFactor: 2, hasTouch: true, isMobile: true, ...device }),
    /** @param {Device} [device] */
    openLaptop: (device) => open({ viewport: LAPTOP, deviceScaleFactor: 1, ...device }),
    /**
     * What the screen shows now, as a WebP file.
     * @param {Page} page
     * @param {string} name
     */
    async take(page, name) {
      await page.evaluate(() => document.fonts.ready);
      const devtools = await page.context().newCDPSession(page);
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
      await devtools.detach();
      const image = Buffer.from(data, 'base64');
      if (image.length > mostBytes) {
        throw new Refusal(`${name}: ${image.length} bytes, and a picture has at most ${mostBytes}.`);
      }
      writeFileSync(join(folder, `${name}.webp`), image);
      console.log(`${name.padEnd(24)}${Math.ceil(image.length / 1000)} KB`);
    },
  };
}
