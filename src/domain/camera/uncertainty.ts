/**
 * The time of a cursor on the first frame that shows somebody at the line. They crossed after the light for the frame before was
 * caught and before the light for this one was: the middle is wrong by half an interval at most.
 */
export const cursorTime = (frame: number, { interval, exposure }: Pick<CameraState, 'interval' | 'exposure'>): number =>
  frame + exposure / 2 - interval / 2;

/** What is known of the camera that made a time. */
export interface CameraState {
  readonly interval: number;
  /** Time for which a frame is open to light; up to the interval where the camera does not say. */
  readonly exposure: number;
  readonly unsteady: number;
  readonly isCalibrated: boolean;
  readonly isBadWeather: boolean;
  /** Whether a person put the cursor on the strip; a candidate's time lies between the frames. */
  readonly how: 'cursor' | 'candidate';
}

/** Measured by films of twisted phones, plus what the gyroscope itself may be late by, which nothing here can see. */
const CALIBRATED_MS = 5;
export const GYROSCOPE_MS = 10;
/** Cameras differ by so much in how late they stamp a frame. */
const UNCALIBRATED_MS = 50;
/** A candidate's own error on plain films, half of the span in which nineteen of twenty lie. */
const CANDIDATE_MS = 5;
/**
 * In rain the wheel's rim is taken out with the drops, and the body is what is timed: nineteen of twenty candidates lie within
 * this on films of light rain. A cursor is put on the strip as it was filmed.
 */
const BAD_WEATHER_MS = 105;

/** ± in ms: how far a time of this camera may be from the moment at which the line was crossed. */
export function cameraUncertainty({
  interval,
  exposure,
  unsteady,
  isCalibrated,
  isBadWeather,
  how,
}: CameraState): number {
  const evenly = (width: number): number => width ** 2 / 12;
  const random = Math.sqrt(
    (how === 'cursor' ? evenly(interval) : (isBadWeather ? BAD_WEATHER_MS : CANDIDATE_MS) ** 2) +
      evenly(exposure) +
      unsteady ** 2,
  );
  const steady = isCalibrated ? CALIBRATED_MS + GYROSCOPE_MS : UNCALIBRATED_MS;
  return Math.ceil(random + steady);
}
