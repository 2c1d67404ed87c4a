import { calibrate, LEAST_CORRELATION, type Shift } from '../../../domain/camera/calibrate.ts';
import { listenToMotion, type Motion, turnsOf } from '../../camera/motion.ts';

export type TwistResult =
  | { readonly kind: 'found'; readonly lag: number }
  /** The picture and the gyroscope do not agree, or too little moved. */
  | { readonly kind: 'again' }
  | { readonly kind: 'no-gyroscope' }
  | { readonly kind: 'refused' };

const TWIST_MS = 4_000;
/** A device that has told nothing by then has nothing to tell. */
const LEAST_TURNS = 20;

export interface TwistParts {
  /** Hears how far the picture moved from frame to frame; the answer ends it. */
  readonly onShifts: (hear: (shift: Shift) => void) => () => void;
  readonly signal: AbortSignal;
}

/** Listens for four seconds to the picture and to the gyroscope while the phone is twisted left and right. */
export async function measureTwist({ onShifts, signal }: TwistParts): Promise<TwistResult> {
  const motions: Motion[] = [];
  const shifts: Shift[] = [];
  const isOver = new AbortController();
  try {
    await listenToMotion((motion) => motions.push(motion), isOver.signal);
  } catch {
    return { kind: 'refused' };
  }
  const end = onShifts((shift) => shifts.push(shift));
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, TWIST_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  isOver.abort();
  end();
  return judgeTwist(shifts, motions);
}

export function judgeTwist(shifts: readonly Shift[], motions: readonly Motion[]): TwistResult {
  if (motions.length < LEAST_TURNS) return { kind: 'no-gyroscope' };
  const found = calibrate(shifts, turnsOf(motions));
  return found === undefined || found.correlation < LEAST_CORRELATION
    ? { kind: 'again' }
    : { kind: 'found', lag: found.lag };
}
