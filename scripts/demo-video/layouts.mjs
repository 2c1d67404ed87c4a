import { PIXEL_RATIO } from './phone.mjs';

/** @typedef {import('./film.mjs').Side} Side */
/** @typedef {{ x: number; y: number }} Place */
/** @typedef {{ width: number; height: number }} Size */

/**
 * @typedef {object} Layout how the two phones stand on the stage, in CSS pixels of the stage
 * @property {string} name the class of the stage, see `stage.html`
 * @property {Size} size
 * @property {number} ratio pixels of the film for each CSS pixel
 * @property {number} scale of a phone on the stage relative to the phone itself
 * @property {Record<Side, Place>} corners the upper left corners of the two screens; in the film they are at whole pixels
 * @property {number} shown the width of the stage that is in the picture; the picture pans over a wider stage
 */

/** For screens that are wider than high: the words beside both phones. @type {Layout} */
export const WIDE = {
  name: 'wide',
  size: { width: 1280, height: 720 },
  ratio: 1.5,
  scale: 1.3 / 1.5,
  corners: { start: { x: 510, y: 68 }, finish: { x: 896, y: 68 } },
  shown: 1280,
};

const TALL_RATIO = 2;
/** Every pixel of the recording is a pixel of the film: nothing is blurred. */
const TALL_SCALE = PIXEL_RATIO / TALL_RATIO;

/** For phones held upright: the words above one phone, which is large enough to be read. @type {Layout} */
export const TALL = {
  name: 'tall',
  size: { width: 720, height: 640 },
  ratio: TALL_RATIO,
  scale: TALL_SCALE,
  corners: { start: { x: 34, y: 140 }, finish: { x: 394, y: 140 } },
  shown: 360,
};

/** Without words, for the landing page, which has its own: both phones. @type {Layout} */
export const PAIR = {
  name: 'pair',
  size: { width: 720, height: 620 },
  ratio: TALL_RATIO,
  scale: TALL_SCALE,
  corners: { start: { x: 34, y: 56 }, finish: { x: 394, y: 56 } },
  shown: 720,
};

/** One of the two at a time. @type {Layout} */
export const ONE_OF_PAIR = { ...PAIR, shown: 360 };
