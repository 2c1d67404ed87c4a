import { Refusal } from '../lib/project.mjs';
import { run } from '../lib/run.mjs';

const NONE = "No ffmpeg here that makes H.264: install your system's package (Debian: apt-get install ffmpeg).";

/** A profile that every browser and phone plays. */
const H264 = ['-c:v', 'libx264', '-preset', 'slow', '-profile:v', 'high', '-level', '4.0'];
const COLOURS = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'];
/** The file holds no date and no ffmpeg version, so that the same pictures give the same bytes. */
const NAMELESS = ['-map_metadata', '-1', '-fflags', '+bitexact'];

/** @typedef {import('./layouts.mjs').Place} Place */
/** @typedef {import('./layouts.mjs').Size} Size */

export async function requireFfmpeg() {
  const { ok, output } = await run('ffmpeg', ['-hide_banner', '-encoders'], { capture: true, timeoutMs: 30_000 });
  if (!ok || !output.includes('libx264')) throw new Refusal(NONE);
}

/** @param {string[]} args */
async function ffmpeg(args) {
  const { ok, output, ending } = await run('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
    capture: true,
    timeoutMs: 15 * 60_000,
  });
  if (!ok) throw new Error(`ffmpeg failed (${ending}): ${output}`);
}

/**
 * Overlays the two screens with the stage, which is transparent over them, and encodes the film.
 * @param {object} options
 * @param {{ start: string; finish: string; stage: string }} options.pictures numbered files, such as `start-%05d.jpg`
 * @param {{ start: Place; finish: Place }} options.places
 * @param {Size} options.screen the size of a phone's screen in the film
 * @param {Size} options.size of the stage
 * @param {number} options.shown the width of the stage that is in the picture
 * @param {number[]} options.offsets the left edge of that part, for each picture
 * @param {number} options.rate pictures a second
 * @param {number} options.quality
 * @param {string} options.file
 */
export function encodeFilm({ pictures, places, screen, size, shown, offsets, rate, quality, file }) {
  const { start, finish } = places;
  const fit = `scale=${screen.width}:${screen.height}:flags=lanczos`;
  const layers = [
    `color=c=black:s=${size.width}x${size.height}:r=${rate}[ground]`,
    `[0]${fit}[startscreen]`,
    `[1]${fit}[finishscreen]`,
    `[ground][startscreen]overlay=${start.x}:${start.y}:format=gbrp:shortest=1[left]`,
    `[left][finishscreen]overlay=${finish.x}:${finish.y}:format=gbrp[both]`,
    `[both][2]overlay=format=gbrp,crop=${shown}:${size.height}:'${stepsOf(offsets)}':0[cut]`,
    // bt709 keeps the colours of the pages, on every browser and phone.
    `[cut]scale=out_color_matrix=bt709:out_range=tv,format=yuv420p[film]`,
  ];
  return ffmpeg([
    ...Object.values(pictures).flatMap((name) => ['-framerate', `${rate}`, '-i', name]),
    '-filter_complex',
    layers.join(';'),
    '-map',
    '[film]',
    ...H264,
    '-crf',
    `${quality}`,
    ...COLOURS,
    ...NAMELESS,
    // Key frames every few seconds allow seeking, and the film plays before it is loaded.
    '-g',
    `${rate * 4}`,
    '-movflags',
    '+faststart',
    file,
  ]);
}

/**
 * A plain film of numbered pictures.
 * @param {{ pictures: string; rate: number; file: string }} options
 */
export function encodePictures({ pictures, rate, file }) {
  const from = ['-framerate', `${rate}`, '-i', pictures];
  return ffmpeg([...from, '-pix_fmt', 'yuv420p', ...H264, '-crf', '21', '-g', `${rate}`, ...NAMELESS, file]);
}

/**
 * An expression of ffmpeg that has these values for the pictures 0, 1, 2…
 * @param {number[]} values
 */
function stepsOf(values) {
  const steps = values.flatMap((value, index) => {
    const step = value - (index === 0 ? 0 : (values[index - 1] ?? 0));
    return step === 0 ? [] : [`${step}*gte(n,${index})`];
  });
  return ['0', ...steps].join('+');
}

/**
 * One picture of a film, as JPEG or WebP.
 * @param {{ film: string; seconds: number; width: number; file: string }} options
 */
export function takeStill({ film, seconds, width, file }) {
  // Pictures have another colour matrix and range than films.
  const scale = `scale=${width}:-2:flags=lanczos:in_color_matrix=bt709:out_color_matrix=bt601:out_range=pc`;
  const from = ['-ss', seconds.toFixed(3), '-i', film];
  const quality = file.endsWith('.webp') ? ['-quality', '78'] : ['-q:v', '4'];
  return ffmpeg([...from, '-frames:v', '1', '-vf', scale, ...quality, ...NAMELESS, file]);
}
