import { KINDS, RATES } from './films.ts';
import { measureFilm } from './measure-film.ts';
import { measureTwist, PHONES } from './measure-twist.ts';
import { createRandom } from './random.ts';

interface Run {
  readonly crossings: number;
  readonly seed: number;
  readonly film: string | undefined;
}

/** What plain films must reach at 30 frames a second. */
const LEAST_RECALL = 0.99;
const MOST_FALSE = 0.01;
const MOST_P95_MS = 10;
const TWISTS = 100;

/** Reaction times of people with a stopwatch at swimming finishes, 4,304 of them: Am. J. Phys. 87, 110 (2019). */
const THUMB = { mean: 110, deviation: 70 } as const;

/** Runs films of every kind, prints what was found of them, and answers whether the plain ones reach their aim. */
export function runCamera({ crossings, seed, film }: Run): boolean {
  console.log(`Films of ${crossings} crossings each, from seed ${seed}\n`);
  let isGood = true;
  print(['film', 'fps', 'found', 'false', 'median', 'p50', 'p95', 'cursor p50', 'p95', 'ms a frame']);
  for (const kind of KINDS.filter(({ name }) => film === undefined || name === film)) {
    for (const fps of RATES) {
      const isWet = kind.raindrops !== undefined;
      for (const isBadWeather of isWet ? [false, true] : [false]) {
        const measured = measureFilm({ ...kind, fps, seed: seed + fps, crossings }, isBadWeather);
        const { found, falseMarks, errors, cursorErrors } = measured;
        // The eye of this program is fooled by a moving road and by drops, which a person's is not.
        const hasCursor = kind.shakePx === undefined && !isWet;
        print([
          kind.name + (isBadWeather ? ', switch on' : ''),
          String(fps),
          `${((100 * found) / measured.crossings).toFixed(1)} %`,
          String(falseMarks),
          signed(middle(errors)),
          ms(share(errors, 0.5)),
          ms(share(errors, 0.95)),
          hasCursor ? ms(share(cursorErrors, 0.5)) : '-',
          hasCursor ? ms(share(cursorErrors, 0.95)) : '-',
          measured.msAFrame.toFixed(2),
        ]);
        if (kind.name === 'plain') {
          isGood &&=
            found / measured.crossings >= LEAST_RECALL &&
            falseMarks / measured.crossings <= MOST_FALSE &&
            share(errors, 0.95) <= MOST_P95_MS &&
            share(cursorErrors, 0.95) <= 500 / fps;
        }
      }
    }
  }
  const random = createRandom(seed);
  const thumbs = Array.from({ length: 10_000 }, () => THUMB.mean + THUMB.deviation * random.normal());
  print(['a thumb (model)', '', '', '', signed(middle(thumbs)), ms(share(thumbs, 0.5)), ms(share(thumbs, 0.95))]);
  return measureTwists(seed) && isGood;
}

function measureTwists(seed: number): boolean {
  console.log(`\nTwisted phones, ${TWISTS} each: error of the camera's lag, beside the gyroscope's own\n`);
  print(['phone', 'again', 'median', 'p50', 'p95']);
  let isGood = true;
  for (const phone of PHONES) {
    const twists = Array.from({ length: TWISTS }, (_, index) => measureTwist(phone, seed + index));
    const errors = twists.flatMap(({ error }) => error ?? []);
    print([
      phone.name,
      String(TWISTS - errors.length),
      signed(middle(errors)),
      ms(share(errors, 0.5)),
      ms(share(errors, 0.95)),
    ]);
    isGood &&= share(errors, 0.95) <= (phone.fps >= 60 ? 5 : 10);
  }
  return isGood;
}

const print = (cells: readonly string[]) =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(24) : cell.padStart(11))).join(''));
const ms = (value: number) => `${value.toFixed(1)} ms`;
const signed = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(1)} ms`;

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** The size below which this share of the errors lies. */
function share(errors: readonly number[], part: number): number {
  const sizes = errors.map(Math.abs).toSorted((one, other) => one - other);
  return sizes[Math.min(sizes.length - 1, Math.floor(part * sizes.length))] ?? Number.NaN;
}
