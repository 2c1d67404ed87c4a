import { readFileSync } from 'node:fs';
import { fromRoot } from '../lib/project.mjs';
import { PIXEL_RATIO, SCREEN } from './phone.mjs';

/** @typedef {import('./film.mjs').Picture} Picture */
/** @typedef {import('@playwright/test').Browser} Browser */

/** How the stage is laid out; the film has `STAGE_RATIO` times as many pixels each way. */
const STAGE = { width: 1280, height: 720 };
const STAGE_RATIO = 1.5;
const SIZE = {
  width: (SCREEN.width * PIXEL_RATIO) / STAGE_RATIO,
  height: (SCREEN.height * PIXEL_RATIO) / STAGE_RATIO,
};
const ADDRESS = 'http://stage.example/';
const FONT = ['node_modules', '@fontsource-variable', 'archivo', 'files', 'archivo-latin-wdth-normal.woff2'];

/**
 * The page on which the two phones, the fingers and the words are put together.
 * @param {Browser} browser
 */
export async function openStage(browser) {
  const context = await browser.newContext({ viewport: STAGE, deviceScaleFactor: STAGE_RATIO });
  const page = await context.newPage();
  await page.route(`${ADDRESS}**`, (route) =>
    route.fulfill(
      route.request().url().endsWith('.woff2')
        ? { contentType: 'font/woff2', body: readFileSync(fromRoot(...FONT)) }
        : { contentType: 'text/html', body: readFileSync(new URL('./stage.html', import.meta.url)) },
    ),
  );
  await page.goto(ADDRESS);
  await page.evaluate(prepareStage, SIZE);

  /** The screens that stand on the stage already. @type {Record<string, Buffer | undefined>} */
  const shown = {};
  let lastKey = '';
  let last = Buffer.alloc(0);

  /** @param {Picture} picture */
  async function draw({ screens, ...rest }) {
    /** @type {Record<string, string>} */
    const fresh = {};
    for (const [side, frame] of Object.entries(screens)) {
      if (frame === null || shown[side] === frame.image) continue;
      shown[side] = frame.image;
      fresh[side] = `data:image/jpeg;base64,${frame.image.toString('base64')}`;
    }
    const key = JSON.stringify(rest);
    if (key === lastKey && Object.keys(fresh).length === 0) return false;
    lastKey = key;
    await page.evaluate(drawPicture, { ...rest, screens: fresh, scale: PIXEL_RATIO / STAGE_RATIO });
    return true;
  }

  return {
    /** As PNG; the very same buffer when nothing has changed. @param {Picture} picture */
    async shoot(picture) {
      if (await draw(picture)) last = await page.screenshot({ type: 'png' });
      return last;
    },
    /** @param {Picture} picture */
    async shootPoster(picture) {
      await draw(picture);
      return page.screenshot({ type: 'jpeg', quality: 80, scale: 'css' });
    },
  };
}

/** In the page. @param {{ width: number; height: number }} size */
async function prepareStage({ width, height }) {
  for (const screen of document.querySelectorAll('.screen')) {
    if (!(screen instanceof HTMLElement)) continue;
    screen.style.width = `${width}px`;
    screen.style.height = `${height}px`;
  }
  await document.fonts.load('820 43px Archivo');
  await document.fonts.load('650 17px Archivo');
}

/**
 * In the page: nothing of this file is there.
 * @param {Omit<Picture, 'screens'> & { screens: Record<string, string>; scale: number }} picture
 */
async function drawPicture({ screens, caption, captionStrength, touches, hasSignal, scale }) {
  const words = document.querySelector('#caption');
  if (words instanceof HTMLElement) {
    words.textContent = caption;
    words.style.opacity = `${captionStrength}`;
    words.style.translate = `0 ${(1 - captionStrength) * 10}px`;
  }
  document.querySelector('#start h2 span')?.toggleAttribute('hidden', hasSignal);
  for (const [side, source] of Object.entries(screens)) {
    const image = new Image();
    image.src = source;
    await image.decode();
    document.querySelector(`#${side} img`)?.remove();
    document.querySelector(`#${side} .screen`)?.prepend(image);
  }
  for (const old of document.querySelectorAll('.touch')) old.remove();
  for (const { side, x, y, strength } of touches) {
    const finger = document.createElement('div');
    finger.className = 'touch';
    Object.assign(finger.style, {
      left: `${x * scale}px`,
      top: `${y * scale}px`,
      opacity: `${strength}`,
      scale: `${1.5 - strength / 2}`,
    });
    document.querySelector(`#${side} .screen`)?.append(finger);
  }
}
