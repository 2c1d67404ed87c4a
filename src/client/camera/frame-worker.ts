import { createFilm, type Film } from './film.ts';
import { captureTimeOf, findTrackProcessor } from './media-types.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { readFrames } from './read-frames.ts';

/** Reads every frame away from the page, so that no tap waits for a picture and no picture for a list. */
const page = self as unknown as {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
};

const tell = (message: FromWorker, transfer: Transferable[] = []): void => page.postMessage(message, transfer);

/** The camera's own buffer is small; what waits in ours is late already. */
const MOST_BUFFERED = 4;

let film: Film | undefined;
/** Frames of a camera that was opened before belong to nobody. */
let opened = -1;
/** The worker's own copy of a track: nobody else can stop it. */
let own: MediaStreamTrack | undefined;
let reading: Promise<void> = Promise.resolve();

async function readAll(readable: ReadableStream<VideoFrame>, offset: number, of: Film): Promise<void> {
  const mine = opened;
  const isOver = () => mine !== opened;
  await readFrames(readable, {
    isOver,
    take: (frame) =>
      of.take(frame, {
        arrival: performance.now() + offset,
        timestamp: frame.timestamp / 1_000,
        capture: captureTimeOf(frame),
      }),
    // A rejection alone would not reach the page.
    onFailure: reportError,
  });
  if (!isOver()) tell({ kind: 'ended', feed: mine });
}

page.addEventListener('message', ({ data }) => {
  switch (data.kind) {
    case 'ping':
      return tell({ kind: 'pong', id: data.id, at: performance.now() });
    case 'open': {
      const { feed, readable, track, settings, offset } = data;
      const Processor = findTrackProcessor();
      const frames =
        readable ??
        (track !== undefined && Processor !== undefined
          ? new Processor({ track, maxBufferSize: MOST_BUFFERED }).readable
          : undefined);
      opened = feed;
      own?.stop();
      own = track;
      film ??= createFilm({ settings, tell });
      film.begin(readable ? 'window' : frames ? 'worker' : 'video');
      if (frames !== undefined) reading = readAll(frames, offset, film).catch((error: unknown) => reportError(error));
      return;
    }
    case 'stop':
      opened = -1;
      own?.stop();
      // The page has stopped the camera: its last frames are still to be closed.
      void reading.finally(() => {
        film?.end();
        self.close();
      });
      return;
    case 'bitmap': {
      const { bitmap, arrival, timestamp, capture } = data;
      film
        ?.take(bitmap, { arrival, timestamp, capture })
        .catch((error: unknown) => reportError(error))
        .finally(() => {
          bitmap.close();
          tell({ kind: 'read' });
        });
      return;
    }
    default:
      film?.hear(data);
  }
});

tell({ kind: 'hello', hasProcessor: findTrackProcessor() !== undefined });
