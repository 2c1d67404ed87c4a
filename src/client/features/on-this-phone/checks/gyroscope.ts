import { calibrate, type Calibration, LEAST_CORRELATION } from '../../../../domain/camera/calibrate.ts';
import { GYROSCOPE_MS } from '../../../../domain/camera/uncertainty.ts';
import { listenToMotion, type Motion, turnsOf } from '../../../camera/motion.ts';
import type { Check, Finding } from '../check.ts';
import { tenths } from '../figures.ts';
import { filmFor } from './film.ts';

const SECONDS = 4;

export const gyroscope: Check = {
  id: 'gyroscope',
  title: 'Camera delay',
  about: `Hold the phone upright at something with a pattern, such as a hedge or a shelf. Press the button and twist the phone left and right for ${SECONDS} seconds.`,
  async run({ signal, progress }) {
    const motions: Motion[] = [];
    await listenToMotion((motion) => motions.push(motion), signal);
    const { shifts } = await filmFor(SECONDS, signal, progress, true);
    return judgeTwist(calibrate(shifts, turnsOf(motions)), shifts.length, motions.length);
  },
};

export function judgeTwist(found: Calibration | undefined, frames: number, turns: number): Finding {
  const counts = { frames, turns };
  if (turns === 0) {
    return {
      verdict: 'absent',
      seen: 'No gyroscope answered.',
      means: 'Times of this camera are uncertain by 50 ms, because nobody knows how late it is.',
      figures: counts,
    };
  }
  if (found === undefined || found.correlation < LEAST_CORRELATION) {
    return {
      verdict: 'weak',
      seen: 'The picture and the gyroscope don’t agree.',
      means: 'Twist faster, at something with more pattern and in more light, and start again.',
      figures: { ...counts, correlation: found === undefined ? 0 : Math.round(found.correlation * 1000) / 1000 },
    };
  }
  const lagMs = tenths(found.lag);
  return {
    verdict: 'passed',
    seen: `The camera is ${Math.round(lagMs)} ms late.`,
    means: `The finish camera takes that off its times. The gyroscope itself may be late by ±${GYROSCOPE_MS} ms.`,
    figures: { ...counts, lagMs, correlation: Math.round(found.correlation * 1000) / 1000 },
  };
}
