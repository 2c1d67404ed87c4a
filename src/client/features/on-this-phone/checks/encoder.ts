import type { Check, Finding } from '../check.ts';
import { tenths, written } from '../figures.ts';

/** What the pictures of a finish are kept as, the best first. */
const LADDER = [
  { name: '1280x720 at 60', codec: 'avc1.42E020', framerate: 60 },
  { name: '1280x720 at 30', codec: 'avc1.42E01F', framerate: 30 },
] as const;
const SIZE = { width: 1280, height: 720 } as const;
const BITRATE = 4_000_000;
const FRAMES = 60;
/** A longer queue would measure how fast frames are made, and hold memory. */
const LONGEST_QUEUE = 3;

export interface Encoding {
  /** Of the best configuration that the browser takes; undefined where it takes none. */
  readonly best: (typeof LADDER)[number] | undefined;
  readonly msAFrame: number;
  readonly bytes: number;
}

export const encoder: Check = {
  id: 'encoder',
  title: 'Film of the finish',
  about: 'Encodes a film of two seconds that this page draws itself. The camera stays off.',
  withinMs: 30_000,
  async run({ signal, progress }) {
    if (!('VideoEncoder' in globalThis)) return judgeEncoding(undefined);
    for (const step of LADDER) {
      const config = configOf(step);
      const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
      if (supported === true) return judgeEncoding({ best: step, ...(await encodeFilm(config, signal, progress)) });
    }
    return judgeEncoding({ best: undefined, msAFrame: 0, bytes: 0 });
  },
};

const configOf = ({ codec, framerate }: (typeof LADDER)[number]): VideoEncoderConfig => ({
  ...SIZE,
  codec,
  framerate,
  bitrate: BITRATE,
  latencyMode: 'realtime',
});

async function encodeFilm(
  config: VideoEncoderConfig,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<Omit<Encoding, 'best'>> {
  const canvas = new OffscreenCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d')!;
  let bytes = 0;
  let fail: (problem: DOMException) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => (fail = reject));
  failure.catch(() => undefined);
  const video = new VideoEncoder({ output: (chunk) => (bytes += chunk.byteLength), error: (problem) => fail(problem) });
  signal.addEventListener('abort', () => video.state !== 'closed' && video.close());
  video.configure(config);
  let spent = 0;
  for (let number = 0; number < FRAMES; number += 1) {
    signal.throwIfAborted();
    draw(context, number);
    const frame = new VideoFrame(canvas, { timestamp: Math.round((number * 1_000_000) / config.framerate!) });
    const began = performance.now();
    video.encode(frame, { keyFrame: number % config.framerate! === 0 });
    frame.close();
    while (video.encodeQueueSize > LONGEST_QUEUE) {
      await Promise.race([new Promise((done) => video.addEventListener('dequeue', done, { once: true })), failure]);
    }
    spent += performance.now() - began;
    progress(number / FRAMES);
  }
  const began = performance.now();
  await Promise.race([video.flush(), failure]);
  spent += performance.now() - began;
  video.close();
  return { msAFrame: spent / FRAMES, bytes };
}

/** A road with a rider on it: a still picture would cost an encoder nothing. */
function draw(context: OffscreenCanvasRenderingContext2D, number: number): void {
  for (let column = 0; column < 64; column += 1) {
    context.fillStyle = `hsl(${(column * 37 + number * 5) % 360} 30% ${40 + ((column * 13) % 30)}%)`;
    context.fillRect(column * 20, 0, 20, SIZE.height);
  }
  context.fillStyle = '#fff';
  context.fillRect((number * 21) % SIZE.width, 250, 180, 400);
}

export function judgeEncoding(encoding: Encoding | undefined): Finding {
  if (encoding === undefined || encoding.best === undefined) {
    return {
      verdict: 'absent',
      seen: 'This browser doesn’t encode film.',
      means: 'You get the photo finish and a few pictures, but no film of the last two minutes.',
      figures: { hasEncoder: encoding !== undefined },
    };
  }
  const { best, bytes } = encoding;
  const msAFrame = tenths(encoding.msAFrame);
  const figures = { best: best.name, msAFrame, kilobytes: Math.round(bytes / 1000) };
  const seen = `H.264, ${best.name} frames a second, ${written(msAFrame)} ms for each frame.`;
  const interval = 1000 / best.framerate;
  if (msAFrame <= interval / 2) {
    return { verdict: 'passed', seen, means: 'It can keep a film of the last two minutes while it times.', figures };
  }
  return {
    verdict: 'weak',
    seen,
    means:
      'That’s slow. The film of the last two minutes will miss frames, and the phone gets warm. Times don’t suffer.',
    figures,
  };
}
