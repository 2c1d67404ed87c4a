import { createCrossingDetector } from '../../src/domain/camera/crossings.ts';
import { createRainFilter } from '../../src/domain/camera/rain.ts';
import { cursorTime } from '../../src/domain/camera/uncertainty.ts';
import type { Film, Rider } from './scene.ts';
import { renderFilm } from './strips.ts';

export interface Measured {
  readonly crossings: number;
  readonly found: number;
  readonly falseMarks: number;
  /** Of each candidate, in ms: found minus true. */
  readonly errors: readonly number[];
  /** Of a cursor on the first frame that shows the rider at the line; who is hidden by others until later has none. */
  readonly cursorErrors: readonly number[];
  /** Processor time of the detector for a frame, in ms. */
  readonly msAFrame: number;
}

/** A candidate further away than this belongs to nobody. */
export const SAME_MS = 250;

/** Runs a film through the detector, with exact stamps, and through a person's way of reading the strip. */
export function measureFilm(film: Film, isBadWeather = false): Measured {
  const { frames, riders, draw, seenAtLine } = renderFilm(film);
  const detector = createCrossingDetector();
  const filter = isBadWeather ? createRainFilter() : undefined;
  const marks: number[] = [];
  const firstSeen = new Map<Rider, number>();
  let spent = 0;
  for (let number = 0; number < frames; number += 1) {
    const strip = draw(number);
    // A frame shows the middle of its exposure.
    const at = (number / film.fps) * 1000 + (film.exposureMs ?? 4) / 2;
    const expected = riders.filter((each) => !firstSeen.has(each) && Math.abs(at - each.at * 1000) < SAME_MS);
    for (const rider of seenAtLine(number, expected)) firstSeen.set(rider, at);
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
    cursorErrors: [...firstSeen].map(
      ([rider, first]) =>
        cursorTime(first, { interval: 1000 / film.fps, exposure: film.exposureMs ?? 4 }) - rider.at * 1000,
    ),
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
