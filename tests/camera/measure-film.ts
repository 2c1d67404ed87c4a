import { createCrossingDetector } from '../../src/domain/camera/crossings.ts';
import { createRainFilter } from '../../src/domain/camera/rain.ts';
import { cursorTime } from '../../src/domain/camera/uncertainty.ts';
import type { Film } from './scene.ts';
import { renderFilm } from './strips.ts';

export interface Measured {
  readonly crossings: number;
  readonly found: number;
  readonly falseMarks: number;
  /** Of each candidate, in ms: found minus true. */
  readonly errors: readonly number[];
  /** Of a cursor on the first frame in which somebody covers the line; riders who are hidden by another have none. */
  readonly cursorErrors: readonly number[];
  /** Processor time of the detector for a frame, in ms. */
  readonly msAFrame: number;
}

/** A candidate further away than this belongs to nobody. */
const SAME_MS = 250;
/** Nobody else at the line for so long before: a person sees who it is that covers it. */
const ALONE_MS = 1_200;

/** Runs a film through the detector, with exact stamps, and through a person's way of reading the strip. */
export function measureFilm(film: Film, isBadWeather = false): Measured {
  const { frames, riders, draw, drawLine } = renderFilm(film);
  const detector = createCrossingDetector();
  const filter = isBadWeather ? createRainFilter() : undefined;
  const marks: number[] = [];
  const isCovered = createLineWatch();
  const covers: number[] = [];
  let spent = 0;
  for (let number = 0; number < frames; number += 1) {
    const strip = draw(number);
    // A frame shows the middle of its exposure.
    const at = (number / film.fps) * 1000 + (film.exposureMs ?? 4) / 2;
    if (isCovered(drawLine(number))) covers.push(at);
    const began = performance.now();
    const seen = filter === undefined ? { strip, at } : filter(strip, at);
    if (seen !== undefined) for (const crossing of detector.push(seen.strip, seen.at)) marks.push(crossing.at);
    spent += performance.now() - began;
  }
  const truths = riders.map(({ at }) => at * 1000);
  const errors = pair(truths, marks);
  return {
    crossings: truths.length,
    found: errors.length,
    falseMarks: marks.length - errors.length,
    errors,
    cursorErrors: truths.flatMap((truth, index) => {
      if (truth - (truths[index - 1] ?? -Infinity) < ALONE_MS) return [];
      const first = covers.find((at, place) => {
        const isFirst = at - (covers[place - 1] ?? -Infinity) > 1_500 / film.fps;
        return isFirst && Math.abs(at - truth) < SAME_MS;
      });
      if (first === undefined) return [];
      return [cursorTime(first, { interval: 1000 / film.fps, exposure: film.exposureMs ?? 4 }) - truth];
    }),
    msAFrame: spent / frames,
  };
}

/** Pairs nearest first, each truth and each mark once. */
function pair(truths: readonly number[], marks: readonly number[]): number[] {
  const pairs = truths.flatMap((truth, at) =>
    marks.flatMap((mark, from) => (Math.abs(mark - truth) <= SAME_MS ? [{ at, from, error: mark - truth }] : [])),
  );
  const [usedTruths, usedMarks] = [new Set<number>(), new Set<number>()];
  return pairs
    .toSorted((one, other) => Math.abs(one.error) - Math.abs(other.error))
    .flatMap(({ at, from, error }) => {
      if (usedTruths.has(at) || usedMarks.has(from)) return [];
      usedTruths.add(at);
      usedMarks.add(from);
      return [error];
    });
}

/** Brightness that an eye tells from the road over a finger's width of pixels, beside the picture's own noise. */
const SEEN_BY_EYE = 8;
const NOISES = 6;
const PIXELS = 15;
const SKY_ROWS = 72;
/** Frames before the first rider, of which the road is learned. */
const EMPTY_FRAMES = 60;

/** Tells of each column of a photo finish whether somebody is in it: what a person sees who moves the cursor frame by frame. */
function createLineWatch(): (line: Uint8Array) => boolean {
  let usual: Float32Array | undefined;
  let noise = 2;
  let frames = 0;
  return (line) => {
    frames += 1;
    let sky = 0;
    for (let row = 0; row < SKY_ROWS; row += 1) sky += line[row]! / SKY_ROWS;
    usual ??= Float32Array.from(line, (value) => value - sky);
    const known = usual;
    const differences = Float32Array.from(line, (value, row) => value - sky - known[row]!);
    const least = Math.max(SEEN_BY_EYE, (NOISES * noise) / Math.sqrt(PIXELS));
    let sum = 0;
    const isCovered = differences.some((difference, row) => {
      sum += difference - (differences[row - PIXELS] ?? 0);
      return Math.abs(sum) / PIXELS > least;
    });
    if (isCovered && frames > EMPTY_FRAMES) return true;
    noise += 0.05 * (differences.reduce((all, difference) => all + Math.abs(difference), 0) / line.length - noise);
    for (let row = 0; row < line.length; row += 1) known[row]! += 0.05 * differences[row]!;
    return false;
  };
}
