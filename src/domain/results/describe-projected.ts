import { word } from '../language.ts';
import type { Projected } from './projected.ts';

/** 'likely #3', or '#3 if in now' where nothing is known of the racer's pace. */
export function describeProjected({ rank, isByPace }: Projected): string {
  return isByPace ? `${word('likely')} #${rank}` : `#${rank} if in now`;
}
