import * as z from 'zod/mini';
import { momentOnClock } from './commands.ts';
import { FRAMES_OF_A_FINISH, MAX_STRIP_COLUMNS } from './pictures.ts';

const MAX_OFFSET_MS = 60_000;
const share = z.number().check(z.gte(0), z.lte(1));

/** What is needed to put a cursor on the strip of a finish again, and to draw the line into its frames. */
export const pictureFacts = z.object({
  /** The time that was taken, on the common clock. */
  at: momentOnClock,
  /** Moment of each column of the strip, in ms after `at`. */
  columns: z
    .array(z.number().check(z.gte(-MAX_OFFSET_MS), z.lte(MAX_OFFSET_MS)))
    .check(z.minLength(1), z.maxLength(MAX_STRIP_COLUMNS)),
  /** Two points of the line in a frame, x1 y1 x2 y2, as shares of its width and height. */
  line: z.tuple([share, share, share, share]),
  /** Moments of the frames. */
  frames: z.array(momentOnClock).check(z.maxLength(FRAMES_OF_A_FINISH)),
});
export type PictureFacts = z.infer<typeof pictureFacts>;

/** Answer about one finish. Part 0 is the strip, the others are the frames. */
export interface SharedFinish {
  readonly facts: PictureFacts;
  /** Parts that the server has. */
  readonly parts: readonly number[];
}
