/** A film of a road with a line in its middle, made by a script, so that every crossing's moment is known. */
export interface Rider {
  /** Second of the film at which the front wheel is at the line. */
  readonly at: number;
  /** Metres a second, from the left. */
  readonly speed: number;
  /** Brightness of the jersey. */
  readonly bright: number;
}

export interface LineFilm {
  readonly width: number;
  readonly height: number;
  readonly riders: readonly Rider[];
  /** Whether each frame carries its own number, as a row of black and white bars at its upper edge. */
  readonly hasNumbers?: boolean;
}

const PIXELS_PER_METRE = 55;
const BARS = 20;
const BAR_ROWS = 40;
const [WHITE, BLACK] = [235, 16];

/** Random numbers that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws frames as I420: brightness, then two colours of a quarter each. */
export function createLineFilm({ width, height, riders, hasNumbers = false }: LineFilm) {
  const texture = seeded(9);
  const roads = Array.from({ length: 4 }, (_, which) => {
    const noise = seeded(100 + which);
    const road = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1) {
      const bright = y < height * 0.35 ? 170 : y < height * 0.8 ? 110 : 135;
      for (let x = 0; x < width; x += 1) {
        road[y * width + x] = bright + 8 * Math.sin(x * 0.2) + 4 * (noise() - 0.5) + (which === 0 ? 6 * texture() : 3);
      }
    }
    return road;
  });
  const ground = Math.round(height * 0.89);

  function drawRider(frame: Uint8Array, second: number, { at, speed, bright }: Rider): void {
    const front = width / 2 + (second - at) * speed * PIXELS_PER_METRE;
    const [long, high, wheel] = [1.7 * PIXELS_PER_METRE, 1.8 * PIXELS_PER_METRE, 0.34 * PIXELS_PER_METRE];
    const [from, to] = [Math.max(0, Math.ceil(front - long)), Math.min(width, front)];
    for (let x = from; x < to; x += 1) {
      for (let y = Math.max(0, Math.floor(ground - high)); y < ground; y += 1) {
        const [behind, above] = [front - x, ground - y];
        const first = Math.hypot(behind - wheel, above - wheel);
        const second = Math.hypot(behind - (long - wheel), above - wheel);
        const isRim = [first, second].some((radius) => radius < wheel && radius > wheel * 0.8);
        const isBody = above > high * 0.5 && above < high * 0.86 && behind > long * 0.25 && behind < long * 0.75;
        const isHead = above >= high * 0.86 && behind > long * 0.28 && behind < long * 0.46;
        const isFrame = above > high * 0.2 && above < high * 0.5 && behind > long * 0.35 && behind < long * 0.65;
        if (isRim) frame[y * width + x] = 30;
        else if (isBody) frame[y * width + x] = bright;
        else if (isHead) frame[y * width + x] = 60;
        else if (isFrame) frame[y * width + x] = bright * 0.7;
      }
    }
  }

  function drawNumber(frame: Uint8Array, number: number): void {
    const bar = Math.floor(width / (BARS + 2));
    for (let place = -1; place <= BARS; place += 1) {
      const isLight = place === -1 || (place < BARS && ((number >> place) & 1) === 1);
      for (let y = 0; y < BAR_ROWS; y += 1) {
        frame.fill(isLight ? WHITE : BLACK, y * width + (place + 1) * bar, y * width + (place + 2) * bar);
      }
    }
  }

  return {
    draw(index: number, second: number): Uint8Array {
      const frame = new Uint8Array((width * height * 3) / 2).fill(128);
      frame.set(roads[index % roads.length]!);
      for (const rider of riders) drawRider(frame, second, rider);
      if (hasNumbers) drawNumber(frame, index);
      return frame;
    },
  };
}
