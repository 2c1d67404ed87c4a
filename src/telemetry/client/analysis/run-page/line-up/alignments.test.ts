import { describe, expect, it } from 'vitest';
import type { AlignedSource, Alignment, RunDetails, RunVideo } from '../../../../protocol/runs.ts';
import { alignedItems, alignmentWords, byHand, setAlignment, withoutSource, writeOffset } from './alignments.ts';

const at = (offset: number, method: Alignment['method'] = 'clocks'): Alignment => ({
  offset,
  method,
  confidence: 0.97,
  uncertaintySeconds: 0.2,
});
const source = (id: string, kind: AlignedSource['kind'], fileName: string, alignment: Alignment): AlignedSource => ({
  id,
  kind,
  fileName,
  device: null,
  count: 0,
  channels: [],
  breaks: [0],
  laps: [],
  clocks: [],
  warnings: [],
  alignment,
});
const video = (id: string, fileName: string, alignment: Alignment): RunVideo => ({
  id,
  chapters: [{ fileName, size: 1, fingerprint: 'f', duration: 10 }],
  framesPerSecond: 25,
  alignment,
  uploadIds: [],
});
const details = (sources: readonly AlignedSource[], videos: readonly RunVideo[]): RunDetails => ({
  name: 'Run',
  timestamp: null,
  distance: null,
  duration: null,
  outline: [],
  sources: [...sources],
  videos: [...videos],
  gates: { start: null, finish: null },
  race: null,
  hidesPositions: false,
});

const fit = source('fit', 'fit', 'ride.fit', at(0, 'same-file'));
const gps = source('gps', 'gopro', 'GX010001.MP4', at(12.5));
const film = video('film', 'GX010001.MP4', at(12.5));

describe('Lining up the files of a run', () => {
  it('takes the picture and the GPS of one camera file as one', () => {
    const items = alignedItems(details([fit, gps], [film]));
    expect(items.map(({ fileName, isTimeline }) => [fileName, isTimeline])).toEqual([
      ['ride.fit', true],
      ['GX010001.MP4', false],
    ]);
    const moved = setAlignment(details([fit, gps], [film]), items[1]!, byHand(13, 25));
    expect(moved.sources.map(({ alignment }) => alignment.offset)).toEqual([0, 13]);
    expect(moved.videos[0]!.alignment).toEqual({
      offset: 13,
      method: 'by-hand',
      confidence: 1,
      uncertaintySeconds: 0.04,
    });
  });

  it('[DS6] moves the video alone where its own GPS sets the time of the run', () => {
    const only = details(
      [source('gps', 'gopro', 'GX010001.MP4', at(0, 'same-file'))],
      [video('film', 'GX010001.MP4', at(0, 'same-file'))],
    );
    const items = alignedItems(only);
    expect(items).toHaveLength(2);
    const moved = setAlignment(only, items[1]!, byHand(-0.2, 25));
    expect(moved.sources[0]!.alignment.offset).toBe(0);
    expect(moved.videos[0]!.alignment.offset).toBe(-0.2);
  });

  it('says how it was done and how sure that is', () => {
    expect(alignmentWords(at(3))).toBe('By GPS clocks, ±0.2 s, sure');
    expect(alignmentWords({ ...at(3), uncertaintySeconds: 30, confidence: 0.5 })).toBe(
      'By the camera’s clock, ±30 s, not sure',
    );
    expect(alignmentWords({ ...at(3, 'speed'), confidence: 0.75 })).toBe('By matching speed, ±0.2 s, likely');
    expect(alignmentWords(byHand(1, 25))).toBe('By hand, ±0.04 s');
    expect(alignmentWords(at(0, 'none'))).toBe('Not lined up yet');
  });

  it('keeps everything in its place when the file that set the time is taken out', () => {
    const left = withoutSource(details([fit, gps, source('watch', 'gpx', 'watch.gpx', at(10))], [film]), 'fit');
    expect(left.sources.map(({ id, alignment }) => [id, alignment.offset])).toEqual([
      ['gps', 0],
      ['watch', -2.5],
    ]);
    expect(left.videos[0]!.alignment.offset).toBe(0);
    expect(withoutSource(details([fit, gps], [film]), 'gps').videos[0]!.alignment.offset).toBe(12.5);
  });

  it('writes an offset with its sign', () => {
    expect([writeOffset(3.25), writeOffset(-0.0333), writeOffset(7_200)]).toEqual([
      '+3.250 s',
      '−0.033 s',
      '+7200.0 s',
    ]);
  });
});
