import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, derive } from '../../../domain/derive.ts';
import { derivedOf } from '../deriving/derived.ts';
import type { Samples } from '../../../domain/recording.ts';
import type { AlignedSource, RunDetails } from '../../../protocol/runs.ts';
import { valueAt } from '../../playback/lookup.ts';
import { buildModel } from './run-model.ts';

const column = (count: number, of: (index: number) => number) =>
  Float64Array.from({ length: count }, (_, index) => of(index));
/** A track northwards, about 11 m a second. */
const track = (count: number): Samples => ({
  time: column(count, (index) => index),
  channels: { lat: column(count, (index) => 46 + index * 1e-4), lon: column(count, () => 7) },
});
const heart = (count: number): Samples => ({
  time: column(count, (index) => index),
  channels: { heartRate: column(count, (index) => 100 + index) },
});

function sourceOf(id: string, offset: number, laps: AlignedSource['laps'] = []): AlignedSource {
  const alignment = { offset, method: 'clocks', confidence: 1, uncertaintySeconds: 0 } as const;
  return {
    id,
    kind: 'fit',
    fileName: id,
    device: null,
    count: 0,
    channels: [],
    breaks: [0],
    laps,
    clocks: [],
    warnings: [],
    alignment,
  };
}

function model(...sources: readonly (readonly [AlignedSource, Samples])[]) {
  const details = { sources: sources.map(([source]) => source), videos: [] } as unknown as RunDetails;
  return buildModel(
    details,
    sources.map(([{ id }, samples]) => ({ id, ...derivedOf(derive(samples, [0], DEFAULT_SETTINGS)) })),
  );
}

describe('The files of a run on one timeline', () => {
  it('[DS1] takes each kind of measurement from the first file that has it, at its own offset', () => {
    const run = model([sourceOf('gps', 0), track(60)], [sourceOf('heart', 10), heart(60)]);
    const pulse = run.channels.find(({ channel }) => channel === 'heartRate')!;
    expect(pulse.from.source.id).toBe('heart');
    expect(valueAt(pulse.from.time, pulse.values, 25)).toBeCloseTo(115, 0);
    expect(run.channels.find(({ channel }) => channel === 'speed')!.from.source.id).toBe('gps');
    expect(run.span).toEqual({ from: 0, to: 69 });
  });

  it('finds the way gone at a time, and the time at a place', () => {
    const run = model([sourceOf('gps', 5), track(60)]);
    const metres = run.distanceAt(35);
    expect(metres).toBeCloseTo(333.6, 0);
    expect(run.timeAtDistance(metres)).toBeCloseTo(35, 6);
    expect(run.distanceAt(-100)).toBe(0);
    expect(run.distanceAt(1e6)).toBeCloseTo(656, 0);
    const times = Float64Array.of(-100, 5, 34.5, 35, 1e6);
    expect(run.distancesAt(times)).toEqual(times.map(run.distanceAt));
  });

  it('moves laps along with the file they came from', () => {
    const run = model(
      [sourceOf('gps', 0), track(60)],
      [sourceOf('watch', 7, [{ name: 'Lap 1', from: 0, to: 30 }]), heart(60)],
    );
    expect(run.laps).toEqual([{ name: 'Lap 1', span: { from: 7, to: 37 } }]);
  });

  it('shows a track without times by its way alone', () => {
    const { channels } = track(60);
    const run = model([sourceOf('gps', 0), { time: column(60, () => NaN), channels }]);
    expect(run.hasTimes).toBe(false);
    expect(run.span.to).toBeCloseTo(656, 0);
    expect(run.channels.map(({ channel }) => channel)).toEqual(['distance']);
  });

  it('is empty, and not broken, while nothing has arrived', () => {
    const run = model();
    expect(run.span).toEqual({ from: 0, to: 0 });
    expect(run.main).toBeNull();
    expect(run.distanceAt(3)).toBeNaN();
  });
});
