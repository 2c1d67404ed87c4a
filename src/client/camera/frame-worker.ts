import { createFilm, type Film } from './film.ts';
import { captureTimeOf, findTrackProcessor } from './media-types.ts';
import type { FromWorker, ToWorker } from './messages.ts';

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
let opened = 0;

async function readAll(readable: ReadableStream<VideoFrame>, offset: number, of: Film): Promise<void> {
  const mine = opened;
  const reader = readable.getReader();
  for (;;) {
    const { value: frame, done } = await reader.read();
    if (done) break;
    if (mine !== opened) {
      frame.close();
      return void reader.cancel();
    }
    const stamps = {
      arrival: performance.now() + offset,
      timestamp: frame.timestamp / 1_000,
      capture: captureTimeOf(frame),
    };
    try {
      await of.take(frame, stamps);
    } finally {
      // A frame that stays open takes one of the few that the camera has: it stops.
      frame.close();
    }
  }
  if (mine === opened) tell({ kind: 'ended' });
}

page.addEventListener('message', ({ data }) => {
  switch (data.kind) {
    case 'ping':
      return tell({ kind: 'pong', id: data.id, at: performance.now() });
    case 'open': {
      const { readable, track, settings, offset } = data;
      const Processor = findTrackProcessor();
      const frames =
        readable ??
        (track !== undefined && Processor !== undefined
          ? new Processor({ track, maxBufferSize: MOST_BUFFERED }).readable
          : undefined);
      opened += 1;
      film ??= createFilm({ settings, tell });
      film.begin(readable ? 'window' : frames ? 'worker' : 'video');
      // A rejection alone would not reach the page.
      if (frames !== undefined) readAll(frames, offset, film).catch((error: unknown) => reportError(error));
      return;
    }
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
