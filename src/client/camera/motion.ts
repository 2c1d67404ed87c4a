import type { Turn } from '../../domain/camera/calibrate.ts';

/** How fast the phone turns about each of its axes. */
export interface Motion {
  readonly at: number;
  readonly rates: readonly [number, number, number];
}

/** Listens to the gyroscope until the check is over. An iPhone asks first, and only right after a press. */
export async function listenToMotion(hear: (motion: Motion) => void, signal: AbortSignal): Promise<void> {
  const { DeviceMotionEvent: Motions } = globalThis as {
    DeviceMotionEvent?: { requestPermission?: () => Promise<PermissionState> };
  };
  if ((await Motions?.requestPermission?.()) === 'denied') throw new DOMException('', 'NotAllowedError');
  addEventListener(
    'devicemotion',
    ({ rotationRate, timeStamp }) => {
      const { alpha, beta, gamma } = rotationRate ?? {};
      if (alpha == null || beta == null || gamma == null) return;
      hear({ at: timeStamp, rates: [alpha, beta, gamma] });
    },
    { signal },
  );
}

/** Turns about the axis that was twisted: browsers do not agree on the names of the axes. */
export function turnsOf(motions: readonly Motion[]): Turn[] {
  const spent = (axis: 0 | 1 | 2) => motions.reduce((sum, { rates }) => sum + rates[axis] ** 2, 0);
  const [first, ...others] = [0, 1, 2] as const;
  const twisted = others.reduce<0 | 1 | 2>((most, axis) => (spent(axis) > spent(most) ? axis : most), first);
  return motions.map(({ at, rates }) => ({ at, rate: rates[twisted] }));
}
