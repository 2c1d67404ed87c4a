/** Pictures of a finish are kept for as long as their event, and for this long at most: on the device and on the server. */
export const PICTURES_KEPT_MS = 30 * 24 * 3_600_000;
export const FRAMES_OF_A_FINISH = 3;
/** Columns of a strip: eight seconds at 60 frames a second. */
export const MAX_STRIP_COLUMNS = 480;
/** The largest picture, as much as one statement writes: a frame of 1280 by 720 takes a quarter of it as a JPEG. */
export const MAX_PICTURE_BYTES = 512 * 1024;
