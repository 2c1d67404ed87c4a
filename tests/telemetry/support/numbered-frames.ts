import { readFileSync } from 'node:fs';

/** A video that a browser plays, each frame of which shows its number. */
export const numberedFrames = new Uint8Array(readFileSync(new URL('./numbered-frames.mp4', import.meta.url)));
