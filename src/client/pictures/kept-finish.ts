import type { EpochMs } from '../../domain/units.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { FRAMES_OF_A_FINISH, MAX_PICTURE_BYTES, MAX_STRIP_COLUMNS } from '../../protocol/pictures.ts';

/** What is needed to put a cursor on the strip again, and to draw the line into the frames. */
interface StripFacts {
  /** Moment of each column, in ms after `at`, from left to right. */
  readonly columns: readonly number[];
  /** Two points of the line in a frame, x1 y1 x2 y2, as shares of its width and height. */
  readonly line: readonly [number, number, number, number];
}

/** What a finish camera saw of one finish. */
export interface FinishPictures extends StripFacts {
  readonly eventId: string;
  /** The id of the command that recorded the finish, and of its tap. */
  readonly tapId: string;
  /** Whose finish it is, where that is known already. The event says it later. */
  readonly racerId: string | null;
  /** The time that was taken, on the common clock. */
  readonly at: EpochMs;
  /** One column a frame, time to the right. JPEG, PNG or WebP, as the frames. */
  readonly strip: Blob;
  readonly frames: readonly { readonly at: EpochMs; readonly picture: Blob }[];
}

/** `here`: on this device alone. `waiting`: to be sent to the organiser. `sent`: the server has all of it. */
type Sharing = 'here' | 'waiting' | 'sent';

/** A finish as it is listed, without its pictures. */
export interface KeptFinish extends StripFacts {
  readonly eventId: string;
  readonly tapId: string;
  readonly racerId: string | null;
  readonly at: EpochMs;
  readonly frames: readonly EpochMs[];
  readonly bytes: number;
  /** By this device's clock. */
  readonly keptAt: number;
  readonly sharing: Sharing;
  /** Why the server will not have it. */
  readonly refusal?: ErrorCode;
}

/** The strip first, then the frames. */
export interface KeptPicture {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** `full`: nothing can be dropped to make room. `unfit`: no camera gives such pictures. `unavailable`: this browser keeps nothing. */
export type KeepProblem = 'full' | 'unfit' | 'unavailable';

export const keepProblems: Readonly<Record<KeepProblem, string>> = {
  full: 'This phone holds no more pictures. The time is safe. Share or delete older photo finishes to make room.',
  unfit: 'The pictures of this finish couldn’t be kept. The time is safe.',
  unavailable: 'This browser keeps no pictures. The time is safe.',
};

export const isFit = ({ strip, frames, columns }: FinishPictures): boolean =>
  frames.length <= FRAMES_OF_A_FINISH &&
  columns.length > 0 &&
  columns.length <= MAX_STRIP_COLUMNS &&
  [strip, ...frames.map(({ picture }) => picture)].every(({ size }) => size > 0 && size <= MAX_PICTURE_BYTES);
