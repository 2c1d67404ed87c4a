import { describe, expect, test } from 'vitest';
import { createStamps, type FrameStamps } from './stamps.ts';

const STEP = 1000 / 30;
/** Frames of a camera whose own clock began elsewhere; each arrives a little later than it was made. */
function film(count: number, more: (index: number) => Partial<FrameStamps> = () => ({}), base = 7_000_000) {
  return Array.from({ length: count }, (_, index): FrameStamps => {
    const seen = 1_000 + index * STEP;
    const late = 5 + (index % 7) * 3;
    return { arrival: seen + late, timestamp: base + seen, capture: undefined, ...more(index) };
  });
}
const trueAt = (index: number): number => 1_000 + index * STEP;

describe('[EYE10] frames on the page’s clock', () => {
  test('by the least distance that was seen between the two clocks: a late arrival makes no frame late', () => {
    const stamps = createStamps();
    const at = film(120).map((frame) => stamps.next(frame).at);
    const errors = at.slice(30).map((each, index) => each - trueAt(index + 30) - 5);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1);
    expect(stamps.way()).toBe('timestamp');
  });

  test('the steadier of two stamps is used, and named', () => {
    const shaky = createStamps();
    const frames = film(120, (index) => ({
      capture: trueAt(index) + 20,
      timestamp: 7_000_000 + trueAt(index) + (index % 5) * 4,
    }));
    const at = frames.map((frame) => shaky.next(frame).at);
    expect(shaky.way()).toBe('capture');
    expect(at.at(-1)! - trueAt(119)).toBeCloseTo(20, 0);

    const steady = createStamps();
    for (const frame of film(120, (index) => ({ capture: trueAt(index) + 20 + (index % 5) * 4 }))) steady.next(frame);
    expect(steady.way()).toBe('timestamp');
  });

  test('stamps that begin anew are cut off from those before, and give no wrong time', () => {
    const stamps = createStamps();
    for (const frame of film(90)) stamps.next(frame);
    const after = film(150, () => ({}), 300_000).slice(90);
    const cuts = after.map((frame) => stamps.next(frame));
    expect(cuts.filter(({ isCut }) => isCut)).toHaveLength(1);
    const errors = cuts.slice(20).map(({ at }, index) => at - trueAt(index + 110) - 5);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(4);
  });

  test('a queue that was full for a moment is no other beginning', () => {
    const stamps = createStamps();
    const frames = film(90, (index) => (index >= 60 && index < 65 ? { arrival: trueAt(index) + 900 } : {}));
    const seen = frames.map((frame) => stamps.next(frame));
    expect(seen.some(({ isCut }) => isCut)).toBe(false);
    expect(Math.abs(seen.at(-1)!.at - trueAt(89) - 5)).toBeLessThan(1);
  });

  test('frames that never came are counted', () => {
    const stamps = createStamps();
    const lost = film(90)
      .filter((_, index) => index !== 50 && index !== 51)
      .map((frame) => stamps.next(frame).lost);
    expect(lost.reduce((sum, each) => sum + each, 0)).toBe(2);
  });
});
