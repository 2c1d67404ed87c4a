import { type Chance, createChance } from './chance.ts';
import { ABILITIES, type Format, FORMATS, type Value } from './formats.ts';
import { createHeights, createMovement, metresBetween, moveBy, type Movement } from './movement.ts';
import { type Sport, SPORTS } from './sports.ts';

/** One sample: what is true, and what the receiver says. */
export interface Row {
  /** Seconds since the start of the recording. */
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  /** The receiver's place is off by more than anything can move. */
  readonly isSpike: boolean;
  readonly elevation: number;
  readonly speed: number;
  readonly distance: number;
  readonly heartRate: number;
  readonly cadence: number;
  readonly power: number;
  readonly temperature: number;
  /** Values in place of the true ones, that no ride has. */
  readonly odd: Readonly<Partial<Record<Value, number>>>;
  readonly truth: { readonly lat: number; readonly lon: number; readonly height: number; readonly moving: number };
}

export interface Made {
  readonly seed: number;
  readonly format: Format;
  readonly sport: Sport;
  readonly rate: number;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly rows: readonly Row[];
  /** Rows with which a piece begins; the first is 0. */
  readonly pieces: readonly number[];
  /** Rows at which a lap ends and the next begins, the first and the last row included; empty without laps. */
  readonly laps: readonly number[];
  readonly values: ReadonlySet<Value>;
  readonly hasPlaces: boolean;
  readonly stands: number;
  /** Where the signal was lost: rows before which samples are missing although somebody moved. */
  readonly losses: number;
  readonly spikes: number;
}

/** Samples of a recording; more than these take long to write and tell nothing new. */
const [FEWEST, MOST] = [180, 2_500];
const SHORTEST = 100;

const formatOf = (seed: number, formats: readonly Format[]): Format => formats[seed % formats.length]!;

/** The recording of a seed: always the same one. */
export function makeRecording(seed: number, formats: readonly Format[] = FORMATS): { made: Made; chance: Chance } {
  const format = formatOf(seed, formats);
  const chance = createChance(seed);
  const able = ABILITIES[format];
  const sport = chance.pick(SPORTS);
  const hasPlaces = !able.canBeIndoors || !chance.is(0.08);
  // Only a receiver of satellites writes more than once a second.
  const isPossible = (each: number) => (hasPlaces || each <= 1) && sport.slowest / each >= 8 * able.rounding;
  const rate = chance.pick(able.rates.filter(isPossible));
  const isFaulty = chance.is(0.65);
  const some = (most: number) => (isFaulty && chance.is(0.5) ? chance.whole(1, most) : 0);
  const step = 1 / rate;
  const movement = createMovement(chance, {
    sport,
    step,
    seconds: Math.max(SHORTEST, chance.between(FEWEST, Math.min(MOST, FEWEST + 1_200 * Math.max(1, rate / 4))) * step),
    stops: some(3),
    pauses: format === 'gopro' ? 0 : some(2),
    losses: some(2),
  });
  const values = chooseValues(chance, able.values, sport, hasPlaces);
  const spikes = hasPlaces ? some(4) : 0;
  const oddity = able.hasOddValues && chance.is(0.1);
  const isCamera = format === 'gopro';
  const { rows, pieces } = sampleRows(chance, {
    movement,
    sport,
    rate,
    isCamera,
    hasWholeHeights: able.hasWholeHeights,
  });
  const spiked = plantSpikes(chance, rows, spikes, sport);
  const written = oddity ? plantOddValues(chance, spiked, values) : spiked;
  return {
    chance,
    made: {
      seed,
      format,
      sport,
      rate,
      start: Date.UTC(2016, 0, 1) + chance.whole(0, 3_500) * 86_400_000 + chance.whole(0, 86_399) * 1_000,
      rows: written,
      pieces: able.hasPieces ? pieces : [0],
      laps: able.hasLaps && chance.is(0.6) ? planLaps(chance, written) : [],
      values,
      hasPlaces,
      stands: movement.stands,
      losses: movement.holes.filter(({ isPause }) => !isPause).length,
      spikes: written.filter(({ isSpike }) => isSpike).length,
    },
  };
}

function chooseValues(chance: Chance, able: readonly Value[], sport: Sport, hasPlaces: boolean): ReadonlySet<Value> {
  const values = able.filter((value) => {
    if (value === 'cadence' && sport.cadence === null) return false;
    if (value === 'power' && !sport.hasPower) return false;
    if (value === 'heartRate' && !sport.hasHeart) return false;
    return chance.is(value === 'elevation' ? 0.85 : 0.6);
  });
  // Indoors somebody has to measure the way.
  if (!hasPlaces && !values.includes('distance')) values.push('distance');
  return new Set(hasPlaces ? values : values.filter((value) => value !== 'elevation'));
}

