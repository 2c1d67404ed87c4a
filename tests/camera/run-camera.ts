import { GYROSCOPE_MS } from '../../src/domain/camera/uncertainty.ts';
import { KINDS, RATES } from './films.ts';
import { measureFilm, SAME_MS } from './measure-film.ts';
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

/** A person with a stopwatch, by a model of other people's measurements: normally distributed, in ms. */
const THUMB = {
  mean: 110,
  deviation: 70,
  source:
    '4,304 reaction times of timekeepers at swimming competitions: Faux and Godolphin, Am. J. Phys. 87, 110 (2019)',
} as const;

/** Runs films of every kind, prints what was found of them, and answers whether the plain ones reach their aim. */
export function runCamera({ crossings, seed, film }: Run): boolean {
  console.log(`Films of ${crossings} crossings each, from seed ${seed}\n`);
  const missed: string[] = [];
  print(['film', 'fps', 'found', 'false', 'median', 'p50', 'p95', 'cursor', 'p50', 'p95', 'ms a frame']);
  for (const kind of KINDS.filter(({ name }) => film === undefined || name === film)) {
    for (const fps of RATES) {
      const isWet = kind.raindrops !== undefined;
      for (const isBadWeather of isWet ? [false, true] : [false]) {
        const measured = measureFilm({ ...kind, fps, seed: seed + fps, crossings }, isBadWeather);
        const { found, falseMarks, errors, cursorErrors } = measured;
        print([
          kind.name + (isBadWeather ? ', switch on' : ''),
          String(fps),
          percent(found / measured.crossings),
          String(falseMarks),
          signed(middle(errors)),
          ms(share(errors, 0.5)),
          ms(share(errors, 0.95)),
          percent(cursorErrors.length / measured.crossings),
          ms(share(cursorErrors, 0.5)),
          ms(share(cursorErrors, 0.95)),
          measured.msAFrame.toFixed(2),
        ]);
        if (kind.name === 'plain') {
          const aims = [
            [found / measured.crossings >= LEAST_RECALL, 'recall'],
            [falseMarks / measured.crossings <= MOST_FALSE, 'false marks'],
            [share(errors, 0.95) <= MOST_P95_MS, 'error'],
            [share(cursorErrors, 0.95) <= 500 / fps, 'cursor'],
          ] as const;
          for (const [isReached, aim] of aims) if (!isReached) missed.push(`${aim} of plain films at ${fps} fps`);
        }
      }
    }
  }
  const random = createRandom(seed);
  const thumbs = Array.from({ length: 10_000 }, () => THUMB.mean + THUMB.deviation * random.normal());
  print(['a thumb', '', '', '', signed(middle(thumbs)), ms(share(thumbs, 0.5)), ms(share(thumbs, 0.95))]);
  console.log(`\nCursor: riders whom the line shows within ${SAME_MS} ms. A thumb: ${THUMB.source}.`);
  missed.push(...measureTwists(seed));
  console.log(missed.length === 0 ? '\nEvery aim is reached.' : `\nMissed: ${missed.join(', ')}.`);
  return missed.length === 0;
}

/** Which phones miss the aim. */
function measureTwists(seed: number): string[] {
  console.log(`\nTwisted phones, ${TWISTS} each: error of the camera's lag, beside the gyroscope's own\n`);
  print(['phone', 'again', 'median', 'p50', 'p95']);
  const missed = [];
  for (const phone of PHONES) {
    const twists = Array.from({ length: TWISTS }, (_, index) => measureTwist(phone, seed + index));
    const errors = twists.flatMap(({ error }) => error ?? []);
    const p95 = share(errors, 0.95);
    print([phone.name, String(TWISTS - errors.length), signed(middle(errors)), ms(share(errors, 0.5)), ms(p95)]);
    if (p95 > (phone.fps >= 60 ? 5 : 10)) missed.push(`lag at ${phone.name}`);
  }
  console.log(`\nThe gyroscope's own delay, which nothing here can see: ±${GYROSCOPE_MS} ms more.`);
  return missed;
}

const print = (cells: readonly string[]) =>
  console.log(cells.map((cell, index) => (index === 0 ? cell.padEnd(24) : cell.padStart(11))).join(''));
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
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
