import type { RingState } from './frame-ring.ts';
import type { StripView } from './draw-strip.ts';
import type { FrameStamps, StampWay } from './stamps.ts';

/** From which of a browser's doors frames come. */
export type Door = 'window' | 'worker' | 'video';

/** Settings of a film; all can be changed while it runs. */
export interface FilmSettings {
  /** The line, as a share of the picture's width. */
  readonly line: number;
  readonly isBadWeather: boolean;
  readonly keepMinutes: number;
  /** Off where frames are only measured. */
  readonly isKept: boolean;
}

export type ToWorker =
  | { readonly kind: 'ping'; readonly id: number }
  | {
      readonly kind: 'open';
      /** How many cameras were opened before. */
      readonly feed: number;
      /** The page's clock minus the worker's. */
      readonly offset: number;
      readonly settings: FilmSettings;
      readonly readable?: ReadableStream<VideoFrame>;
      readonly track?: MediaStreamTrack;
    }
  | {
      readonly kind: 'bitmap';
      readonly bitmap: ImageBitmap;
      readonly arrival: number;
      readonly timestamp: number;
      readonly capture: number | undefined;
    }
  | { readonly kind: 'settings'; readonly settings: FilmSettings }
  | { readonly kind: 'stop' }
  | { readonly kind: 'canvas'; readonly canvas: OffscreenCanvas }
  | { readonly kind: 'view'; readonly view: StripView; readonly width: number }
  /** The device's clock was set: what follows is of another film. */
  | { readonly kind: 'cut'; readonly at: number }
  /** Whether shifts from frame to frame are read, for a calibration. */
  | { readonly kind: 'twist'; readonly isOn: boolean }
  | { readonly kind: 'column'; readonly id: number; readonly at: number; readonly by: number }
  | { readonly kind: 'picture'; readonly id: number; readonly at: number }
  | { readonly kind: 'keep'; readonly id: number; readonly at: number };

/** What the camera does, told a few times a second. */
export interface FilmReport {
  readonly frames: number;
  readonly lost: number;
  readonly interval: number | undefined;
  /** The shortest interval since this camera was opened: a longer one is a camera that has slowed down. */
  readonly best: number | undefined;
  readonly unsteady: number;
  readonly way: StampWay;
  readonly door: Door;
  readonly width: number;
  readonly height: number;
  /** Mean brightness around the line, 0 to 255. */
  readonly light: number;
  /** Grainy, as at dusk: times are less exact. */
  readonly isNoisy: boolean;
  readonly latest: number | undefined;
  readonly oldest: number | undefined;
  /** Time for reading a frame, the middle of the last ones, in ms. */
  readonly cost: number;
  /** One frame in twenty takes longer. */
  readonly slowCost: number;
  /** The strip is copied out of a frame; where a browser refuses that, the frame is drawn first. */
  readonly isCopied: boolean;
  readonly stripBytes: number;
  readonly ring: RingState;
  /** This device had no memory for what it was told to keep. */
  readonly isShort: boolean;
  /** Arrivals and stamps since the last report, raw. */
  readonly stamps: readonly (FrameStamps & { readonly at: number })[];
}

/** Pictures of an accepted finish. */
export interface KeptFinish {
  /** One pixel a column; the moment of each column. */
  readonly strip: { readonly blob: Blob; readonly columns: readonly number[] } | null;
  readonly pictures: readonly { readonly blob: Blob; readonly at: number }[];
}

export type FromWorker =
  | { readonly kind: 'hello'; readonly hasProcessor: boolean }
  | { readonly kind: 'pong'; readonly id: number; readonly at: number }
  | { readonly kind: 'report'; readonly report: FilmReport }
  | { readonly kind: 'crossing'; readonly at: number; readonly direction: 1 | -1 }
  | { readonly kind: 'cut' }
  | { readonly kind: 'read' }
  | { readonly kind: 'ended'; readonly feed: number }
  | { readonly kind: 'shift'; readonly from: number; readonly to: number; readonly by: number }
  | { readonly kind: 'column'; readonly id: number; readonly at: number | null; readonly interval: number }
  | { readonly kind: 'picture'; readonly id: number; readonly bitmap: ImageBitmap | null; readonly at: number }
  | { readonly kind: 'keep'; readonly id: number; readonly finish: KeptFinish };
