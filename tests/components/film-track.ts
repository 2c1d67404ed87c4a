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

/** A camera that shows a film made by a script, each frame stamped with the moment at which it is shown. */
export function playFilm(riders: readonly Rider[], isShown: (frame: number) => boolean = () => true): FilmTrack {
  const track = new MediaStreamTrackGenerator({ kind: 'video' });
  const writer = track.writable.getWriter();
  const film = createLineFilm({ width: WIDTH, height: HEIGHT, riders });
  const stamps: number[] = [];
  let isOver = false;
  let tellBegun: (at: number) => void;
  const begun = new Promise<number>((resolve) => (tellBegun = resolve));

  async function play(): Promise<void> {
    const start = performance.now();
    tellBegun(start);
    for (let frame = 0; !isOver; frame += 1) {
      const at = start + (frame * 1_000) / FPS;
      await new Promise((resolve) => setTimeout(resolve, at - performance.now()));
      if (!isShown(frame)) continue;
      stamps.push(at);
      const shape = {
        format: 'I420',
        codedWidth: WIDTH,
        codedHeight: HEIGHT,
        timestamp: Math.round(at * 1_000),
      } as const;
      await writer.write(new VideoFrame(film.draw(frame, frame / FPS), shape)).catch(() => (isOver = true));
    }
  }
  void play();
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
