import { type Crop, cropAround, type Luma, readStrip } from '../../domain/camera/strip.ts';
import { type Orientation, orientationOf } from './media-types.ts';

/** Rows of a strip's column: as many as a phone shows. */
export const SLIT_ROWS = 480;

/** Means of columns over a band in the middle of the picture: how far a picture moved sideways is read from it. */
const PROFILE_COLUMNS = 320;
const BAND_ROWS = 64;

interface ReadFrame {
  /** Brightness around the line, cell by cell. */
  readonly cells: Uint8Array;
  /** The picture's column at the line as opaque pixels from top to bottom. */
  readonly slit: Uint32Array;
  /** Out of the frame's memory, without drawing it first. */
  readonly isCopied: boolean;
}

export interface FrameReader {
  read(frame: VideoFrame | ImageBitmap, line: number): Promise<ReadFrame>;
  readProfile(frame: VideoFrame | ImageBitmap): Promise<Float32Array>;
}

/** Buffers are kept from frame to frame: what is read is valid until the next reading. */
export function createFrameReader(): FrameReader {
  const slit = new Uint32Array(SLIT_ROWS);
  let cells: Uint8Array<ArrayBuffer> | undefined;
  let buffer = new Uint8Array(0);
  let canvas: OffscreenCanvasRenderingContext2D | undefined;

  /** The crop's planes; undefined where the frame is not readable this way: opaque, another format, odd sides. */
  async function copy(frame: VideoFrame | ImageBitmap, crop: Crop): Promise<Planes | undefined> {
    if (!('copyTo' in frame)) return undefined;
    const { format, visibleRect, displayWidth, displayHeight } = frame;
    if ((format !== 'I420' && format !== 'NV12') || visibleRect === null) return undefined;
    const orientation = orientationOf(frame);
    const isLying = orientation.rotation % 180 !== 0;
    const [width, height] = isLying ? [displayHeight, displayWidth] : [displayWidth, displayHeight];
    if (visibleRect.width !== width || visibleRect.height !== height || width % 2 !== 0 || height % 2 !== 0) {
      return undefined;
    }
    const rect = turnCrop(crop, displayWidth, displayHeight, orientation);
    const options = { rect: { ...rect, x: rect.x + visibleRect.x, y: rect.y + visibleRect.y } };
    const size = frame.allocationSize(options);
    if (buffer.length < size) buffer = new Uint8Array(size);
    const [y, u, v] = await frame.copyTo(buffer, options);
    const half = { width: crop.width / 2, height: crop.height / 2 };
    const colour = format === 'NV12' ? 2 : 1;
    const second = format === 'NV12' ? { offset: u!.offset + 1, stride: u!.stride } : v!;
    return {
      luma: { bytes: buffer, ...walk(y!, 1, crop, orientation), width: crop.width, height: crop.height },
      u: walk(u!, colour, half, orientation),
      v: walk(second, colour, half, orientation),
    };
  }

  function draw(frame: VideoFrame | ImageBitmap, crop: Crop, width: number, height: number): Uint8ClampedArray {
    canvas ??= new OffscreenCanvas(DRAWN_WIDTH, SLIT_ROWS).getContext('2d', { willReadFrequently: true })!;
    canvas.drawImage(frame, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
    return canvas.getImageData(0, 0, width, height).data;
  }

  return {
    async read(frame, line) {
      const { width, height } = sizeOf(frame);
      const crop = cropAround(line, width, height);
      const at = Math.min(crop.width - 1, Math.max(0, Math.round(line * width) - crop.x));
      const planes = await copy(frame, crop);
      if (planes !== undefined) {
        cells = readStrip(planes.luma, cells);
        readSlit(planes, at, slit);
        return { cells, slit, isCopied: true };
      }
      const pixels = draw(frame, crop, STRIP_WIDTH, SLIT_ROWS);
      const luma = lumaOf(pixels);
      cells = readStrip({ bytes: luma, offset: 0, stride: STRIP_WIDTH, width: STRIP_WIDTH, height: SLIT_ROWS }, cells);
      const column = new Uint32Array(draw(frame, { ...crop, x: crop.x + at, width: 1 }, 1, SLIT_ROWS).buffer);
      slit.set(column);
      return { cells, slit, isCopied: false };
    },
    async readProfile(frame) {
      const { width, height } = sizeOf(frame);
      const rows = Math.min(BAND_ROWS, 2 * Math.floor(height / 2));
      const crop = { x: 0, y: 2 * Math.floor((height - rows) / 4), width: 2 * Math.floor(width / 2), height: rows };
      const planes = await copy(frame, crop);
      if (planes !== undefined) return profileOf(planes.luma);
      const bytes = lumaOf(draw(frame, crop, PROFILE_COLUMNS, 16));
      return profileOf({ bytes, offset: 0, stride: PROFILE_COLUMNS, width: PROFILE_COLUMNS, height: 16 });
    },
  };
}

/** Width of the crop where it is drawn in place of copied: four pixels for a cell. */
const STRIP_WIDTH = 128;
const DRAWN_WIDTH = PROFILE_COLUMNS;

interface Walk {
  readonly offset: number;
  readonly step: number;
  readonly stride: number;
}

interface Planes {
  readonly luma: Luma;
  readonly u: Walk;
  readonly v: Walk;
}

export function sizeOf(frame: VideoFrame | ImageBitmap): { readonly width: number; readonly height: number } {
  return 'displayWidth' in frame
    ? { width: frame.displayWidth, height: frame.displayHeight }
    : { width: frame.width, height: frame.height };
}

/** The part of the memory that shows the crop. */
function turnCrop(crop: Crop, width: number, height: number, { rotation, flip }: Orientation): Crop {
  const x = flip ? width - crop.x - crop.width : crop.x;
  const { y } = crop;
  switch (rotation) {
    case 90:
      return { x: y, y: width - x - crop.width, width: crop.height, height: crop.width };
    case 180:
      return { x: width - x - crop.width, y: height - y - crop.height, width: crop.width, height: crop.height };
    case 270:
      return { x: height - y - crop.height, y: x, width: crop.height, height: crop.width };
    default:
      return { ...crop, x };
  }
}

/** How to walk over copied pixels in the order in which they are seen: `step` to the right, `stride` down. */
function walk(
  { offset, stride }: PlaneLayout,
  pixel: number,
  { width, height }: Pick<Crop, 'width' | 'height'>,
  { rotation, flip }: Orientation,
): Walk {
  const upright = ((): Walk => {
    switch (rotation) {
      case 90:
        return { offset: offset + (width - 1) * stride, step: -stride, stride: pixel };
      case 180:
        return { offset: offset + (height - 1) * stride + (width - 1) * pixel, step: -pixel, stride: -stride };
      case 270:
        return { offset: offset + (height - 1) * pixel, step: stride, stride: -pixel };
      default:
        return { offset, step: pixel, stride };
    }
  })();
  return flip ? { ...upright, offset: upright.offset + (width - 1) * upright.step, step: -upright.step } : upright;
}

/** One column in colour, from brightness and the colours that two pixels share. */
function readSlit({ luma, u, v }: Planes, at: number, into: Uint32Array): void {
  const { bytes, offset, step = 1, stride, height } = luma;
  const right = at >> 1;
  for (let row = 0; row < SLIT_ROWS; row += 1) {
    const down = Math.floor(((row + 0.5) * height) / SLIT_ROWS);
    const shared = down >> 1;
    const y = 1.164 * (bytes[offset + at * step + down * stride]! - 16);
    const blue = bytes[u.offset + right * u.step + shared * u.stride]! - 128;
    const red = bytes[v.offset + right * v.step + shared * v.stride]! - 128;
    const r = clamp(y + 1.596 * red);
    const g = clamp(y - 0.392 * blue - 0.813 * red);
    const b = clamp(y + 2.017 * blue);
    into[row] = (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
  }
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

function lumaOf(pixels: Uint8ClampedArray): Uint8Array {
  const luma = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < luma.length; at += 1) {
    luma[at] = 0.299 * pixels[4 * at]! + 0.587 * pixels[4 * at + 1]! + 0.114 * pixels[4 * at + 2]!;
  }
  return luma;
}

function profileOf({ bytes, offset, step = 1, stride, width, height }: Luma): Float32Array {
  const columns = Math.min(PROFILE_COLUMNS, width);
  const profile = new Float32Array(columns);
  for (let column = 0; column < columns; column += 1) {
    const [from, to] = [Math.floor((column * width) / columns), Math.floor(((column + 1) * width) / columns)];
    let sum = 0;
    for (let row = 0; row < height; row += 2) {
      for (let x = from; x < to; x += 1) sum += bytes[offset + x * step + row * stride]!;
    }
    profile[column] = sum / ((to - from) * Math.ceil(height / 2));
  }
  return profile;
}
