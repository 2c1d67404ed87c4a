import { CAMERA_POLICY } from '../../protocol/page-data.ts';
import type { StripView } from './draw-strip.ts';
import { findTrackProcessor } from './media-types.ts';
import type { FilmReport, FilmSettings, FromWorker, KeptFinish, ToWorker } from './messages.ts';

/** What a film tells the page. All moments are on the page's clock, `performance.now()`. */
export interface FilmHearing {
  readonly onReport?: (report: FilmReport) => void;
  readonly onCrossing?: (crossing: { readonly at: number; readonly direction: 1 | -1 }) => void;
  /** What follows does not belong to what was before: another lens, or stamps of another beginning. */
  readonly onCut?: () => void;
  readonly onShift?: (shift: { readonly from: number; readonly to: number; readonly by: number }) => void;
  /** No frame will come any more, or the worker has died. */
  readonly onEnded: () => void;
}

export interface FilmReader {
  /** Reads this camera from now on. What was kept of another one stays. */
  feed(track: MediaStreamTrack): void;
  set(settings: FilmSettings): void;
  /** The canvas is drawn by the worker from now on. */
  drawOn(canvas: OffscreenCanvas): void;
  show(view: StripView, width: number): void;
  /** The device's clock was set at this moment. */
  cut(at: number): void;
  twist(isOn: boolean): void;
  /** The frame nearest to a moment, or one that is so many frames beside it; null where the strip is empty. */
  column(at: number, by?: number): Promise<{ readonly at: number; readonly interval: number } | null>;
  /** The picture nearest to a moment. The caller closes it. */
  picture(at: number): Promise<{ readonly bitmap: ImageBitmap; readonly at: number } | null>;
  keepFinish(at: number): Promise<KeptFinish>;
  stop(): void;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(from: string): string };
}
let address: Promise<string> | null = null;

/** The content policy refuses a plain text as the address of a script. This address is always the same. */
async function findAddress(): Promise<string> {
  const { default: path } = await import('./frame-worker.ts?worker&url');
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return trustedTypes?.createPolicy(CAMERA_POLICY, { createScriptURL: () => path }).createScriptURL('') ?? path;
}

async function startWorker(): Promise<Worker> {
  address ??= findAddress();
  // A chunk that did not arrive is requested again the next time.
  address.catch(() => (address = null));
  return new Worker(await address, { type: 'module' });
}

const PINGS = 8;
/** A worker that has closed its frames ends itself; one that is stuck is ended. */
const STOPPED_WITHIN_MS = 2_000;
const MOST_BUFFERED = 4;
/** Pictures on their way to the worker: the next ones are left out, and counted as lost by the beat. */
const MOST_ON_THE_WAY = 2;

