import type { PictureFacts } from '../../src/protocol/picture-facts.ts';
import { pngOf } from './logo.ts';

export const factsAt = (at: number): PictureFacts =>
  ({ at, columns: [-33, 0, 33], line: [0.5, 0, 0.5, 1], frames: [at - 100, at, at + 100] }) as PictureFacts;

export const strip: Uint8Array = pngOf(40, 20);
