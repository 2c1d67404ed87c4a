import { createFrameClock } from '../../domain/camera/frame-clock.ts';

/** What a browser says of a frame's moment. All in ms; `arrival` and `capture` on the page's clock. */
export interface FrameStamps {
  /** When the code got the frame: always there, and the least steady. */
  readonly arrival: number;
  /** The frame's own stamp, on a clock whose beginning is nowhere promised. */
  readonly timestamp: number | undefined;
  readonly capture: number | undefined;
}

export type StampWay = 'timestamp' | 'capture' | 'arrival';

interface StampedFrame {
  /** The straightened moment on the page's clock. */
  readonly at: number;
  readonly lost: number;
  /** The stamps began anew: this frame follows no other. */
  readonly isCut: boolean;
}

export interface Stamps {
  next(frame: FrameStamps): StampedFrame;
  rate(): { readonly interval: number | undefined; readonly unsteady: number };
  /** The stamps in use. */
  way(): StampWay;
}

/** Frames after which the steadier of two stamps is known. */
const COMPARED_AFTER = 45;
/** How fast the best known distance of two clocks may grow: no crystal is worse. */
const DRIFT = 100e-6;
/** A stamp that is ahead of its arrival by this much, or late for this many frames, is of another beginning. */
const JUMP_MS = 500;
const JUMP_FRAMES = 12;

/**
 * Puts frames on the page's clock. The distance of the two clocks is the least that was ever seen: a frame can arrive late,
 * never early. Of two stamps of the browser the one that lies nearer to a beat is used.
 */
export function createStamps(): Stamps {
  let clocks = createClocks();
  let way: StampWay | undefined;
  let frames = 0;
  let distance: number | undefined;
  let lastArrival = 0;
  let late = 0;

  function begin(): void {
    clocks = createClocks();
    way = undefined;
    frames = 0;
    distance = undefined;
    late = 0;
  }

  /** True where the stamps have begun anew. */
  function follow({ arrival, timestamp, capture }: FrameStamps): boolean {
    if (timestamp === undefined) return false;
    const now = (capture ?? arrival) - timestamp;
    if (distance === undefined) {
      distance = now;
      lastArrival = arrival;
      return false;
    }
    late = now > distance + JUMP_MS ? late + 1 : 0;
    if (now < distance - JUMP_MS || late >= JUMP_FRAMES) {
      begin();
      distance = now;
      lastArrival = arrival;
      return true;
    }
    distance = Math.min(distance + DRIFT * Math.max(0, arrival - lastArrival), now);
    lastArrival = arrival;
    return false;
  }

  return {
    next(frame) {
      const isCut = follow(frame);
      const { arrival, timestamp, capture } = frame;
      frames += 1;
      const byArrival = clocks.arrival.next(arrival);
      const byTimestamp = timestamp === undefined ? undefined : clocks.timestamp.next(timestamp);
      const byCapture = capture === undefined ? undefined : clocks.capture.next(capture);
      way ??= byTimestamp !== undefined ? 'timestamp' : byCapture !== undefined ? 'capture' : 'arrival';
      if (frames === COMPARED_AFTER && byTimestamp !== undefined && byCapture !== undefined) {
        way = clocks.capture.rate().unsteady < clocks.timestamp.rate().unsteady ? 'capture' : 'timestamp';
      }
      if (way === 'timestamp' && byTimestamp !== undefined) {
        return { at: byTimestamp.at + distance!, lost: isCut ? 0 : byTimestamp.lost, isCut };
      }
      return { ...(way === 'capture' && byCapture !== undefined ? byCapture : byArrival), isCut };
    },
    rate: () => clocks[way ?? 'arrival'].rate(),
    way: () => way ?? 'arrival',
  };
}

const createClocks = () => ({
  timestamp: createFrameClock(),
  capture: createFrameClock(),
  arrival: createFrameClock(),
});