/** Reads cameras in a worker, by whichever door this browser has. */
export async function readFilm(first: FilmSettings, hearing: FilmHearing): Promise<FilmReader> {
  const worker = await startWorker();
  const answers = new Map<number, (message: FromWorker) => void>();
  let settings = first;
  let ids = 0;
  let feeds = -1;
  let stopVideo = () => {};
  let onTheWay = 0;
  const send = (message: ToWorker, transfer: Transferable[] = []): void => worker.postMessage(message, transfer);

  const hello = new Promise<boolean>((resolve, reject) => {
    worker.addEventListener('error', () => {
      reject(new Error('The camera’s worker did not start'));
      hearing.onEnded();
    });
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      switch (data.kind) {
        case 'hello':
          return resolve(data.hasProcessor);
        case 'report':
          return hearing.onReport?.(data.report);
        case 'crossing':
          return hearing.onCrossing?.(data);
        case 'cut':
          return hearing.onCut?.();
        case 'shift':
          return hearing.onShift?.(data);
        case 'ended':
          // The camera before this one may be told to have ended after this one was opened.
          return data.feed === feeds ? hearing.onEnded() : undefined;
        case 'read':
          onTheWay -= 1;
          return;
        default:
          answers.get(data.id)?.(data);
          answers.delete(data.id);
      }
    });
  });

  function ask<Kind extends FromWorker['kind']>(message: ToWorker & { readonly id: number }, kind: Kind) {
    return new Promise<Extract<FromWorker, { readonly kind: Kind }>>((resolve) => {
      answers.set(message.id, (answer) => {
        if (answer.kind === kind) resolve(answer as Extract<FromWorker, { readonly kind: Kind }>);
      });
      send(message);
    });
  }
  const nextId = (): number => (ids += 1);

  /** How far the page's clock is ahead of the worker's: the quickest of some answers is halved. */
  async function measureOffset(): Promise<number> {
    let best = { way: Infinity, offset: 0 };
    for (let round = 0; round < PINGS; round += 1) {
      const sent = performance.now();
      const { at } = await ask({ kind: 'ping', id: nextId() }, 'pong');
      const received = performance.now();
      if (received - sent < best.way) best = { way: received - sent, offset: (sent + received) / 2 - at };
    }
    return best.offset;
  }

  const hasProcessor = await hello;
  const offset = await measureOffset();

  function feed(track: MediaStreamTrack): void {
    feeds += 1;
    stopVideo();
    stopVideo = () => {};
    const Processor = findTrackProcessor();
    if (Processor !== undefined) {
      const { readable } = new Processor({ track, maxBufferSize: MOST_BUFFERED });
      return send({ kind: 'open', feed: feeds, offset, settings, readable }, [readable as unknown as Transferable]);
    }
    if (hasProcessor) {
      const own = track.clone();
      try {
        return send({ kind: 'open', feed: feeds, offset, settings, track: own }, [own as unknown as Transferable]);
      } catch {
        own.stop();
      }
    }
    send({ kind: 'open', feed: feeds, offset, settings });
    stopVideo = readVideo(track);
  }

  /** Without a door to the frames themselves, pictures are taken of a video as it is shown. */
  function readVideo(track: MediaStreamTrack): () => void {
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.srcObject = new MediaStream([track]);
    void video.play().catch(() => undefined);
    let isOver = false;
    const next = (): number =>
      video.requestVideoFrameCallback((now, { captureTime, mediaTime }) => {
        if (isOver) return;
        next();
        if (onTheWay >= MOST_ON_THE_WAY) return;
        onTheWay += 1;
        createImageBitmap(video).then(
          (bitmap) =>
            send({ kind: 'bitmap', bitmap, arrival: now, timestamp: mediaTime * 1_000, capture: captureTime }, [
              bitmap,
            ]),
          () => (onTheWay -= 1),
        );
      });
    next();
    track.addEventListener('ended', hearing.onEnded);
    return () => {
      isOver = true;
      track.removeEventListener('ended', hearing.onEnded);
      video.srcObject = null;
    };
  }

  return {
    feed,
    set(next) {
      settings = next;
      send({ kind: 'settings', settings });
    },
    drawOn: (canvas) => send({ kind: 'canvas', canvas }, [canvas]),
    show: (view, width) => send({ kind: 'view', view, width }),
    cut: (at) => send({ kind: 'cut', at }),
    twist: (isOn) => send({ kind: 'twist', isOn }),
    async column(at, by = 0) {
      const answer = await ask({ kind: 'column', id: nextId(), at, by }, 'column');
      return answer.at === null ? null : { at: answer.at, interval: answer.interval };
    },
    async picture(at) {
      const { bitmap, at: found } = await ask({ kind: 'picture', id: nextId(), at }, 'picture');
      return bitmap === null ? null : { bitmap, at: found };
    },
    keepFinish: async (at) => (await ask({ kind: 'keep', id: nextId(), at }, 'keep')).finish,
    stop() {
      stopVideo();
      send({ kind: 'stop' });
      setTimeout(() => worker.terminate(), STOPPED_WITHIN_MS);
    },
  };
}
