import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFilm } from './ffmpeg.mjs';
import { SCREEN } from './phone.mjs';
import { openStage } from './stage.mjs';

/** @typedef {import('./film.mjs').Film} Film */
/** @typedef {import('./film.mjs').Picture} Picture */
/** @typedef {import('./layouts.mjs').Layout} Layout */
/** @typedef {import('./phone.mjs').Scheme} Scheme */
/** @typedef {import('@playwright/test').Browser} Browser */
/** @typedef {{ layout: Layout; file: string }} Cut */

/**
 * Writes numbered pictures; a picture equal to the one before is not written again.
 * @template Thing
 * @param {string} folder
 * @param {string} name with `%05d` for the number
 * @param {Thing[]} things one for each picture; equal things are equal pictures
 * @param {(thing: Thing, index: number) => Promise<Buffer> | Buffer} draw
 */
async function writeSequence(folder, name, things, draw) {
  let last = '';
  for (const [index, thing] of things.entries()) {
    const file = join(folder, name.replace('%05d', String(index).padStart(5, '0')));
    if (index > 0 && thing === things[index - 1]) linkSync(last, file);
    else writeFileSync(file, await draw(thing, index));
    last = file;
  }
  return join(folder, name);
}

/**
 * One recording, cut for several shapes of screen.
 * @param {object} options
 * @param {Browser} options.browser
 * @param {Film} options.film
 * @param {Scheme} [options.scheme]
 * @param {string} options.folder for the pictures
 * @param {number} options.rate pictures a second
 * @param {number} options.quality of H.264: a higher one is worse and smaller
 * @param {Cut[]} options.cuts
 */
export async function composeFilm({ browser, film, scheme = 'light', folder, rate, quality, cuts }) {
  const count = Math.floor((film.duration() / 1000) * rate);
  const pictures = Array.from({ length: count }, (_, index) => film.pictureAt((index / rate) * 1000));
  /** @param {import('./film.mjs').Side} side */
  const writeScreen = (side) =>
    writeSequence(
      folder,
      `${side}-%05d.jpg`,
      pictures.map(({ screens }) => screens[side]),
      ({ image }) => image,
    );
  const screens = { start: await writeScreen('start'), finish: await writeScreen('finish') };

  for (const { layout, file } of cuts) {
    const { name, size, ratio, scale, corners, shown } = layout;
    const isPanned = shown < size.width;
    const stage = await openStage(browser, layout, scheme);
    const drawn = await writeSequence(
      folder,
      `${name}-${shown}-%05d.png`,
      pictures.map((picture) => JSON.stringify({ ...picture, screens: undefined, pan: isPanned ? picture.pan : 0 })),
      (picture) => stage.draw(JSON.parse(picture)),
    );
    await stage.close();
    /** @param {import('./layouts.mjs').Place} place */
    const inFilm = ({ x, y }) => ({ x: x * ratio, y: y * ratio });
    await encodeFilm({
      pictures: { ...screens, stage: drawn },
      places: { start: inFilm(corners.start), finish: inFilm(corners.finish) },
      screen: { width: Math.round(SCREEN.width * scale * ratio), height: Math.round(SCREEN.height * scale * ratio) },
      size: { width: size.width * ratio, height: size.height * ratio },
      shown: shown * ratio,
      offsets: pictures.map(({ pan }) => Math.round(pan * (size.width - shown) * ratio)),
      rate,
      quality,
      file,
    });
  }
}
