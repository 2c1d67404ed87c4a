import { expect, test } from 'vitest';
import { readSample } from '../../../../../tests/telemetry/support/samples.ts';
import { type RunSource, runSource } from '../../../protocol/runs.ts';
import { readFiles } from '../reading/read-files.ts';
import { writeFormat } from '../describe-run.ts';
import { makeSource, oneLine, OWN_TIMELINE } from './build-run.ts';

/** The kinds that the release before takes. */
const KNOWN_BEFORE = ['gpx', 'fit', 'csv', 'gopro'];

test.each([
  ['more/tcx/togeojson-sample.tcx', 'TCX', 'gpx'],
  ['more/kml/togeojson-gxtrack.kml', 'KML', 'gpx'],
  ['more/igc/glider-ring.igc', 'IGC', 'csv'],
  ['more/nmea/over-midnight-south-west.nmea', 'NMEA', 'csv'],
  ['more/vbo/ring-10hz.vbo', 'VBO', 'csv'],
  ['more/srt/dji-mavic-pro.srt', 'SRT', 'csv'],
  ['gpx/togeojson-run.gpx', 'GPX', 'gpx'],
])('[DT87] %s is called %s, and the release before takes it for a %s', async (name, word, kind) => {
  const outcome = await readFiles([new File([readSample(name)], name)], undefined, () => undefined);
  if (outcome.kind !== 'data') throw new Error(outcome.kind);
  const source = makeSource('00000000-0000-7000-8000-000000000001', name, outcome.read.recording, OWN_TIMELINE);
  expect(runSource.safeParse(source).success).toBe(true);
  expect(KNOWN_BEFORE).toContain(source.kind);
  expect([writeFormat(source), source.kind]).toEqual([word, kind]);
});

test('[DT87] a format of a later release is called by its kind', () => {
  const later: Pick<RunSource, 'kind' | 'format'> = { kind: 'csv', format: 'xyz' };
  expect(writeFormat(later)).toBe('CSV');
});

test('two long names that differ at their ends stay two', () => {
  const long = 'a'.repeat(300);
  expect(oneLine(`${long}-front.mp4`)).not.toBe(oneLine(`${long}-rear.mp4`));
  expect(oneLine(`${long}-front.mp4`)).toHaveLength(200);
});
