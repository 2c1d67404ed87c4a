/** Pictures of a finish are kept for as long as their event, and for this long at most: on the device and on the server. */
export const PICTURES_KEPT_MS = 30 * 24 * 3_600_000;
export const FRAMES_OF_A_FINISH = 3;
/** Columns of a strip: eight seconds at 60 frames a second. */
export const MAX_STRIP_COLUMNS = 480;
/** The largest picture, as much as one statement writes: a frame of 1280 by 720 takes a quarter of it as a JPEG. */
export const MAX_PICTURE_BYTES = 512 * 1024;
/** Most finishes of one event with pictures on the server. */
export const MAX_PICTURED_FINISHES = 1_000;
export const MAX_FACTS_BYTES = 16 * 1024;

export const picturePaths = {
  all: '/api/events/:eventId/pictures',
  finish: '/api/events/:eventId/pictures/:tapId',
  part: '/api/events/:eventId/pictures/:tapId/:part',
} as const;

/** Part 0 is the strip, the others are the frames. */
export const picturePath = (eventId: string, tapId?: string, part?: number | string): string =>
  (tapId === undefined ? picturePaths.all : part === undefined ? picturePaths.finish : picturePaths.part)
    .replace(':eventId', eventId)
    .replace(':tapId', tapId ?? '')
    .replace(':part', String(part));

/** A finish with pictures on the server, in a list. */
interface ListedFinish {
  readonly tapId: string;
  readonly racerId: string | null;
  readonly bytes: number;
}

export interface ListedFinishes {
  readonly finishes: readonly ListedFinish[];
  /** For timekeepers: racers of the event whom their owner has deleted. Phones drop what they hold of them. */
  readonly deletedRacers?: readonly string[];
}
