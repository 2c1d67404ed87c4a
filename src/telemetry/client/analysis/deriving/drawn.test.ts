import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, derive } from '../../../domain/derive.ts';
import { drawnOf } from './drawn.ts';

const column = (count: number, of: (at: number) => number) => Float64Array.from({ length: count }, (_, at) => of(at));

test('[DG19] points without a time are in no chart, and on the map all the same', () => {
  const time = column(100, (at) => (at >= 20 && at < 50 ? NaN : at));
  const channels = {
    lat: column(100, (at) => 46 + at * 1e-5),
    lon: column(100, () => 7),
    power: column(100, (at) => at),
  };
  const drawn = drawnOf(derive({ time, channels }, [0, 30, 60], { ...DEFAULT_SETTINGS, smoothSeconds: 0 }));
  expect(drawn.places).toHaveLength(70);
  expect(drawn.channels.power!.values[20]).toBe(50);
  expect(drawn.breaks).toEqual([0, 20, 30]);
  expect(drawn.track!.line.x.every((x) => !Number.isNaN(x))).toBe(true);
  expect(drawn.track!.line.breaks).toEqual(Uint32Array.of(0, 30, 60));
});

test('[DG19] a track without times is drawn along its way', () => {
  const time = column(100, () => NaN);
  const channels = { lat: column(100, (at) => 46 + at * 1e-4), lon: column(100, () => 7) };
  const drawn = drawnOf(derive({ time, channels }, [0], DEFAULT_SETTINGS));
  expect(drawn.isTimed).toBe(false);
  expect(drawn.places.at(-1)).toBeCloseTo(99 * 11.12, 0);
  expect(drawn.channels.speed).toBeUndefined();
});
