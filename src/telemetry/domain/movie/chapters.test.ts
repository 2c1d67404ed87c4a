import { expect, test } from 'vitest';
import { ride, writeGoPro } from '../../../../tests/telemetry/support/write-gopro.ts';
import { chapterOf, joinChapters } from './chapters.ts';
import { accessBytes } from '../../../../tests/telemetry/support/access-bytes.ts';
import { readGoProFile } from '../../../../tests/telemetry/support/read-gopro-file.ts';

const START = Date.UTC(2024, 5, 1, 10);

async function readChapter(options: Parameters<typeof ride>[0]) {
  const read = await readGoProFile(accessBytes(writeGoPro({ payloads: ride(options), stream: 'GPS9' })));
  if (!read.ok) throw new Error(read.error.code);
  return read.value;
}

test.each([
  ['GX010042.MP4', 'GX0042', 0],
  ['GX120042.MP4', 'GX0042', 11],
  ['gh020007.mp4', 'GH0007', 1],
  ['GS010001.360', 'GS0001', 0],
  ['GOPR0099.MP4', 'GOPR0099', 0],
  ['GP010099.MP4', 'GOPR0099', 1],
  ['GPFR0003.MP4', 'GPFR0003', 0],
  ['GF010003.MP4', 'GPFR0003', 1],
  ['GPBK0003.MP4', 'GPBK0003', 0],
  ['GX010042 (1).MP4', 'GX0042', 0],
])('%s is of recording %s, chapter %d', (name, recording, chapter) => {
  expect(chapterOf(name)).toEqual({ recording, chapter });
});

test.each(['holiday.mp4', 'GX000042.MP4', 'GP000042.MP4', 'GX01004.MP4', 'AGX010042.MP4', 'GX0100421.MP4'])(
  '%s is no chapter',
  (name) => expect(chapterOf(name)).toBeNull(),
);

test('[DT58] Chapters are one recording on one timeline, without a break between them', async () => {
  const first = await readChapter({ seconds: 10 });
  const second = await readChapter({ seconds: 5, startUtc: START + 9500 });
  const joined = joinChapters([
    { recording: first, duration: 9.5 },
    { recording: second, duration: 5 },
  ])!;
  const { time, channels } = joined.samples;
  expect(time).toHaveLength(95 + 50);
  expect(time[94]).toBeCloseTo(9.4, 9);
  expect(time[95]).toBeCloseTo(9.5, 9);
  expect(channels.lat).toHaveLength(145);
  expect(joined.breaks).toEqual([0]);
  expect(joined.clocks[0]).toMatchObject({ method: 'sample-time', at: START });
});

test('[DT58] A chapter without positions leaves its time empty', async () => {
  const recording = await readChapter({ seconds: 5 });
  const joined = joinChapters([
    { recording, duration: 5 },
    { recording: null, duration: 60 },
    { recording, duration: 5 },
  ])!;
  expect(joined.samples.time[50]).toBeCloseTo(65, 9);
  expect(joined.breaks).toEqual([0, 50]);
  expect(joinChapters([{ recording: null, duration: 3 }])).toBeNull();
});

test('Time 0 of the whole is told by a later chapter where the first cannot tell', async () => {
  const joined = joinChapters([
    { recording: null, duration: 60 },
    { recording: await readChapter({ seconds: 5, startUtc: START + 60_000 }), duration: 5 },
  ])!;
  expect(joined.clocks[0]).toMatchObject({ method: 'sample-time', at: START });
});

test('What a chapter warns of is kept, and a later one that begins without a fix is no late start', async () => {
  const late = await readChapter({ seconds: 6, fixAfter: 2 });
  const joined = joinChapters([
    { recording: late, duration: 6 },
    { recording: late, duration: 6 },
  ])!;
  expect(joined.warnings).toEqual([{ code: 'no-fix-at-start', count: 2 }]);
});
