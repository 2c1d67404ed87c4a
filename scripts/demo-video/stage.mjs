import { readFileSync } from 'node:fs';
import { fromRoot } from '../lib/project.mjs';
import { SCREEN } from './phone.mjs';

/** @typedef {import('./film.mjs').Picture} Picture */
/** @typedef {import('./layouts.mjs').Layout} Layout */
/** @typedef {import('@playwright/test').Browser} Browser */

const ADDRESS = 'http://stage.example/';
const FONT = ['node_modules', '@fontsource-variable', 'archivo', 'files', 'archivo-latin-wdth-normal.woff2'];

/**
 * The page that draws everything around and above the two screens: cases, words, fingers. The screens themselves are
 * transparent, because screenshots of a page are slow and most pictures of the film differ only there.
 * @param {Browser} browser
 * @param {Layout} layout
 * @param {import('./phone.mjs').Scheme} scheme
 */
export async function openStage(browser, { name, size, ratio, scale, corners, shown }, scheme) {
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: ratio, colorScheme: scheme });
  const page = await context.newPage();
  await page.route(`${ADDRESS}**`, (route) =>
    route.fulfill(
      route.request().url().endsWith('.woff2')
        ? { contentType: 'font/woff2', body: readFileSync(fromRoot(...FONT)) }
        : { contentType: 'text/html', body: readFileSync(new URL('./stage.html', import.meta.url)) },
    ),
  );
  await page.goto(ADDRESS);
  const screen = { width: SCREEN.width * scale, height: SCREEN.height * scale };
  await page.evaluate(buildStage, { name, stage: size, corners, screen });

  return {
    /** A PNG of the film's size. @param {Omit<Picture, 'screens'>} picture */
    async draw(picture) {
      // The words stay where they are while the picture pans.
      await page.evaluate(drawPicture, { ...picture, scale, left: picture.pan * (size.width - shown) });
      return page.screenshot({ type: 'png', omitBackground: true });
    },
    close: () => context.close(),
  };
}

/**
 * Runs in the page, where nothing else of this file exists.
 * @param {{ name: string; stage: Layout['size']; corners: Layout['corners']; screen: Layout['size'] }} parts
 */
async function buildStage({ name, stage, corners, screen: { width, height } }) {
  document.body.className = name;
  Object.assign(document.body.style, { width: `${stage.width}px`, height: `${stage.height}px` });
  // The radius of `.glass`.
  const radius = 30;
  let outline = `M0 0H${stage.width}V${stage.height}H0Z`;
  for (const [side, { x, y }] of Object.entries(corners)) {
    const place = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
    for (const part of document.querySelectorAll(`.${side}`)) {
      if (part instanceof HTMLElement) Object.assign(part.style, place);
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

/** Runs in the page. @param {Omit<Picture, 'screens'> & { scale: number; left: number }} picture */
async function drawPicture({ asleep, caption, captionStrength, touches, hasSignal, scale, left }) {
  const words = document.querySelector('#caption');
  if (words instanceof HTMLElement) {
    words.textContent = caption;
    words.style.opacity = `${captionStrength}`;
    words.style.translate = `${left}px ${(1 - captionStrength) * 10}px`;
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
