/** Chapters of one recording lie end to end. */

/** Sums of rounded times miss the beginning of a frame by less than this. */
const EDGE_FRAMES = 0.005;

/** The start of each chapter on the timeline of the whole, and the end of the last one. */
export function startsOf(durations: readonly number[]): readonly number[] {
  const starts = [0];
  for (const duration of durations) starts.push(starts.at(-1)! + duration);
  return starts;
}

/** The chapter that shows this moment. Before the beginning it is the first, past the end the last. */
function chapterAt(starts: readonly number[], time: number): number {
  const last = starts.length - 2;
  for (let index = 0; index < last; index += 1) if (time < starts[index + 1]!) return index;
  return Math.max(0, last);
}

export interface Moment {
  readonly chapter: number;
  /** Seconds since the chapter's beginning. */
  readonly at: number;
}

export function momentAt(starts: readonly number[], time: number): Moment {
  const chapter = chapterAt(starts, time);
  const length = starts[chapter + 1]! - starts[chapter]!;
  return { chapter, at: Math.min(length, Math.max(0, time - starts[chapter]!)) };
}

/**
 * The moment so many frames on. It is the middle of the frame: a moment on its edge is rounded to either side, and a
 * step would now and then show the same picture again.
 */
export function stepFrames(starts: readonly number[], shown: number, frames: number, framesPerSecond: number): number {
  // A shown frame is known by its beginning; the hundredth of a frame keeps a rounded time in its chapter.
  const { chapter, at } = momentAt(starts, shown + 0.01 / framesPerSecond);
  const frame = Math.floor(at * framesPerSecond + 0.02) + frames;
  const middle = (frame + 0.5) / framesPerSecond;
  const length = starts[chapter + 1]! - starts[chapter]!;
  if (middle < 0) {
    const before = starts[chapter]! + middle;
    return chapter === 0 ? 0 : before;
  }
  if (middle < length) return starts[chapter]! + middle;
  const end = starts.at(-1)!;
  return chapter === starts.length - 2
    ? Math.max(0, end - 0.5 / framesPerSecond)
    : starts[chapter + 1]! + Math.max(0.5 / framesPerSecond, middle - length);
}

export function beginningOfFrame(at: number, framesPerSecond: number): number {
  return Math.floor(at * framesPerSecond + EDGE_FRAMES) / framesPerSecond;
}

/** The middle of the frame that shows a moment: at its edge a browser may show the one before. */
export function middleOfFrame(at: number, framesPerSecond: number): number {
  return beginningOfFrame(at, framesPerSecond) + 0.5 / framesPerSecond;
}
