import type { Made } from './writing/recording.ts';
import type { Figures, Spread } from './writing/truth.ts';
import type { Shown } from './read-shown.ts';

/** A figure of the page beside the truth. */
export interface Compared {
  readonly figure: string;
  readonly truth: number | null;
  readonly shown: number | null;
  readonly tolerance: number;
  readonly isRight: boolean;
}

/** How far a figure may be off: a part of it and so much more, by docs/spec/telemetry.md (DM3). */
const TOLERANCES: Readonly<Record<string, readonly [part: number, more: number]>> = {
  distance: [0.01, 10],
  time: [0, 0.1],
  'average speed': [0.02, 0.2],
  'max speed': [0.03, 0.3],
  climb: [0.02, 3],
  descent: [0.02, 3],
  'average heart rate': [0, 1],
  'max heart rate': [0, 1],
  'average power': [0.01, 1],
  'max power': [0, 1],
  'normalised power': [0.02, 2],
  'average cadence': [0, 1],
  'average temperature': [0, 0.6],
  begins: [0, 1_000],
  'lap time': [0, 0.05],
  'lap distance': [0.01, 10],
};

/** Seconds at each end of a stand in which a rider rolls, beside a sample. */
const ROLLING = 2;
/** Good fixes that may be taken out beside the bad ones, as a part of all. */
const MOST_BESIDE = 1 / 200;

/** `shown` is null for a file that was refused: then every figure of it is wrong. */
export function compareFigures(made: Made, truth: Figures, shown: Shown | null): Compared[] {
  const summary = shown?.summary;
  const compared: Compared[] = [];
  const add = (figure: string, one: number | null, found: number | null | undefined, own?: number) => {
    const other = found ?? null;
    if (one === null && other === null) return;
    const [part, more] = TOLERANCES[figure] ?? [0, 0];
    const tolerance = own ?? Math.abs(one ?? 0) * part + more;
    const isRight = one !== null && other !== null && Math.abs(one - other) <= tolerance;
    compared.push({ figure, truth: one, shown: other, tolerance, isRight });
  };
  const spread = (name: string, one: Spread | null, other: Spread | null | undefined, hasMax = true) => {
    add(`average ${name}`, one?.mean ?? null, other?.mean);
    if (hasMax) add(`max ${name}`, one?.max ?? null, other?.max);
  };
  add('distance', truth.distance, summary?.distance);
  add('time', truth.duration, summary?.duration);
  const ends = 2 * (made.stands + made.losses) + 2;
  add('moving time', truth.moving, summary?.moving, 1 + ends * (ROLLING + 1 / made.rate));
  spread('speed', truth.speed, summary?.speed);
  add('climb', truth.ascent, summary?.ascent);
  add('descent', truth.descent, summary?.descent);
  spread('heart rate', truth.heartRate, summary?.heartRate);
  spread('power', truth.power, summary?.power);
  if (truth.normalisedPower !== null) add('normalised power', truth.normalisedPower, summary?.normalisedPower);
  spread('cadence', truth.cadence, summary?.cadence, false);
  spread('temperature', truth.temperature, summary?.temperature, false);
  add('begins', truth.begins, shown === null || shown.begins === null ? null : shown.begins * 1_000);
  add('laps', truth.laps.length, shown?.laps.length, 0);
  for (const [index, lap] of truth.laps.entries()) {
    const other = shown?.laps.length === truth.laps.length ? shown.laps[index]! : null;
    add('lap time', lap.seconds, other?.seconds);
    add('lap distance', lap.metres, other === null || Number.isNaN(other.metres) ? null : other.metres);
  }
  const beside = 2 + made.rows.length * MOST_BESIDE;
  const removed = shown?.removed ?? null;
  // A bad fix that stays is a miss, however few they are.
  const isKept = removed !== null && removed < truth.spikes;
  add('fixes taken out', truth.spikes, removed, isKept ? 0 : beside);
  return compared;
}
