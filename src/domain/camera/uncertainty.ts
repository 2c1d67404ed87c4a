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
  /** The picture is grainy, as at dusk. */
  readonly isNoisy: boolean;
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
const BAD_WEATHER_MS = 116;

/** At dusk bodies are seen in place of wheels: nineteen of twenty lie within this on films of it, by the worse of two runs. */
const NOISY_MS = { candidate: 92, cursor: 132 } as const;

/** ± in ms: how far a time of this camera may be from the moment at which the line was crossed. */
export function cameraUncertainty(camera: CameraState): number {
  const { exposure, unsteady, isCalibrated } = camera;
  const random = Math.sqrt(ofHow(camera) ** 2 + exposure ** 2 / 12 + unsteady ** 2);
  const steady = isCalibrated ? CALIBRATED_MS + GYROSCOPE_MS : UNCALIBRATED_MS;
  return Math.ceil(random + steady);
}

function ofHow({ how, interval, isBadWeather, isNoisy }: CameraState): number {
  if (how === 'cursor') return isNoisy ? NOISY_MS.cursor : interval / Math.sqrt(12);
  return Math.max(CANDIDATE_MS, isNoisy ? NOISY_MS.candidate : 0, isBadWeather ? BAD_WEATHER_MS : 0);
}
