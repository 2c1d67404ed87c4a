import type { Check, Finding } from '../check.ts';
import { shareOf, tenths, written } from '../figures.ts';
import { filmFor } from './film.ts';

const SECONDS = 10;
/** Of fewer a beat is not known. */
const LEAST_FRAMES = 60;
/** Off its beat by as much, a stamp makes the time of a crossing worse than the thumb's rival it is meant to be. */
const STEADY_MS = 5;
const USABLE_MS = 20;
const MOST_LOST = 0.02;
const LEAST_RATE = 24;
const SLOWEST_RATE = 12;

export interface StampedFrames {
  /** The same frames by each of the browser's stamps, in ms; a stamp that it has not is left out. */
  readonly stamps: Readonly<Record<string, readonly number[]>>;
  readonly lost: number;
  /** The stamps that the finish camera would use. */
  readonly way: string;
}

export const stamps: Check = {
  id: 'stamps',
  title: 'Frame times',
  about: `Films for ${SECONDS} seconds and looks at when each frame comes. Point the phone at something light.`,
  async run({ signal, progress }) {
    const { frames, report } = await filmFor(SECONDS, signal, progress);
    return judgeStamps({ stamps: frames, lost: report?.lost ?? 0, way: report?.way ?? '' });
  },
};

interface Steadiness {
  readonly interval: number;
  /** How far stamps lie from the camera's beat. */
  readonly p50: number;
  readonly p95: number;
}

/** A line through all stamps by the number of their beat: the finish camera's own clock lets late stamps stand as they are. */
export function unsteadyOf(series: readonly number[]): Steadiness {
  const steps = series.slice(1).map((stamp, index) => stamp - series[index]!);
  const usual = shareOf(steps, 0.5);
  let number = 0;
  const frames = series.map((stamp, index) => {
    if (index > 0) number += Math.max(1, Math.round(steps[index - 1]! / usual));
    return { number, stamp };
  });
  const mean = (read: (frame: (typeof frames)[number]) => number): number =>
    frames.reduce((sum, frame) => sum + read(frame), 0) / frames.length;
  const [middle, meanStamp] = [mean((frame) => frame.number), mean(({ stamp }) => stamp)];
  const interval =
    mean((frame) => (frame.number - middle) * (frame.stamp - meanStamp)) /
    mean((frame) => (frame.number - middle) ** 2);
  const off = frames.map((frame) => Math.abs(frame.stamp - meanStamp - interval * (frame.number - middle)));
  return { interval, p50: shareOf(off, 0.5), p95: shareOf(off, 0.95) };
}

export function judgeStamps({ stamps: all, lost, way }: StampedFrames): Finding {
  const measured = Object.entries(all).filter(([, series]) => series.length >= LEAST_FRAMES);
  const steadiest = measured
    .map(([name, series]) => ({ name, frames: series.length, ...unsteadyOf(series) }))
    .toSorted((one, other) => one.p95 - other.p95);
  const [best] = steadiest;
  if (best === undefined || !(best.interval > 0)) {
    return {
      verdict: 'absent',
      seen: 'Hardly any frames came.',
      means: 'The camera gives this page no film. Close other apps, or try another browser.',
      figures: { lost, way, frames: Math.max(0, ...Object.values(all).map(({ length }) => length)) },
    };
  }
  const rate = 1000 / best.interval;
  const lostShare = lost / (best.frames + lost);
  const figures = {
    rate: tenths(rate),
    frames: best.frames,
    lost,
    way,
    steadiest: best.name,
    ...Object.fromEntries(
      steadiest.flatMap(({ name, p50, p95 }) => [
        [`${name}P50Ms`, tenths(p50)],
        [`${name}P95Ms`, tenths(p95)],
      ]),
    ),
  };
  const used = steadiest.find(({ name }) => name === way) ?? best;
  const seen = `${written(rate)} frames a second, ${lost} of ${best.frames + lost} lost. Their times are steady to ${written(used.p95)} ms.`;
  if (rate >= LEAST_RATE && lostShare <= MOST_LOST && used.p95 <= STEADY_MS) {
    return {
      verdict: 'passed',
      seen,
      means: 'The camera keeps its beat, so times can lie between two frames.',
      figures,
    };
  }
  if (rate < SLOWEST_RATE || used.p95 > USABLE_MS) {
    return {
      verdict: 'weak',
      seen,
      means: 'Don’t rely on this camera: use it to see who came first, and take the times by hand.',
      figures,
    };
  }
  return {
    verdict: 'weak',
    seen,
    means:
      rate < LEAST_RATE
        ? 'That’s few frames. More light helps: many phones slow their camera down in the dark.'
        : 'The phone is busy or warm. Close other apps, and take it out of the sun.',
    figures,
  };
}
