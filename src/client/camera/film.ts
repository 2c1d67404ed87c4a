import { shiftBetween } from '../../domain/camera/calibrate.ts';
import { createCrossingDetector } from '../../domain/camera/crossings.ts';
import { createRainFilter } from '../../domain/camera/rain.ts';
import { drawStrip, type StripMark, type StripView } from './draw-strip.ts';
import { createFrameRing } from './frame-ring.ts';
import { keepFinish } from './keep-finish.ts';
import type { Door, FilmSettings, FromWorker, ToWorker } from './messages.ts';
import { createFrameReader, sizeOf, SLIT_ROWS } from './read-frame.ts';
import { createStamps, type FrameStamps } from './stamps.ts';
import { createStripStore } from './strip-store.ts';

export interface FilmParts {
  readonly settings: FilmSettings;
  readonly tell: (message: FromWorker, transfer?: Transferable[]) => void;
}

export interface Film {
  /** The next frames come from a camera that was opened just now. What is kept stays. */
  begin(door: Door): void;
  take(frame: VideoFrame | ImageBitmap, stamps: FrameStamps): Promise<void>;
  hear(message: ToWorker): void;
  /** Nothing is kept any more. */
  end(): void;
}

const REPORT_EVERY_MS = 250;
/** The strip is drawn less often than frames come: what is seen is a glide, what is kept is every frame. */
const DRAW_EVERY_MS = 60;
const MOST_STRIP_BYTES = 96 * 1024 * 1024;
const MOST_MARKS = 2_000;
const COSTS = 60;
/** Frames after which an interval is known well enough to be the best. */
const STEADY_AFTER = 90;
/** Before the beat is known. */
const FIRST_INTERVAL = 33;

