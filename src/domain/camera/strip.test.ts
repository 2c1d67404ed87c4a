import { describe, expect, test } from 'vitest';
import { cropAround, readStrip, STRIP } from './strip.ts';

describe('the strip around the line', () => {
  test('the line is the middle of the crop, wherever it is drawn', () => {
    for (const line of [0.1, 0.3, 0.5, 0.77, 0.95]) {
      const crop = cropAround(line, 1280, 720);
      expect(Math.abs(crop.x + crop.width / 2 - line * 1280)).toBeLessThanOrEqual(2);
      expect(crop.x).toBeGreaterThanOrEqual(0);
      expect(crop.x + crop.width).toBeLessThanOrEqual(1280);
      expect([crop.x % 2, crop.width % 2, crop.height % 2]).toEqual([0, 0, 0]);
    }
  });

  test('a cell is the mean of its pixels, whatever the size of the crop and the stride', () => {
    const [width, height, stride] = [256, 720, 300];
    const bytes = new Uint8Array(stride * height);
    for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) bytes[y * stride + x] = x < 128 ? 40 : 200;
    const strip = readStrip({ bytes, offset: 0, stride, width, height });
    expect(strip).toHaveLength(STRIP.columns * STRIP.rows);
    expect([strip[0], strip[15], strip[16], strip[31]]).toEqual([40, 40, 200, 200]);
  });
});
