import { centisecondsOf } from '../../../domain/timing/format.ts';
import { type DurationMs, durationMs } from '../../../domain/units.ts';

export interface DemoRacer {
  readonly bib: number;
  readonly name: string;
  /** Start on the demo's own clock; negative for racers who started before the visitor came. */
  readonly setsOffAt: number;
  readonly duration: DurationMs;
}

export interface Finisher {
  readonly racer: DemoRacer;
  readonly rank: number;
  readonly behindFirst: DurationMs;
}

export interface OnCourse {
  readonly racer: DemoRacer;
  /** The best rank still in reach, and the time that reaches it; null once every time on the board has been passed. */
  readonly target: { readonly rank: number; readonly time: DurationMs } | null;
}

export interface RaceState {
  readonly finished: readonly Finisher[];
  readonly onCourse: readonly OnCourse[];
}

export const finishOf = (racer: DemoRacer): number => racer.setsOffAt + racer.duration;
const shownTime = (racer: DemoRacer): number => centisecondsOf(racer.duration);

/** Ranks by the shown times: two times that read the same share their rank, and the next rank is left out. */
function rank(racers: readonly DemoRacer[]): Finisher[] {
  const ordered = racers.toSorted((a, b) => a.duration - b.duration || a.bib - b.bib);
  return ordered.map((racer) => ({
    racer,
    rank: 1 + ordered.filter((other) => shownTime(other) < shownTime(racer)).length,
    behindFirst: durationMs((shownTime(racer) - shownTime(ordered[0] ?? racer)) * 10),
  }));
}

export function raceAt(racers: readonly DemoRacer[], time: number): RaceState {
  const finished = rank(racers.filter((racer) => finishOf(racer) <= time));
  const onCourse = racers
    .filter((racer) => racer.setsOffAt <= time && time < finishOf(racer))
    .toSorted((a, b) => a.setsOffAt - b.setsOffAt)
    .map((racer) => {
      const shown = centisecondsOf(durationMs(time - racer.setsOffAt));
      const next = finished.find((finisher) => shown <= shownTime(finisher.racer));
      return { racer, target: next ? { rank: next.rank, time: next.racer.duration } : null };
    });
  return { finished, onCourse };
}

/** Every moment at which `raceAt` changes, ascending. Between two of them only the clocks run. */
export function changesOf(racers: readonly DemoRacer[]): readonly number[] {
  const moments = racers.flatMap((racer) => [
    racer.setsOffAt,
    finishOf(racer),
    ...racers.map((other) => racer.setsOffAt + (shownTime(other) + 1) * 10),
  ]);
  return [...new Set(moments)].toSorted((a, b) => a - b);
}

export function lastChange(changes: readonly number[], time: number): number {
  return changes.findLast((moment) => moment <= time) ?? time;
}

/** A racer who finishes at `finishesAt` on the demo's clock, after `minutes:seconds` on course. */
function racer(bib: number, name: string, finishesAt: number, minutes: number, seconds: number): DemoRacer {
  const duration = durationMs(Math.round((minutes * 60 + seconds) * 1000));
  return { bib, name, duration, setsOffAt: finishesAt - duration };
}

export const DEMO_RACERS: readonly DemoRacer[] = [
  racer(11, 'Gus Marlowe', -80_000, 13, 20.384),
  racer(12, 'Farah Haddad', -48_000, 12, 44.026),
  racer(13, 'Eli Brandt', -25_000, 12, 31.481),
  racer(14, 'Chioma Okafor-Lindqvist', 5_000, 12, 58.617),
  racer(15, 'Dana Petrov', 14_000, 12, 51.172),
  racer(16, 'Bo Quick', 24_000, 12, 44.021),
  racer(17, 'Ada Swift', 34_000, 12, 30.653),
];

/** The visitor arrives with two racers still on course, so that something happens within seconds. */
export const DEMO_OPENS_AT = 20_500;
/** The race is repeated after this time. */
export const DEMO_LENGTH = 44_000;
