/** Frames over which the camera's beat is taken. */
const WINDOW_MS = 2_500;
const LEAST_FRAMES = 8;
/** Share of the interval by which a stamp may miss the beat; one further off belongs to a camera that changed its rate. */
const MOST_OFF = 0.4;

interface Frame {
  /** The straightened moment, on the clock of the stamps. */
  readonly at: number;
  /** Frames that never arrived before this one. */
  readonly lost: number;
}

/** What a camera does, which people are shown all the time. */
interface FrameRate {
  /** Median time between two frames, in ms; undefined before there are enough. */
  readonly interval: number | undefined;
  /** How far stamps lie from their beat: the middle of the distances, in ms. */
  readonly unsteady: number;
}

export interface FrameClock {
  next(stamp: number): Frame;
  rate(): FrameRate;
}

interface Numbered {
  readonly number: number;
  readonly stamp: number;
}

/**
 * Straightens the stamps of frames. A camera exposes by a beat, and browsers stamp what arrives: a queue that was full for a moment
 * makes a frame late, and its rider too. A line through the last seconds is steadier than each stamp.
 */
export function createFrameClock(): FrameClock {
  let stamps: number[] = [];
  let interval: number | undefined;
  let unsteady = 0;

  return {
    next(stamp) {
      stamps = [...stamps.filter((each) => stamp - each <= WINDOW_MS), stamp];
      if (stamps.length < LEAST_FRAMES) return { at: stamp, lost: 0 };
      const steps = stamps.slice(1).map((each, index) => each - stamps[index]!);
      interval = middleOf(steps);
      const frames = numberFrames(stamps, interval);
      const lost = frames.at(-1)!.number - frames.at(-2)!.number - 1;
      const line = fit(frames);
      unsteady = middleOf(frames.map((frame) => Math.abs(frame.stamp - line(frame.number))));
      const at = line(frames.at(-1)!.number);
      return { at: Math.abs(at - stamp) <= MOST_OFF * interval ? at : stamp, lost };
    },
    rate: () => ({ interval, unsteady }),
  };
}

/** Counts beats, those of frames that never arrived too. */
function numberFrames(stamps: readonly number[], interval: number): Numbered[] {
  let number = 0;
  return stamps.map((stamp, index) => {
    if (index > 0) number += Math.max(1, Math.round((stamp - stamps[index - 1]!) / interval));
    return { number, stamp };
  });
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!;

function fit(frames: readonly Numbered[]): (number: number) => number {
  const meanNumber = frames.reduce((sum, { number }) => sum + number, 0) / frames.length;
  const meanStamp = frames.reduce((sum, { stamp }) => sum + stamp, 0) / frames.length;
  let together = 0;
  let spread = 0;
  for (const { number, stamp } of frames) {
    together += (number - meanNumber) * (stamp - meanStamp);
    spread += (number - meanNumber) ** 2;
  }
  const slope = together / spread;
  return (number) => meanStamp + slope * (number - meanNumber);
}
