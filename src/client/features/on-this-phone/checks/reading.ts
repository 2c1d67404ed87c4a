import type { Check, Finding } from '../check.ts';
import { tenths, written } from '../figures.ts';
import { filmFor } from './film.ts';

const SECONDS = 4;
/** Share of the time between two frames that reading one may take: the rest is for looking at it. */
const MOST_SHARE = 0.25;

export interface Reading {
  readonly p50: number;
  readonly p95: number;
  readonly interval: number;
  /** From which of the browser's doors frames come, and whether their pixels can be copied without drawing them. */
  readonly door: string;
  readonly isCopied: boolean;
}

export const reading: Check = {
  id: 'reading',
  title: 'Reading a frame',
  about: `Films for ${SECONDS} seconds and measures how long the phone takes to read the strip at the line.`,
  async run({ signal, progress }) {
    const { report } = await filmFor(SECONDS, signal, progress);
    return judgeReading(
      report && {
        p50: report.cost,
        p95: report.slowCost,
        interval: report.interval ?? 0,
        door: report.door,
        isCopied: report.isCopied,
      },
    );
  },
};

export function judgeReading(found: Reading | undefined): Finding {
  if (found === undefined || found.interval <= 0) {
    return {
      verdict: 'absent',
      seen: 'No frame could be read.',
      means: 'The finish camera doesn’t run in this browser. Try another one.',
      figures: { door: found?.door ?? 'none' },
    };
  }
  const { p50, p95, interval, door, isCopied } = found;
  const figures = { readP50Ms: tenths(p50), readP95Ms: tenths(p95), intervalMs: tenths(interval), door, isCopied };
  const seen = `${written(p50)} ms for a frame, now and then ${written(p95)} ms. The next one comes after ${written(interval)} ms.`;
  if (p95 <= interval * MOST_SHARE) {
    return { verdict: 'passed', seen, means: 'The phone reads every frame and has time left.', figures };
  }
  if (p50 <= interval) {
    return {
      verdict: 'weak',
      seen,
      means: 'The phone keeps up, but gets warm. Charge it, keep it in the shade and close other apps.',
      figures,
    };
  }
  return {
    verdict: 'weak',
    seen,
    means: 'The phone can’t keep up, and frames get lost. Try another browser or phone.',
    figures,
  };
}