/** Everything that is made of the frames of one opened camera. */
export function createFilm({ settings: first, tell }: FilmParts): Film {
  let settings = first;
  const reader = createFrameReader();
  const ring = createFrameRing();
  const strip = createStripStore({ keepMs: first.keepMinutes * 60_000, mostBytes: MOST_STRIP_BYTES });
  let door: Door = 'window';
  let stamps = createStamps();
  let detector = createCrossingDetector();
  let filterRain = createRainFilter();
  let marks: StripMark[] = [];
  let canvas: OffscreenCanvas | undefined;
  let view: StripView = { from: undefined, msPerPixel: 20 };
  let drawnAt = -Infinity;
  let reportedAt = -Infinity;
  let [frames, lost, width, height, light] = [0, 0, 0, 0, 0];
  let isShort = false;
  let isTwisting = false;
  let before: { readonly profile: Float32Array; readonly at: number } | undefined;
  let costs: number[] = [];
  let raw: (FrameStamps & { at: number })[] = [];
  let isCopied = false;
  let best: number | undefined;
  let sinceBegun = 0;

  function beginAnew(): void {
    detector = createCrossingDetector();
    filterRain = createRainFilter();
    before = undefined;
  }

  function detect(cells: Uint8Array, at: number): void {
    const moment = settings.isBadWeather ? filterRain(cells, at) : { strip: cells, at };
    if (moment === undefined) return;
    for (const { at: crossed, direction } of detector.push(moment.strip, moment.at)) {
      marks = [...marks.slice(-MOST_MARKS), { at: crossed, kind: 'crossing' }];
      tell({ kind: 'crossing', at: crossed, direction });
    }
  }

  async function readShift(frame: VideoFrame | ImageBitmap, at: number): Promise<void> {
    const profile = await reader.readProfile(frame);
    const by = before && shiftBetween(before.profile, profile);
    if (before !== undefined && by !== undefined) tell({ kind: 'shift', from: before.at, to: at, by });
    before = { profile, at };
  }

  function draw(): void {
    const context = canvas?.getContext('2d', { alpha: false });
    const count = strip.count();
    if (canvas === undefined || !context) return;
    const latest = count === 0 ? 0 : strip.column(count - 1).at;
    const from = view.from ?? latest - canvas.width * view.msPerPixel;
    const image = context.createImageData(canvas.width, SLIT_ROWS);
    drawStrip(strip, view, from, marks, image);
    context.putImageData(image, 0, 0);
  }

  function report(now: number): void {
    reportedAt = now;
    const { interval, unsteady } = stamps.rate();
    if (interval !== undefined && sinceBegun >= STEADY_AFTER) best = Math.min(best ?? interval, interval);
    const count = strip.count();
    const sorted = costs.toSorted((one, other) => one - other);
    tell({
      kind: 'report',
      report: {
        frames,
        lost,
        interval,
        best,
        unsteady,
        way: stamps.way(),
        door,
        width,
        height,
        light,
        isNoisy: detector.isNoisy(),
        latest: count === 0 ? undefined : strip.column(count - 1).at,
        oldest: count === 0 ? undefined : strip.column(0).at,
        cost: sorted[sorted.length >> 1] ?? 0,
        slowCost: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
        isCopied,
        stripBytes: strip.bytes(),
        ring: ring.state(),
        isShort,
        stamps: raw,
      },
    });
    raw = [];
  }

  async function take(frame: VideoFrame | ImageBitmap, stamp: FrameStamps): Promise<void> {
    const begun = performance.now();
    const size = sizeOf(frame);
    const { at, lost: missed, isCut } = stamps.next(stamp);
    const isResized = frames > 0 && (size.width !== width || size.height !== height);
    if (isCut || isResized) {
      beginAnew();
      tell({ kind: 'cut' });
    }
    ({ width, height } = size);
    frames += 1;
    sinceBegun += 1;
    lost += missed;
    const { cells, slit, ...read } = await reader.read(frame, settings.line);
    ({ isCopied } = read);
    light = meanOf(cells);
    if (settings.isKept) {
      const interval = stamps.rate().interval ?? FIRST_INTERVAL;
      if (!strip.push(slit, { at, interval })) isShort = true;
      ring.offer(frame, at);
      detect(cells, at);
    }
    if (isTwisting) await readShift(frame, at);
    const now = performance.now();
    raw.push({ ...stamp, at });
    costs = [...costs.slice(1 - COSTS), now - begun];
    if (view.from === undefined && now - drawnAt >= DRAW_EVERY_MS) {
      drawnAt = now;
      draw();
    }
    if (now - reportedAt >= REPORT_EVERY_MS) report(now);
  }

  // A picture that is looked up lets the next frames through: one at a time keeps their order.
  let taking: Promise<unknown> = Promise.resolve();
  return {
    begin(next) {
      door = next;
      stamps = createStamps();
      best = undefined;
      sinceBegun = 0;
      beginAnew();
    },
    end: ring.clear,
    take(frame, stamp) {
      const taken = taking.then(() => take(frame, stamp));
      taking = taken.catch(() => undefined);
      return taken;
    },
    hear(message) {
      switch (message.kind) {
        case 'settings':
          if (message.settings.line !== settings.line || message.settings.isBadWeather !== settings.isBadWeather) {
            beginAnew();
          }
          settings = message.settings;
          strip.keep(settings.keepMinutes * 60_000);
          return;
        case 'canvas':
          canvas = message.canvas;
          canvas.height = SLIT_ROWS;
          return draw();
        case 'view':
          view = message.view;
          if (canvas !== undefined && canvas.width !== message.width) canvas.width = message.width;
          return draw();
        case 'cut':
          marks = [...marks, { at: message.at, kind: 'cut' }];
          return beginAnew();
        case 'twist':
          isTwisting = message.isOn;
          before = undefined;
          return;
        case 'column': {
          const index = strip.nearest(message.at);
          const other = index < 0 ? -1 : Math.min(strip.count() - 1, Math.max(0, index + message.by));
          const column = other < 0 ? undefined : strip.column(other);
          return tell({ kind: 'column', id: message.id, at: column?.at ?? null, interval: column?.interval ?? 0 });
        }
        case 'picture': {
          const { id, at } = message;
          void ring.pictureAt(at).then(
            (found) => {
              const bitmap = found?.bitmap ?? null;
              tell({ kind: 'picture', id, bitmap, at: found?.at ?? at }, bitmap === null ? [] : [bitmap]);
            },
            () => tell({ kind: 'picture', id, bitmap: null, at }),
          );
          return;
        }
        case 'keep': {
          const { id, at } = message;
          void keepFinish(strip, ring, at).then(
            (finish) => tell({ kind: 'keep', id, finish }),
            () => tell({ kind: 'keep', id, finish: { strip: null, pictures: [] } }),
          );
          return;
        }
        default:
          return;
      }
    },
  };
}

function meanOf(cells: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < cells.length; at += 1) sum += cells[at]!;
  return sum / cells.length;
}
