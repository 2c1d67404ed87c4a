import type { Channel } from '../channels.ts';
import type { ColumnMeaning } from '../column-mapping.ts';

/** Value in the channel's unit = written value * scale + offset. */
export interface Unit {
  readonly scale: number;
  readonly offset: number;
  /** Per minute, of steps or of strokes: half of it turns only where it counts steps. */
  readonly mayBeStrokes?: true;
}

type Quantity = 'time' | 'speed' | 'turns' | 'length' | 'acceleration' | 'temperature' | 'angle' | 'plain';

const QUANTITIES: Partial<Record<Channel | 'time', Quantity>> = {
  time: 'time',
  speed: 'speed',
  cadence: 'turns',
  elevation: 'length',
  distance: 'length',
  accelX: 'acceleration',
  accelY: 'acceleration',
  accelZ: 'acceleration',
  temperature: 'temperature',
  heading: 'angle',
  lean: 'angle',
  lat: 'angle',
  lon: 'angle',
};

const G = 9.806_65;

/** The first unit of each is the channel's own; spellings as `normalise` leaves them. */
const SCALES: Readonly<Record<Quantity, readonly (readonly [spellings: string, scale: number, offset?: number])[]>> = {
  time: [
    ['s sec secs second seconds sek sekunden unixtime unix epoch', 1],
    ['ms msec millis milliseconds', 1e-3],
    ['µs us usec microseconds', 1e-6],
    ['min minutes minuten', 60],
  ],
  speed: [
    ['m/s mps ms-1 ms', 1],
    ['km/h kmh kph kmph kmperh', 1 / 3.6],
    ['mph mi/h miles/h', 0.447_04],
    ['kn kt kts knots knoten', 1_852 / 3_600],
    ['ft/s fps', 0.304_8],
  ],
  // A turn of the legs is two steps.
  turns: [
    ['rpm 1/min u/min strides/min strokes/min', 1],
    ['spm', 1 / 2],
    ['steps/min stepsperminute ppm', 1 / 2],
  ],
  length: [
    ['m meter meters metres mtr', 1],
    ['km kilometer kilometers', 1_000],
    ['ft feet foot', 0.304_8],
    ['mi mile miles', 1_609.344],
  ],
  acceleration: [
    ['m/s2 m/s^2 mps2', 1],
    ['g', G],
  ],
  temperature: [
    ['c °c degc celsius', 1],
    ['f °f degf fahrenheit', 5 / 9, -160 / 9],
  ],
  angle: [
    ['deg ° degrees degree grad decimal', 1],
    ['rad radians', 180 / Math.PI],
    ['semicircles semicircle', 180 / 2 ** 31],
  ],
  plain: [['% bpm rpm u/min 1/min w watt watts dop', 1]],
};

const SPELLINGS = Object.fromEntries(
  Object.entries(SCALES).map(([quantity, units]) => [
    quantity,
    new Map(
      units.flatMap(([spellings, scale, offset = 0]) =>
        spellings
          .split(' ')
          .map((name): [string, Unit] => [name, { scale, offset, ...(name === 'spm' && { mayBeStrokes: true }) }]),
      ),
    ),
  ]),
) as unknown as Readonly<Record<Quantity, ReadonlyMap<string, Unit>>>;

const quantityOf = (meaning: ColumnMeaning): Quantity => QUANTITIES[meaning as Channel | 'time'] ?? 'plain';

/** Null for a unit that does not belong to this meaning. */
export function findUnit(meaning: ColumnMeaning, written: string): Unit | null {
  return SPELLINGS[quantityOf(meaning)].get(normalise(written)) ?? null;
}

export function isUnit(written: string): boolean {
  const name = normalise(written);
  return name !== '' && Object.values(SPELLINGS).some((units) => units.has(name));
}

/** The unit where none is given. Loggers write accelerations in g. */
export function usualUnit(meaning: ColumnMeaning): Unit {
  return { scale: quantityOf(meaning) === 'acceleration' ? G : 1, offset: 0 };
}

/** Per minute: nobody walks in fewer steps, and nobody rows in more strokes for long. */
const FEWEST_STEPS = 80;

/** Whether a rate in 'spm' counts the strokes of a rower or a swimmer, by its usual value. */
export function areStrokes(values: Iterable<number>): boolean {
  const moving = [...values].filter((value) => value > 0).sort((a, b) => a - b);
  return moving.length > 0 && moving[moving.length >> 1]! < FEWEST_STEPS;
}

/** The units that a user can choose from when mapping a column; the usual one first, none where there is no choice. */
export function unitsFor(meaning: ColumnMeaning): readonly string[] {
  const units = SCALES[quantityOf(meaning)];
  return units.length < 2 ? [] : units.map(([spellings]) => spellings.split(' ')[0]!);
}

/** The name of a unit, as `unitsFor` has it; undefined where there is no choice, or no such unit. */
export function nameOfUnit(meaning: ColumnMeaning, scale: number, offset: number): string | undefined {
  const units = SCALES[quantityOf(meaning)];
  const found = units.find((unit) => unit[1] === scale && (unit[2] ?? 0) === offset);
  return units.length < 2 ? undefined : found?.[0].split(' ')[0];
}

function normalise(written: string): string {
  return written
    .toLowerCase()
    .replaceAll('²', '2')
    .replaceAll('μ', 'µ')
    .replaceAll(/[\s.]+/g, '');
}
