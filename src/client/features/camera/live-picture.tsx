import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { FilmReader } from '../../camera/film-reader.ts';
import { useStable } from '../../ui/use-stable.ts';

export interface LivePictureProps {
  readonly stream: MediaStream | null;
  readonly film: FilmReader | null;
  /** Share of the picture's width. */
  readonly line: number;
  readonly onLine: (line: number) => void;
  /** The frame at this moment in place of the live picture. */
  readonly still: number | null;
  readonly note: string;
}

const STEP = 0.005;
const clamp = (share: number): number => Math.min(0.98, Math.max(0.02, share));

/** The camera's picture with the finish line on it, which a finger or the arrow keys move. */
export function LivePicture({ stream, film, line, onLine, still, note }: LivePictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { canvas, isThere } = useStill(film, still);
  const [shown, setShown] = useState({ left: 0, width: 1 });
  /** In the order in which they came down. */
  const fingers = useRef<number[]>([]);
  const [areSeveral, setSeveral] = useState(false);

  useEffect(() => {
    const element = video.current!;
    element.srcObject = stream;
    if (stream !== null) void element.play().catch(() => undefined);
  }, [stream]);

  // The picture fills the box: what is left of it sideways decides where a share of its width is.
  const measure = useStable(() => {
    const { clientWidth, clientHeight } = box.current!;
    const { videoWidth, videoHeight } = video.current!;
    if (videoWidth === 0 || clientWidth === 0) return;
    const width = videoWidth * Math.max(clientWidth / videoWidth, clientHeight / videoHeight);
    setShown({ left: (clientWidth - width) / 2 / clientWidth, width: width / clientWidth });
  });
  useEffect(() => {
    const watching = new ResizeObserver(measure);
    watching.observe(box.current!);
    return () => watching.disconnect();
  }, [measure]);

  function draw(event: PointerEvent<HTMLDivElement>) {
    if (event.pointerId !== fingers.current.at(-1)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onLine(clamp(((event.clientX - left) / width - shown.left) / shown.width));
  }

  function lift({ pointerId }: PointerEvent) {
    fingers.current = fingers.current.filter((id) => id !== pointerId);
    setSeveral(fingers.current.length > 1);
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    onLine(clamp(line + by));
  }

  return (
    <div
      ref={box}
      role="slider"
      aria-label="Finish line in the picture"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(line * 100)}
      tabIndex={0}
      data-picture
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.current.push(event.pointerId);
        setSeveral(fingers.current.length > 1);
        draw(event);
      }}
      onPointerMove={draw}
      onPointerUp={lift}
      onPointerCancel={lift}
      className="relative h-full min-h-0 touch-none overflow-hidden bg-board -outline-offset-4"
    >
      <video
        ref={video}
        muted
        playsInline
        aria-hidden
        onLoadedMetadata={measure}
        onResize={measure}
        className="absolute inset-0 size-full object-cover"
      />
      <canvas ref={canvas} hidden={!isThere} aria-hidden className="absolute inset-0 size-full object-cover" />
      <div
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-11 -translate-x-1/2"
        style={{ left: `${(shown.left + line * shown.width) * 100}%` }}
      >
        <div className="absolute inset-y-0 left-1/2 w-[3px] -translate-x-1/2 bg-accent shadow-[0_0_0_1px_rgb(0_0_0/0.55)]" />
        <div className="absolute top-2 left-1/2 flex h-7 w-11 -translate-x-1/2 items-center justify-center rounded-full bg-accent text-16 font-[760] text-on-accent">
          ↔
        </div>
      </div>
      <p className="pointer-events-none absolute inset-x-0 bottom-0 bg-board/80 px-4 py-1.5 text-14 text-on-board">
        <span role="status" className="line-clamp-2">
          {areSeveral
            ? 'Two fingers, one line: it follows the last one that came down.'
            : still === null
              ? note
              : isThere
                ? 'The picture at the cursor'
                : 'The picture of this moment is gone. The strip still has it.'}
        </span>
      </p>
    </div>
  );
}

/** One picture is looked up at a time; while a finger moves, those in between are left out. */
function useStill(film: FilmReader | null, still: number | null) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isThere, setThere] = useState(false);
  const wanted = useRef<number | null>(null);
  const isBusy = useRef(false);
  const look = useStable(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    let drawn: number | null = null;
    while (film !== null && wanted.current !== null && wanted.current !== drawn) {
      drawn = wanted.current;
      const found = await film.picture(drawn);
      const element = canvas.current;
      setThere(found !== null);
      if (found === null || element === null) continue;
      element.width = found.bitmap.width;
      element.height = found.bitmap.height;
      element.getContext('bitmaprenderer')?.transferFromImageBitmap(found.bitmap);
    }
    isBusy.current = false;
    if (wanted.current === null) setThere(false);
  });
  useEffect(() => {
    wanted.current = still;
    void look();
  }, [still, look]);
  return { canvas, isThere: isThere && still !== null };
}
