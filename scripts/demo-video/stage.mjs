import { readFileSync } from 'node:fs';
import { fromRoot } from '../lib/project.mjs';
import { PIXEL_RATIO, SCREEN } from './phone.mjs';

/** @typedef {import('./film.mjs').Picture} Picture */
/** @typedef {import('@playwright/test').Browser} Browser */

/** The size of the stage in CSS pixels; the film has `STAGE_RATIO` times as many pixels each way. */
const STAGE = { width: 1280, height: 720 };
const STAGE_RATIO = 1.5;
/** The scale of a phone on the stage relative to the phone itself. */
const SCALE = PIXEL_RATIO / STAGE_RATIO;

/** The upper left corners of the two screens; in the film they are at whole pixels. */
const CORNERS = { start: { x: 510, y: 68 }, finish: { x: 896, y: 68 } };
export const FILM = { width: STAGE.width * STAGE_RATIO, height: STAGE.height * STAGE_RATIO };
export const FILM_CORNERS = {
  start: { x: CORNERS.start.x * STAGE_RATIO, y: CORNERS.start.y * STAGE_RATIO },
  finish: { x: CORNERS.finish.x * STAGE_RATIO, y: CORNERS.finish.y * STAGE_RATIO },
};

const ADDRESS = 'http://stage.example/';
const FONT = ['node_modules', '@fontsource-variable', 'archivo', 'files', 'archivo-latin-wdth-normal.woff2'];

/**
 * The page that draws everything around and above the two screens: cases, words, fingers. The screens themselves are
 * transparent, because screenshots of a page are slow and most pictures of the film differ only there.
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
  const size = { width: SCREEN.width * SCALE, height: SCREEN.height * SCALE };
  await page.evaluate(buildStage, { stage: STAGE, corners: CORNERS, size });

  return {
    /** A PNG of the film's size. @param {Omit<Picture, 'screens'>} picture */
    async draw(picture) {
      await page.evaluate(drawPicture, { ...picture, scale: SCALE });
      return page.screenshot({ type: 'png', omitBackground: true });
    },
  };
}

/**
 * Runs in the page, where nothing else of this file exists.
 * @param {{ stage: typeof STAGE; corners: typeof CORNERS; size: { width: number; height: number } }} parts
 */
async function buildStage({ stage, corners, size: { width, height } }) {
  // The radius of `.glass`.
  const radius = 30;
  let outline = `M0 0H${stage.width}V${stage.height}H0Z`;
  for (const [side, { x, y }] of Object.entries(corners)) {
    const screen = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
    for (const part of document.querySelectorAll(`.${side}`)) {
      if (part instanceof HTMLElement) Object.assign(part.style, screen);
    }
    const arc = (/** @type {string} */ to) => `a${radius} ${radius} 0 0 1 ${to}`;
    outline +=
      `M${x + radius} ${y}h${width - 2 * radius}${arc(`${radius} ${radius}`)}v${height - 2 * radius}${arc(`${-radius} ${radius}`)}` +
      `h${2 * radius - width}${arc(`${-radius} ${-radius}`)}v${2 * radius - height}${arc(`${radius} ${-radius}`)}Z`;
  }
  const set = document.querySelector('#set');
  if (set instanceof HTMLElement) set.style.clipPath = `path(evenodd, '${outline}')`;
  await document.fonts.load('820 43px Archivo');
  await document.fonts.load('650 17px Archivo');
}

/** Runs in the page. @param {Omit<Picture, 'screens'> & { scale: number }} picture */
async function drawPicture({ asleep, caption, captionStrength, touches, hasSignal, scale }) {
  const words = document.querySelector('#caption');
  if (words instanceof HTMLElement) {
    words.textContent = caption;
    words.style.opacity = `${captionStrength}`;
    words.style.translate = `0 ${(1 - captionStrength) * 10}px`;
  }
  document.querySelector('#signal')?.toggleAttribute('hidden', hasSignal);
  for (const glass of document.querySelectorAll('.glass')) {
    glass.classList.toggle(
      'asleep',
      asleep.some((side) => glass.classList.contains(side)),
    );
  }
  for (const old of document.querySelectorAll('.touch')) old.remove();
  for (const { side, x, y, strength } of touches) {
    const finger = document.createElement('div');
    finger.className = 'touch';
    finger.style.left = `${x * scale}px`;
    finger.style.top = `${y * scale}px`;
    finger.style.opacity = `${strength}`;
    finger.style.scale = `${1.5 - strength / 2}`;
    document.querySelector(`.glass.${side}`)?.append(finger);
  }
}
