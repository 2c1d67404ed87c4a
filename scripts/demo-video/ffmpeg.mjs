import { Refusal } from '../lib/project.mjs';
import { run } from '../lib/run.mjs';

const NONE = "No ffmpeg here that makes H.264: install your system's package (Debian: apt-get install ffmpeg).";

/** A profile that every browser and phone plays. */
const H264 = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '23', '-profile:v', 'high', '-level', '4.0'];
const COLOURS = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'];
/** The file holds no date and no ffmpeg version, so that the same pictures give the same bytes. */
const NAMELESS = ['-map_metadata', '-1', '-fflags', '+bitexact'];

/** @typedef {{ x: number; y: number }} Place */

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
 * @param {{ width: number; height: number }} options.size
 * @param {number} options.rate pictures a second
 * @param {string} options.file
 */
export function encodeFilm({ pictures, places, size, rate, file }) {
  const { start, finish } = places;
  const layers = [
    `color=c=black:s=${size.width}x${size.height}:r=${rate}[ground]`,
    `[ground][0]overlay=${start.x}:${start.y}:format=gbrp:shortest=1[left]`,
    `[left][1]overlay=${finish.x}:${finish.y}:format=gbrp[both]`,
    // bt709 keeps the colours of the pages, on every browser and phone.
    `[both][2]overlay=format=gbrp,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p[film]`,
  ];
  return ffmpeg([
    ...Object.values(pictures).flatMap((name) => ['-framerate', `${rate}`, '-i', name]),
    '-filter_complex',
    layers.join(';'),
    '-map',
    '[film]',
    ...H264,
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
 * One picture of a film, at a smaller size.
 * @param {{ film: string; seconds: number; width: number; file: string }} options
 */
export function takeStill({ film, seconds, width, file }) {
  // JPEG uses another colour matrix and range than the film.
  const scale = `scale=${width}:-1:flags=lanczos:in_color_matrix=bt709:out_color_matrix=bt601:out_range=pc`;
  const from = ['-ss', seconds.toFixed(3), '-i', film];
  return ffmpeg([...from, '-frames:v', '1', '-vf', scale, '-q:v', '4', ...NAMELESS, file]);
}
