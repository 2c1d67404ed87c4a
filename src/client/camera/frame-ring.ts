import { sizeOf } from './read-frame.ts';

/** Two minutes of pictures in memory, so that a moment can be looked at again. */
type RingWay = 'h264' | 'jpeg' | 'none';

export interface FrameRing {
  /** Takes a frame that the caller closes; gives up the frame where the encoder is behind, never the caller's. */
  offer(frame: VideoFrame | ImageBitmap, at: number): void;
  /** The picture nearest to a moment; null where there is none any more, or none yet. */
  pictureAt(at: number): Promise<{ readonly bitmap: ImageBitmap; readonly at: number } | null>;
  /** Begins anew: the pictures have another size, or the camera was another one. */
  clear(): void;
  state(): RingState;
}

export interface RingState {
  readonly way: RingWay;
  readonly bytes: number;
  /** The oldest picture. */
  readonly from: number | undefined;
  readonly skipped: number;
}

const KEEP_MS = 120_000;
const KEEP_JPEG_MS = 30_000;
const MOST_BYTES = 96 * 1024 * 1024;
const KEY_EVERY_MS = 1_000;
/** Frames that may wait for the encoder: more would be late, and hold the camera's memory. */
const MOST_QUEUED = 3;
const BITRATE = 4_000_000;
const JPEG_WIDTH = 640;
const JPEG_QUALITY = 0.5;
/** A picture further away than this is of another moment. */
const FARTHEST_MS = 400;

/** From the best down: a phone that refuses the first may take the second. */
const LADDER = [
  { codec: 'avc1.42E020', framerate: 60 },
  { codec: 'avc1.42E01F', framerate: 30 },
] as const;

interface Kept {
  readonly at: number;
  readonly stamp: number;
  readonly chunk: EncodedVideoChunk;
}

/** Pictures from one key frame to the next: decoded and dropped together. */
interface Second {
  readonly config: VideoDecoderConfig;
  readonly kept: Kept[];
  bytes: number;
}

