import { linkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFilm } from './ffmpeg.mjs';
import { FILM, FILM_CORNERS, openStage } from './stage.mjs';

/** @typedef {import('./film.mjs').Film} Film */
/** @typedef {import('@playwright/test').Browser} Browser */

/**
 * Writes numbered pictures; a picture equal to the one before is not written again.
 * @param {string} folder
 * @param {string} name
 * @param {string} ending
 */
function openSequence(folder, name, ending) {
  let count = 0;
  let last = '';
  return {
    pattern: join(folder, `${name}-%05d.${ending}`),
    /** @param {Buffer | null} image null for the one before */
    add(image) {
      const file = join(folder, `${name}-${String(count).padStart(5, '0')}.${ending}`);
      if (image === null) linkSync(last, file);
      else writeFileSync(file, image);
      last = file;
      count += 1;
    },
  };
}

/**
 * @param {object} options
 * @param {Browser} options.browser
 * @param {Film} options.film
 * @param {string} options.folder for the pictures
 * @param {number} options.rate pictures a second
 * @param {string} options.file
 */
export async function composeFilm({ browser, film, folder, rate, file }) {
  const stage = await openStage(browser);
  const sequences = {
    start: openSequence(folder, 'start', 'jpg'),
    finish: openSequence(folder, 'finish', 'jpg'),
    stage: openSequence(folder, 'stage', 'png'),
  };
  /** @type {Record<string, unknown>} */
  const last = {};
  /** @param {string} name @param {unknown} thing */
  const isNew = (name, thing) => {
    const isSame = last[name] === thing;
    last[name] = thing;
    return !isSame;
  };

  const count = Math.floor((film.duration() / 1000) * rate);
  for (let index = 0; index < count; index += 1) {
    const { screens, ...rest } = film.pictureAt((index / rate) * 1000);
    sequences.start.add(isNew('start', screens.start) ? screens.start.image : null);
    sequences.finish.add(isNew('finish', screens.finish) ? screens.finish.image : null);
    sequences.stage.add(isNew('stage', JSON.stringify(rest)) ? await stage.draw(rest) : null);
  }
  await encodeFilm({
    pictures: {
      start: sequences.start.pattern,
      finish: sequences.finish.pattern,
      stage: sequences.stage.pattern,
    },
    places: FILM_CORNERS,
    size: FILM,
    rate,
    file,
  });
}
