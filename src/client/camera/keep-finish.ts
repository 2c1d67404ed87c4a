import type { FrameRing } from './frame-ring.ts';
import type { KeptFinish } from './messages.ts';
import { SLIT_ROWS } from './read-frame.ts';
import type { StripStore } from './strip-store.ts';

/** Half the span of a strip piece: a rider with the road on each side. */
const HALF_MS = 1_500;
const QUALITY = 0.7;
/** Of the three pictures, the outer ones show who comes and who has gone. */
const BESIDE_MS = 200;
const PICTURE_WIDTH = 960;

/** The piece of the strip around a moment, and the pictures before it, at it and after it, as files. */
export async function keepFinish(strip: StripStore, ring: FrameRing, at: number): Promise<KeptFinish> {
  const pictures: { blob: Blob; at: number }[] = [];
  for (const moment of [at - BESIDE_MS, at, at + BESIDE_MS]) {
    const found = await ring.pictureAt(moment);
    if (found === null) continue;
    // At a low rate the same frame is the nearest to two moments.
    if (pictures.every((each) => each.at !== found.at)) {
      pictures.push({ blob: await toJpeg(found.bitmap), at: found.at });
    }
    found.bitmap.close();
  }
  return { strip: await cutStrip(strip, at), pictures };
}

/** One pixel a column: what a cursor needs to be put on it again. */
async function cutStrip(strip: StripStore, at: number): Promise<KeptFinish['strip']> {
  const [first, last] = [strip.nearest(at - HALF_MS), strip.nearest(at + HALF_MS)];
  if (first < 0) return null;
  const columns = Array.from({ length: last - first + 1 }, (_, index) => strip.column(first + index).at);
  const canvas = new OffscreenCanvas(columns.length, SLIT_ROWS);
  const context = canvas.getContext('2d', { alpha: false })!;
  const image = context.createImageData(columns.length, SLIT_ROWS);
  const pixels = new Uint32Array(image.data.buffer);
  for (let x = 0; x < columns.length; x += 1) strip.copyPixels(first + x, pixels, x, columns.length);
  context.putImageData(image, 0, 0);
  return { blob: await canvas.convertToBlob({ type: 'image/png' }), columns };
}

function toJpeg(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, PICTURE_WIDTH / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  canvas.getContext('2d', { alpha: false })!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
