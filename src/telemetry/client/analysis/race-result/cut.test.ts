import { describe, expect, it } from 'vitest';
import type { RunDetails } from '../../../protocol/runs.ts';
import { cutByResult } from './cut.ts';

const NOON = Date.UTC(2026, 5, 1, 12);

function detailsWith(
  clocks: RunDetails['sources'][number]['clocks'],
  offset = 0,
): Pick<RunDetails, 'sources' | 'duration'> {
  const alignment = { offset, method: 'by-hand', confidence: 1, uncertaintySeconds: 0 } as const;
  const source = {
    id: 's',
    kind: 'gpx',
    fileName: 'a.gpx',
    device: null,
    count: 2,
    channels: [],
    breaks: [0],
    laps: [],
  };
  return { duration: 600, sources: [{ ...source, kind: 'gpx', clocks, warnings: [], alignment }] };
}

const gps = { method: 'sample-time', at: NOON, uncertaintySeconds: 0.1 } as const;

describe('a run that is attached to a result', () => {
  it('is cut by the start and the finish of the race, through the clock of its source', () => {
    const times = { startTime: NOON + 65_250, finishTime: NOON + 125_750 };
    expect(cutByResult(detailsWith([gps]), times)).toEqual({ kind: 'cut', from: 65.25, to: 125.75 });
    expect(cutByResult(detailsWith([gps], 10), times)).toEqual({ kind: 'cut', from: 75.25, to: 135.75 });
  });

  it('is not cut when nothing in it says when it was', () => {
    expect(cutByResult(detailsWith([]), { startTime: NOON, finishTime: NOON + 1 })).toEqual({ kind: 'no-clock' });
  });

  it('is not cut by a race of another hour', () => {
    const later = { startTime: NOON + 3_600_000, finishTime: NOON + 3_660_000 };
    const earlier = { startTime: NOON - 3_660_000, finishTime: NOON - 3_600_000 };
    expect(cutByResult(detailsWith([gps]), later)).toEqual({ kind: 'elsewhere' });
    expect(cutByResult(detailsWith([gps]), earlier)).toEqual({ kind: 'elsewhere' });
  });
});
