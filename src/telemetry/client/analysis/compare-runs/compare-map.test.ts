import { expect, test } from 'vitest';
import { partsWon } from './compare-map.tsx';

test('[DK10] stretches that were won are solid, those that were lost dashed, both broad, with the seconds beside the greatest', () => {
  const gains = [3.2, -2.5, 2, -1.5, 1, -0.5].map((seconds, index) => ({ from: index, to: index + 1, seconds }));
  const comparison = { gains: () => gains, placeAt: (place: number) => ({ a: { time: place } }) };
  const parts = partsWon(comparison as never, { time: Float64Array.from({ length: 9 }, (_, at) => at) } as never);
  expect(parts.map(({ isDashed }) => isDashed)).toEqual([false, true, false, true, false, true]);
  expect(new Set(parts.map(({ width }) => width)).size).toBe(1);
  expect(parts[0]!.width).toBeGreaterThan(3);
  expect(parts.map(({ label }) => label === undefined)).toEqual([false, false, false, false, false, true]);
  expect(parts[0]!.label).toMatch(/3\.2/);
});
