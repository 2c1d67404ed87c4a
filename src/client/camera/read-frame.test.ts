import { expect, test } from 'vitest';
import { STRIP } from '../../domain/camera/strip.ts';
import { createFrameReader, SLIT_ROWS } from './read-frame.ts';

const [WIDTH, HEIGHT] = [320, 180];
/** Brightness of the picture as it is seen: rises to the right, and falls in steps to the bottom. */
const seen = (x: number, y: number): number => 40 + Math.floor(x / 4) + (y < HEIGHT / 2 ? 60 : 0);
/** One colour on the left half of the picture, another on the right one. */
const blueOf = (x: number): number => (x < WIDTH / 2 ? 90 : 170);

type Turn = { readonly rotation: number; readonly flip: boolean };
/** Where a pixel of the sensor is seen. */
function shownAt(x: number, y: number, { rotation, flip }: Turn): [number, number] {
  const turned = (
    { 0: [x, y], 90: [WIDTH - 1 - y, x], 180: [WIDTH - 1 - x, HEIGHT - 1 - y], 270: [y, HEIGHT - 1 - x] } as Record<
      number,
      [number, number]
    >
  )[rotation]!;
  return flip ? [WIDTH - 1 - turned[0], turned[1]] : turned;
}

/** A frame as a browser hands it out: the sensor's pixels, and how they are to be turned. */
function frameOf(format: 'I420' | 'NV12', turn: Turn): VideoFrame {
  const isLying = turn.rotation % 180 !== 0;
  const [width, height] = isLying ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  return {
    format,
    ...turn,
    displayWidth: WIDTH,
    displayHeight: HEIGHT,
    codedWidth: width,
    codedHeight: height,
    visibleRect: { x: 0, y: 0, width, height },
    allocationSize: ({ rect }: { rect: DOMRectReadOnly }) => rect.width * rect.height * 1.5,
    async copyTo(into: Uint8Array, { rect }: { rect: DOMRectReadOnly }) {
      expect([rect.x, rect.y, rect.width, rect.height].every((each) => each % 2 === 0 && each >= 0)).toBe(true);
      const pixels = rect.width * rect.height;
      const half = rect.width / 2;
      for (let y = 0; y < rect.height; y += 1) {
        for (let x = 0; x < rect.width; x += 1) {
          const [shownX, shownY] = shownAt(x + rect.x, y + rect.y, turn);
          into[y * rect.width + x] = seen(shownX, shownY);
          if (x % 2 !== 0 || y % 2 !== 0) continue;
          const shared = (y / 2) * half + x / 2;
          const blue = blueOf(shownX);
          if (format === 'NV12') into.set([blue, 128], pixels + 2 * shared);
          else {
            into[pixels + shared] = blue;
            into[pixels + pixels / 4 + shared] = 128;
          }
        }
      }
      return format === 'NV12'
        ? [
            { offset: 0, stride: rect.width },
            { offset: pixels, stride: rect.width },
          ]
        : [
            { offset: 0, stride: rect.width },
            { offset: pixels, stride: half },
            { offset: pixels + pixels / 4, stride: half },
          ];
    },
  } as unknown as VideoFrame;
}

const turns = [0, 90, 180, 270].flatMap((rotation) => [false, true].map((flip) => ({ rotation, flip })));
const cases = (['I420', 'NV12'] as const).flatMap((format) => turns.map((turn) => ({ format, ...turn })));

test.each(cases)(
  '[EYE9] $format turned by $rotation, mirrored $flip: the strip is that of the picture as it is seen',
  async ({ format, ...turn }) => {
    const reader = createFrameReader();
    const { cells, slit } = await reader.read(frameOf(format, turn), 0.5);
    const row = (at: number) => Array.from(cells.slice(at * STRIP.columns, (at + 1) * STRIP.columns));
    // The crop is 64 pixels wide around 160: two pixels a cell, and brightness rises by one in four.
    expect(row(10)).toEqual(Array.from({ length: 32 }, (_, column) => seen(128 + 2 * column, 0)));
    expect(row(80)).toEqual(Array.from({ length: 32 }, (_, column) => seen(128 + 2 * column, HEIGHT - 1)));
    const bytesOf = (at: number) => [...new Uint8Array(slit.slice(at, at + 1).buffer)];
    const [upper, lower] = [bytesOf(10), bytesOf(SLIT_ROWS - 10)];
    expect(upper[3]).toBe(255);
    expect(upper[1]! - lower[1]!).toBeGreaterThan(60);
    // Right of the middle blue is strong; one pixel further to the left it is weak.
    expect(upper[2]! - upper[0]!).toBeGreaterThan(50);
  },
);

test('[EYE9] the profile over the picture’s width follows the picture as it is seen', async () => {
  const reader = createFrameReader();
  for (const turn of turns) {
    const profile = await reader.readProfile(frameOf('I420', turn));
    expect(profile).toHaveLength(320);
    expect(profile[300]! - profile[20]!).toBeCloseTo(70, 0);
  }
});
