import { describe, expect, test } from 'vitest';
import { drawStrip } from './draw-strip.ts';
import { SLIT_ROWS } from './read-frame.ts';
import { COLUMN_BYTES, createStripStore, type StoreParts } from './strip-store.ts';

const STEP = 40;
const MB = 1024 * 1024;
const slit = (value: number): Uint32Array => new Uint32Array(SLIT_ROWS).fill(value);

function filled(count: number, parts: Partial<StoreParts> = {}, isMissing: (index: number) => boolean = () => false) {
  const store = createStripStore({ keepMs: 600_000, mostBytes: 100 * MB, ...parts });
  const kept = Array.from({ length: count }, (_, index) =>
    isMissing(index) ? true : store.push(slit(index + 1), { at: index * STEP, interval: STEP }),
  );
  return { store, kept };
}

describe('[EYE11] the strip', () => {
  test('holds one column a frame, found by its moment', () => {
    const { store } = filled(1_000);
    expect(store.count()).toBe(1_000);
    for (const index of [0, 1, 255, 256, 700, 999]) {
      expect(store.find(index * STEP + 10)).toBe(index);
      const pixels = new Uint32Array(SLIT_ROWS);
      store.copyPixels(index, pixels, 0, 1);
      expect(new Set(pixels)).toEqual(new Set([index + 1]));
    }
  });

  test('lets the oldest go after its minutes, and where its memory is full', () => {
    const { store: short } = filled(3_000, { keepMs: 20_000 });
    expect(short.column(short.count() - 1).at - short.column(0).at).toBeLessThan(20_000 + 2 * 256 * STEP);
    const { store: small } = filled(3_000, { mostBytes: 4 * 256 * COLUMN_BYTES });
    expect(small.bytes()).toBe(4 * 256 * COLUMN_BYTES);
    expect(small.column(small.count() - 1).at).toBe(2_999 * STEP);
  });

  test('a device without memory keeps half of what it had, says so, and goes on', () => {
    let left = 6;
    const { store, kept } = filled(5_000, {
      allocate(columns) {
        if ((left -= 1) < 0) throw new RangeError('Array buffer allocation failed');
        return new Uint32Array(columns * SLIT_ROWS);
      },
    });
    expect(kept.filter((each) => !each)).toHaveLength(1);
    expect(store.bytes()).toBeLessThanOrEqual(3 * 256 * COLUMN_BYTES);
    expect(store.column(store.count() - 1).at).toBe(4_999 * STEP);
  });

  test('frames that are missing are a striped gap, and the road before and after is none', () => {
    const { store } = filled(100, {}, (index) => index >= 40 && index < 60);
    expect([store.find(39 * STEP), store.find(50 * STEP), store.find(60 * STEP)]).toEqual([39, -1, 40]);
    const width = 120;
    const into = { data: new Uint8ClampedArray(4 * width * SLIT_ROWS), width };
    drawStrip(store, { from: 0, msPerPixel: STEP }, -10 * STEP, [], into);
    const pixels = new Uint32Array(into.data.buffer);
    const coloursAt = (x: number) => new Set(Array.from({ length: SLIT_ROWS }, (_, row) => pixels[row * width + x]));
    expect([...coloursAt(2)]).toHaveLength(1);
    expect([...coloursAt(20)]).toEqual([11]);
    expect([...coloursAt(60)]).toHaveLength(2);
    expect(pixels[60]).not.toBe(pixels[2]);
  });
});
