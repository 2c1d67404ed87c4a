import { createLineFilm, type Rider } from '../support/line-film.ts';

const [WIDTH, HEIGHT, FPS] = [640, 360, 30];

interface GeneratedTrack extends MediaStreamTrack {
  readonly writable: WritableStream<VideoFrame>;
}
declare const MediaStreamTrackGenerator: new (init: { kind: 'video' }) => GeneratedTrack;

export interface FilmTrack {
  readonly track: MediaStreamTrack;
  /** The stamp of every frame that was shown, on the page's clock. */
  readonly stamps: readonly number[];
  /** Resolves with the moment of the film's beginning when its first frame is shown. */
  readonly begun: Promise<number>;
  stop(): void;
}

export interface FilmShape {
  /** Frames that a camera gives; all where it is absent. */
  readonly isShown?: (frame: number) => boolean;
  readonly fps?: number;
  /** From this frame on the picture has another size. */
  readonly smallerFrom?: number;
  /** In place of riders: brightness and colours of the picture at a second. */
  readonly draw?: (second: number) => Uint8Array<ArrayBuffer>;
}

/** A camera that shows a film made by a script, each frame stamped with the moment at which it is shown. */
export function playFilm(riders: readonly Rider[], shape: FilmShape = {}): FilmTrack {
  const { isShown = () => true, fps = FPS, smallerFrom = Infinity, draw } = shape;
  const track = new MediaStreamTrackGenerator({ kind: 'video' });
  const writer = track.writable.getWriter();
  const film = createLineFilm({ width: WIDTH, height: HEIGHT, riders });
  const smaller = createLineFilm({ width: WIDTH / 2, height: HEIGHT / 2, riders: [] });
  const stamps: number[] = [];
  let isOver = false;
  let tellBegun: (at: number) => void;
  const begun = new Promise<number>((resolve) => (tellBegun = resolve));

  function drawFrame(frame: number, at: number): VideoFrame {
    const isSmaller = frame >= smallerFrom;
    const scale = isSmaller ? 2 : 1;
    const pixels = draw?.(frame / fps) ?? (isSmaller ? smaller : film).draw(frame, frame / fps);
    return new VideoFrame(pixels, {
      format: 'I420',
      codedWidth: WIDTH / scale,
      codedHeight: HEIGHT / scale,
      timestamp: Math.round(at * 1_000),
    });
  }

  async function play(): Promise<void> {
    const start = performance.now();
    tellBegun(start);
    for (let frame = 0; !isOver; frame += 1) {
      const at = start + (frame * 1_000) / fps;
      await new Promise((resolve) => setTimeout(resolve, at - performance.now()));
      if (!isShown(frame)) continue;
      stamps.push(at);
      await writer.write(drawFrame(frame, at)).catch(() => (isOver = true));
    }
  }
  play().catch((error: unknown) => console.error(error));
  return {
    track,
    stamps,
    begun,
    stop() {
      isOver = true;
      void writer.close().catch(() => undefined);
      track.stop();
    },
  };
}

/** The picture of a road on which nothing can be seen. */
export const drawNight = (): Uint8Array<ArrayBuffer> => {
  const frame = new Uint8Array((WIDTH * HEIGHT * 3) / 2).fill(128);
  frame.fill(18, 0, WIDTH * HEIGHT);
  return frame;
};

/** A hedge before a phone that is turned by so many pixels at a second. */
export function createHedge(turnedAt: (second: number) => number): (second: number) => Uint8Array<ArrayBuffer> {
  const leaves = Array.from(
    { length: 4 * WIDTH },
    (_, x) => 120 + 45 * Math.sin(x / 7) + 30 * Math.sin(x / 2.3 + 1) + 20 * Math.sin(x / 17.7),
  );
  return (second) => {
    const frame = new Uint8Array((WIDTH * HEIGHT * 3) / 2).fill(128);
    const from = 1.5 * WIDTH + turnedAt(second);
    const row = Uint8Array.from({ length: WIDTH }, (_, x) => {
      const left = Math.floor(from + x);
      const part = from + x - left;
      return leaves[left]! * (1 - part) + leaves[left + 1]! * part;
    });
    for (let y = 0; y < HEIGHT; y += 1) frame.set(row, y * WIDTH);
    return frame;
  };
}
