import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeZip } from '../../../../../tests/telemetry/support/write-zip.ts';
import { describeFailure } from '../../../domain/read-texts.ts';
import { readFiles } from './read-files.ts';

const GPX = '<gpx><trk><trkseg><trkpt lat="47" lon="8"/><trkpt lat="47.001" lon="8"/></trkseg></trk></gpx>';
const read = (bytes: Uint8Array<ArrayBuffer>, entry?: string) =>
  readFiles([new File([bytes], 'export.zip')], undefined, () => undefined, entry);
const pack = async (text: string) =>
  new Uint8Array(
    await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
  );

const TABLE = [
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Filename',
  '7,"May 2, 2024, 9:00:00 PM",Evening,Ride,"long\nway",activities/9.gpx.gz',
  '8,"Nov 17, 2025, 12:05:00 AM","Midnight, ""wet""",Run,,activities/7.gpx',
  '9,"Jan 1, 2020, 1:00:00 AM",Old,Ride,,activities/8.tcx',
].join('\n');

test('[DT88] the recordings of a Strava export, the newest first, by the names of its table', async () => {
  const zip = writeZip([
    ['profile.csv', 'a,b'],
    ['activities.csv', TABLE],
    ['activities/8.tcx', 'x'],
    ['activities/9.gpx.gz!', await pack(GPX)],
    ['activities/7.gpx', GPX],
    ['media/1.jpg', 'x'],
    ['__MACOSX/activities/._7.gpx', 'x'],
  ]);
  const outcome = await read(zip);
  expect(outcome).toMatchObject({
    kind: 'archive',
    entries: [
      { path: 'activities/7.gpx', name: 'Midnight, "wet"', at: Date.UTC(2025, 10, 17, 0, 5) },
      { path: 'activities/9.gpx.gz', name: 'Evening', at: Date.UTC(2024, 4, 2, 21) },
      { path: 'activities/8.tcx', name: 'Old' },
    ],
  });
  expect(await read(zip, 'activities/9.gpx.gz')).toMatchObject({ kind: 'data', fileName: '9.gpx' });
  expect(await read(zip, 'activities/99.gpx')).toMatchObject({ kind: 'failed' });
});

test('[DT88] an archive with one recording is that recording', async () => {
  expect(await read(writeZip([['12345_ACTIVITY.gpx', GPX]]))).toMatchObject({
    kind: 'data',
    fileName: '12345_ACTIVITY.gpx',
  });
});

test('[DT88] of an export in another language the order of its table is kept, the last one first', async () => {
  const table =
    'Aktivitäts-ID,Datum,Name,Dateiname\n1,"01.06.2024, 10:00:05",Erste,activities/2.gpx\n2,"02.06.2024, 10:00:05",Zweite,activities/1.gpx';
  const zip = writeZip([
    ['activities.csv', table],
    ['activities/1.gpx', GPX],
    ['activities/2.gpx', GPX],
  ]);
  const outcome = await read(zip);
  expect(outcome.kind === 'archive' && outcome.entries.map(({ name }) => name)).toEqual(['Zweite', 'Erste']);
});

test('[DT88] an archive without a recording says so, and a damaged one never throws', async () => {
  expect(await read(writeZip([['a.jpg', 'x']]))).toEqual({ kind: 'failed', failure: { code: 'zip-no-activity' } });
  const whole = writeZip([
    ['activities/1.gpx', GPX],
    ['activities/2.gpx', GPX],
  ]);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, value, cut) => {
      const bytes = whole.slice(0, cut < 20 ? whole.length : cut);
      if (at >= 4 && at < bytes.length) bytes[at] = value;
      for (const entry of [undefined, 'activities/1.gpx']) {
        const outcome = await read(bytes, entry);
        if (outcome.kind === 'failed') expect(describeFailure(outcome.failure)).not.toBe('');
      }
    }),
    { numRuns: 150 },
  );
});

test('[DT88] a browser that cannot unpack says which one can', async () => {
  const had = globalThis.DecompressionStream;
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
  try {
    expect(await read(writeZip([['1.gpx', GPX]]))).toEqual({
      kind: 'failed',
      failure: { code: 'browser-cannot-unpack' },
    });
    expect(describeFailure({ code: 'browser-cannot-unpack' })).toContain('16.4');
  } finally {
    globalThis.DecompressionStream = had;
  }
});