export function createFrameRing(): FrameRing {
  let way: RingWay | undefined;
  let encoder: VideoEncoder | undefined;
  let isChoosing = false;
  let size = '';
  let seconds: Second[] = [];
  let jpegs: { readonly at: number; readonly blob: Blob }[] = [];
  let isDrawing = false;
  let turn = 0;
  let skipped = 0;
  let keyAt = -Infinity;
  let decoderConfig: VideoDecoderConfig | undefined;
  let generation = 0;
  /** Moments of frames that the encoder has, by their stamps. */
  const moments = new Map<number, number>();

  async function choose(width: number, height: number): Promise<void> {
    isChoosing = true;
    const mine = generation;
    for (const step of typeof VideoEncoder === 'undefined' ? [] : LADDER) {
      const config = { ...step, width, height, bitrate: BITRATE, latencyMode: 'realtime' } as const;
      const answer = await VideoEncoder.isConfigSupported(config).catch(() => null);
      if (mine !== generation) return;
      if (answer?.supported !== true) continue;
      encoder = new VideoEncoder({ output: keep, error: goDown });
      encoder.configure(config);
      way = 'h264';
      isChoosing = false;
      return;
    }
    way = typeof OffscreenCanvas === 'undefined' ? 'none' : 'jpeg';
    isChoosing = false;
  }

  /** An encoder may say yes and fail later: pictures go on as single ones. */
  function goDown(): void {
    encoder = undefined;
    way = 'jpeg';
  }

  function keep(chunk: EncodedVideoChunk, metadata?: EncodedVideoChunkMetadata): void {
    decoderConfig = metadata?.decoderConfig ?? decoderConfig;
    const at = moments.get(chunk.timestamp);
    moments.delete(chunk.timestamp);
    if (at === undefined || decoderConfig === undefined) return;
    if (chunk.type === 'key') seconds.push({ config: decoderConfig, kept: [], bytes: 0 });
    const second = seconds.at(-1);
    if (second === undefined) return;
    second.kept.push({ at, stamp: chunk.timestamp, chunk });
    second.bytes += chunk.byteLength;
    while (seconds.length > 1 && (at - seconds[1]!.kept[0]!.at > KEEP_MS || bytes() > MOST_BYTES)) seconds.shift();
  }

  function encode(frame: VideoFrame | ImageBitmap, at: number): void {
    if (encoder === undefined || encoder.state !== 'configured') return;
    if (encoder.encodeQueueSize > MOST_QUEUED) {
      skipped += 1;
      return;
    }
    const isKey = at - keyAt >= KEY_EVERY_MS;
    if (isKey) keyAt = at;
    try {
      const own = 'copyTo' in frame ? frame : new VideoFrame(frame, { timestamp: Math.round(at * 1000) });
      moments.set(own.timestamp, at);
      try {
        encoder.encode(own, { keyFrame: isKey });
      } finally {
        if (own !== frame) own.close();
      }
    } catch {
      goDown();
    }
  }

  async function draw(frame: VideoFrame | ImageBitmap, at: number): Promise<void> {
    turn += 1;
    if (turn % 2 === 0 || isDrawing) return;
    isDrawing = true;
    const { width, height } = sizeOf(frame);
    const scale = Math.min(1, JPEG_WIDTH / Math.max(width, height));
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    canvas.getContext('2d')!.drawImage(frame, 0, 0, canvas.width, canvas.height);
    try {
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
      jpegs.push({ at, blob });
      jpegs = jpegs.filter((each) => at - each.at <= KEEP_JPEG_MS);
    } finally {
      isDrawing = false;
    }
  }

  const bytes = (): number =>
    seconds.reduce((sum, second) => sum + second.bytes, 0) + jpegs.reduce((sum, { blob }) => sum + blob.size, 0);

  function clear(): void {
    generation += 1;
    if (encoder?.state === 'configured') encoder.close();
    encoder = undefined;
    decoderConfig = undefined;
    way = undefined;
    isChoosing = false;
    keyAt = -Infinity;
    seconds = [];
    jpegs = [];
    moments.clear();
  }

  return {
    offer(frame, at) {
      const { width, height } = sizeOf(frame);
      const now = `${width} ${height}`;
      if (now !== size) {
        clear();
        size = now;
      }
      if (way === undefined) {
        if (!isChoosing) void choose(width - (width % 2), height - (height % 2));
      } else if (way === 'h264') encode(frame, at);
      else if (way === 'jpeg') void draw(frame, at).catch(() => undefined);
    },
    async pictureAt(at) {
      // The newest pictures may still be in the encoder.
      if (encoder?.state === 'configured') await encoder.flush().catch(() => undefined);
      const single = nearest(jpegs, at);
      if (single !== undefined) return { bitmap: await createImageBitmap(single.blob), at: single.at };
      const second = seconds.findLast(({ kept }) => kept[0]!.at <= at + 1) ?? seconds[0];
      const wanted = second && nearest(second.kept, at);
      if (wanted === undefined) return null;
      const bitmap = await decode(second!, wanted);
      return bitmap === undefined ? null : { bitmap, at: wanted.at };
    },
    clear,
    state: () => ({
      way: way ?? 'none',
      bytes: bytes(),
      from: seconds[0]?.kept[0]?.at ?? jpegs[0]?.at,
      skipped,
    }),
  };
}

function nearest<Item extends { readonly at: number }>(items: readonly Item[], at: number): Item | undefined {
  let found: Item | undefined;
  for (const item of items) {
    if (found === undefined || Math.abs(item.at - at) < Math.abs(found.at - at)) found = item;
  }
  return found !== undefined && Math.abs(found.at - at) <= FARTHEST_MS ? found : undefined;
}

/** Decodes from the key frame to the wanted one: a second's pictures at most. */
async function decode({ config, kept }: Second, wanted: Kept): Promise<ImageBitmap | undefined> {
  let found: VideoFrame | undefined;
  const decoder = new VideoDecoder({
    output(frame) {
      if (frame.timestamp === wanted.stamp) found = frame;
      else frame.close();
    },
    error: () => undefined,
  });
  try {
    decoder.configure(config);
    for (const each of kept) {
      decoder.decode(each.chunk);
      if (each === wanted) break;
    }
    await decoder.flush();
    return found && (await createImageBitmap(found));
  } catch {
    return undefined;
  } finally {
    found?.close();
    if (decoder.state !== 'closed') decoder.close();
  }
}