interface Plan {
  readonly movement: Movement;
  readonly sport: Sport;
  readonly rate: number;
  readonly isCamera: boolean;
  readonly hasWholeHeights: boolean;
}

function sampleRows(chance: Chance, { movement, sport, rate, isCamera, hasWholeHeights }: Plan) {
  const { seconds, holes } = movement;
  /** Samples that are lost together: a camera says once for all of a payload whether it has a fix. */
  const block = isCamera ? rate : 1;
  const heightAt = createHeights(chance, sport, movement.at(seconds).way, hasWholeHeights ? 25 : 8);
  const wave = (height: number, least: number, most: number) => {
    const [length, shift] = [chance.between(least, most), chance.next() * 6];
    return (time: number) => height * Math.sin((2 * Math.PI * time) / length + shift);
  };
  // A receiver's own filter leaves it wandering slowly.
  const [north, east] = [wave(chance.between(0.2, 1.2), 80, 400), wave(chance.between(0.2, 1.2), 80, 400)];
  const [beat, effort, air, turns] = [wave(22, 150, 700), wave(60, 60, 300), wave(3, 600, 3_000), wave(0.4, 60, 300)];
  const noise = chance.pick([0, 0, 0.05, 0.2]);
  const warmth = chance.between(-8, 33);
  const [slow, fast] = sport.cadence ?? [0, 0];
  const rows: Row[] = [];
  const pieces = [0];
  let wasBroken = false;
  for (let index = 0; index <= Math.floor(seconds * rate); index += 1) {
    const time = Math.round((index / rate) * 1e6) / 1e6;
    const first = (index - (index % block)) / rate;
    const hole = holes.find(({ from, to }) => first + (block - 1) / rate > from && first < to);
    if (hole !== undefined) {
      // A camera breaks its line where it had no place (DT55); elsewhere only a pause does.
      wasBroken ||= hole.isPause || isCamera;
      continue;
    }
    if (wasBroken) pieces.push(rows.length);
    wasBroken = false;
    const { lat, lon, speed, way, moving } = movement.at(time);
    const isMoving = speed > 0.3;
    const height = heightAt(way);
    const truth = { ...moveBy({ lat, lon }, 0, 0), height, moving };
    rows.push({
      time,
      ...moveBy(truth, north(time), east(time)),
      isSpike: false,
      elevation: height + noise * (chance.next() + chance.next() - 1),
      speed,
      distance: way,
      heartRate: Math.round(140 + beat(time)),
      cadence: isMoving ? Math.round((slow + fast) / 2 + ((fast - slow) / 2) * turns(time)) : 0,
      power: isMoving ? Math.round(190 + effort(time) + chance.between(-15, 15)) : 0,
      temperature: Math.round(warmth + air(time)),
      odd: {},
      truth,
    });
  }
  return { rows, pieces };
}

/** A bad fix is further away than the sport goes in a few samples, alone, and may be the first or the last. */
function plantSpikes(chance: Chance, rows: readonly Row[], count: number, { fastest }: Sport): Row[] {
  const result = [...rows];
  for (let planted = 0; planted < count; planted += 1) {
    const at = chance.is(0.2) ? chance.pick([0, rows.length - 1]) : chance.whole(4, rows.length - 5);
    if ([-2, -1, 0, 1, 2].some((near) => result[at + near]?.isSpike)) continue;
    const { truth, time } = rows[at]!;
    const around = [rows[at - 1], rows[at + 1]].filter((row) => row !== undefined);
    const longest = Math.max(
      ...around.map((row) => Math.max(metresBetween(truth, row.truth), Math.abs(row.time - time) * fastest)),
    );
    const far = (60 + 5 * longest) * chance.between(1, 6);
    const angle = chance.next() * 2 * Math.PI;
    result[at] = { ...rows[at]!, ...moveBy(truth, far * Math.cos(angle), far * Math.sin(angle)), isSpike: true };
  }
  return result;
}

/** What devices write where they measured nothing. */
const ODD: Readonly<Partial<Record<Value, number>>> = { heartRate: 255, elevation: 99_999, temperature: 127 };

function plantOddValues(chance: Chance, rows: readonly Row[], values: ReadonlySet<Value>): Row[] {
  const able = Object.entries(ODD).filter(([value]) => values.has(value as Value));
  const part = chance.between(0.001, 0.02);
  return rows.map((row) =>
    able.length > 0 && chance.is(part) ? { ...row, odd: Object.fromEntries([chance.pick(able)]) } : row,
  );
}

function planLaps(chance: Chance, rows: readonly Row[]): number[] {
  const count = chance.whole(1, 6);
  const last = rows.length - 1;
  const inner = Array.from({ length: count - 1 }, (_, index) =>
    Math.round(((index + 1 + chance.between(-0.3, 0.3)) / count) * last),
  );
  return [0, ...inner, last];
}
