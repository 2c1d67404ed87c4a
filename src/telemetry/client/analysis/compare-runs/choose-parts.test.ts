import { describe, expect, it } from 'vitest';
import type { Lap, Samples } from '../../../domain/recording.ts';
import { makeRun, ring, wandering } from '../../../../../tests/telemetry/support/made-runs.ts';
import { detailsOf, sourceOf } from '../../../../../tests/support/runs.ts';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import { chooseParts, type Gates, gatesFrom, mainLap, partsBetween, type PartsOf } from './choose-parts.ts';
import { readTrack } from '../deriving/side-track.ts';
import { partOf, type Side, sideOf } from './side.ts';

function madeSide(samples: Samples, laps: readonly Lap[] = [], offset = 0): Side {
  const source = { ...sourceOf(samples.time.length), laps: [...laps] };
  const aligned = { ...source, alignment: { ...source.alignment, offset } };
  const run = { id: 'r', role: 'owner', details: detailsOf({ sources: [aligned] }) } as unknown as LocalRun;
  const track = readTrack(samples, source.breaks);
  if (typeof track === 'string') throw new Error(track);
  return sideOf(run, aligned, track);
}

const partsOf = (side: Side, gates: Gates | null): PartsOf => ({
  side,
  race: null,
  between: partsBetween(side.track, gates),
});
const lasting = ({ lapse }: { lapse: { from: number; to: number } }) => lapse.to - lapse.from;

// A ring of 500 m at 10 m/s: laps of 50 s; the recording has a bit before and after.
const session = makeRun({ place: ring(500), speed: () => 10, seconds: 170, rate: 5 });
const laps: Lap[] = [
  { name: '1', from: 0, to: 10 },
  { name: '2', from: 10, to: 60 },
  { name: '3', from: 60, to: 110 },
  { name: '4', from: 110, to: 170 },
];

describe('which part of a run is compared at first', () => {
  it('is the fastest whole lap, not the piece at the end of the recording', () => {
    expect(mainLap(madeSide(session, laps))?.label).toBe('Lap 2 · 0:50.000');
  });

  it('is no lap where a watch only counted kilometres', () => {
    const road = makeRun({ place: (along) => [along, 0], speed: () => 10, seconds: 300, rate: 1 });
    const kilometres = [
      { name: '1', from: 0, to: 100 },
      { name: '2', from: 100, to: 200 },
    ];
    expect(mainLap(madeSide(road, kilometres))).toBeNull();
  });

  it('is what lies between the same gates, when one of the two files has no laps', () => {
    const a = madeSide(session, laps);
    const b = madeSide(makeRun({ place: ring(500), speed: () => 9, seconds: 150, rate: 5 }));
    const gates = gatesFrom(a)!;
    const [ofA, ofB] = chooseParts(partsOf(a, gates), partsOf(b, gates), false);
    expect(ofA.id).toMatch(/^gates:/);
    expect(lasting(ofA)).toBeCloseTo(50, 1);
    expect(lasting(ofB)).toBeCloseTo(500 / 9, 1);
  });

  it('is the race, when both are attached to a result', () => {
    const side = madeSide(session, laps);
    const race = partOf('race', 'Race', { from: 5, to: 95 });
    const parts = { side, race, between: [] };
    expect(chooseParts(parts, parts, false).map(({ id }) => id)).toEqual(['race', 'race']);
  });

  it('is what lies between gates that were set by hand, before everything else', () => {
    const side = madeSide(session, laps);
    const gates = gatesFrom(side);
    const [ofA] = chooseParts(partsOf(side, gates), partsOf(side, gates), true);
    expect(ofA.id).toMatch(/^gates:/);
  });

  it('is all of both, when they share no gate', () => {
    const a = madeSide(makeRun({ place: (along) => [along, 0], speed: wandering(3), seconds: 100, rate: 1 }));
    const b = madeSide(makeRun({ place: (along) => [0, along + 500], speed: wandering(4), seconds: 100, rate: 1 }));
    const gates = gatesFrom(a);
    expect(chooseParts(partsOf(a, gates), partsOf(b, gates), false).map(({ id }) => id)).toEqual(['whole', 'whole']);
  });
});

it('a source that was moved on the timeline of its run is compared there, laps and all', () => {
  const side = madeSide(session, laps, 30);
  expect(side.whole.lapse).toEqual({ from: 30, to: 200 });
  expect(mainLap(side)?.lapse).toEqual({ from: 40, to: 90 });
});
