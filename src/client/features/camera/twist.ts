import {
  type Calibration,
  calibrate,
  LEAST_CORRELATION,
  type Shift,
  type Turn,
} from '../../../domain/camera/calibrate.ts';

export type TwistResult =
  | { readonly kind: 'found'; readonly lag: number }
  /** The picture and the gyroscope do not agree, or too little moved. */
  | { readonly kind: 'again' }
  | { readonly kind: 'no-gyroscope' }
  | { readonly kind: 'refused' };

const AXES = ['alpha', 'beta', 'gamma'] as const;
const TWIST_MS = 4_000;
/** A device that has told nothing by then has nothing to tell. */
const LEAST_TURNS = 20;

interface MotionPermission {
  requestPermission?: () => Promise<'granted' | 'denied'>;
}

/** iPhones ask, and only while a finger is on a button. */
async function mayReadMotion(): Promise<boolean> {
  if (typeof DeviceMotionEvent === 'undefined') return true;
  const { requestPermission } = DeviceMotionEvent as unknown as MotionPermission;
  if (requestPermission === undefined) return true;
  return (await requestPermission.call(DeviceMotionEvent).catch(() => 'denied')) === 'granted';
}

export interface TwistParts {
  /** Hears how far the picture moved from frame to frame; the answer ends it. */
  readonly onShifts: (hear: (shift: Shift) => void) => () => void;
  readonly signal: AbortSignal;
}

/** Listens for four seconds to the picture and to the gyroscope while the phone is twisted left and right. */
export async function measureTwist({ onShifts, signal }: TwistParts): Promise<TwistResult> {
  if (!(await mayReadMotion())) return { kind: 'refused' };
  const shifts: Shift[] = [];
  const axes: Record<(typeof AXES)[number], Turn[]> = { alpha: [], beta: [], gamma: [] };
  const end = onShifts((shift) => shifts.push(shift));
  const hear = ({ rotationRate, timeStamp }: DeviceMotionEvent): void => {
    for (const axis of AXES) {
      const rate = rotationRate?.[axis] ?? null;
      if (rate !== null) axes[axis].push({ at: timeStamp, rate });
    }
  };
  addEventListener('devicemotion', hear);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, TWIST_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  removeEventListener('devicemotion', hear);
  end();
  return judgeTwist(shifts, Object.values(axes));
}

/** The axis that turned most is the one that moved the picture sideways: browsers name the axes differently. */
export function judgeTwist(shifts: readonly Shift[], axes: readonly (readonly Turn[])[]): TwistResult {
  const [turns = []] = axes.toSorted((one, other) => strengthOf(other) - strengthOf(one));
  if (turns.length < LEAST_TURNS) return { kind: 'no-gyroscope' };
  const found: Calibration | undefined = calibrate(shifts, turns);
  return found === undefined || found.correlation < LEAST_CORRELATION
    ? { kind: 'again' }
    : { kind: 'found', lag: found.lag };
}

const strengthOf = (turns: readonly Turn[]): number => turns.reduce((sum, { rate }) => sum + rate * rate, 0);
