import { distanceBetween } from '../../../src/telemetry/domain/geo.ts';
import type { GpsStream, PointField } from '../../../src/telemetry/domain/movie/gps-streams.ts';
import { accessBytes } from '../support/access-bytes.ts';
import { readMovie } from '../../../src/telemetry/domain/movie/read-movie.ts';
import { readTelemetry } from '../../../src/telemetry/domain/movie/read-telemetry.ts';
import type { Recording } from '../../../src/telemetry/domain/recording.ts';
import { compareExactly, compareMoments, compareNumbers, type Fact, showOnly, type Stated } from './fact.ts';

/**
 * The reference counts every stream with positions that the camera writes, with and without a fix; a recording keeps the
 * best of them. So these are counted before the recording is made.
 */
export async function goproFacts(
  bytes: Uint8Array,
  recording: Recording,
  stated: Stated,
  note: string,
): Promise<Fact[]> {
  const movie = await readMovie(accessBytes(bytes));
  if (!movie.ok) return [compareExactly('movie', stated, movie.error.code)];
  const { telemetry, duration, creationTime, firmware } = movie.value;
  const read = await readTelemetry(accessBytes(bytes), telemetry);
  if (!read.ok) return [compareExactly('telemetry', stated, read.error.code)];
  const { blocks } = read.value;
  const of = (...names: GpsStream[]) => blocks.filter(({ stream }) => names.includes(stream));
  const camera = of('GPS5', 'GPS9');
  const counted = camera.length > 0 ? camera : of('GLPI');
  const name = [...new Set(counted.map(({ stream }) => stream))].join(' + ');
  const all = (field: PointField) => counted.flatMap(({ points }) => [...points[field]]);
  const fixes = [...new Set(all('fix').filter((fix) => !Number.isNaN(fix)))].map(String);
  // In the order of the file, as the reference prints them: a point's own time where it has one, else its payload's.
  const moments = counted.flatMap(({ utc, points }) => [...points.utc].map((own) => (own > 0 ? own : utc)));
  return [
    compareExactly(`gpsPoints (${name})`, stated['gpsPoints'], moments.length),
    compareMoments('firstGpsTime', stated['firstGpsTime'], moments[0] ?? NaN, 10),
    compareMoments('lastGpsTime', stated['lastGpsTime'], moments.at(-1) ?? NaN, 10),
    compareExactly('fixValues', stated['fixValues'], fixes.toSorted()),
    compareNumbers(
      'pathLengthAllPoints_m',
      stated['pathLengthAllPoints_m'],
      pathLength(all('lat'), all('lon')),
      0.1,
      'm',
    ),
    compareExactly('gpmdPayloads', stated['gpmdPayloads'], telemetry.length),
    compareNumbers('duration_s (of the pictures)', stated['duration_s'], duration, 0.01, 's'),
    compareMoments('creation_time', stated['creation_time'], creationTime ?? NaN, 0),
    compareExactly('firmware', stated['firmware'], firmware),
    ...noteFacts(recording, note),
    showOnly('in the recording', undefined, describe(recording)),
  ];
}

function pathLength(lat: readonly number[], lon: readonly number[]): number {
  return lat.reduce((sum, at, index) => {
    return index === 0 ? 0 : sum + distanceBetween(lat[index - 1]!, lon[index - 1]!, at, lon[index]!);
  }, 0);
}

/** The facts in the note behind the figures. */
function noteFacts({ clocks }: Recording, note: string): Fact[] {
  const first = /First GPS9 time ([\d:.TZ-]+)/.exec(note)?.[1];
  const later = /GPSU is ([\d.]+) s later/.exec(note)?.[1];
  const [ofPoints, ofPayloads] = clocks;
  return [
    ...(first === undefined
      ? []
      : [compareMoments('first GPS9 time (clock of the recording)', first, ofPoints?.at ?? NaN, 50)]),
    ...(later === undefined
      ? []
      : [
          compareNumbers(
            'GPSU later than GPS9',
            later,
            ((ofPayloads?.at ?? NaN) - (ofPoints?.at ?? NaN)) / 1000,
            0.05,
            's',
          ),
        ]),
  ];
}

function describe({ device, samples, clocks, warnings }: Recording): string {
  const placed = samples.channels.lat?.filter((value) => !Number.isNaN(value)).length ?? 0;
  return [
    `${samples.time.length} samples of ${device}`,
    `${placed} with a place`,
    clocks.map(({ method }) => method).join(', '),
    ...warnings.map(({ code, count }) => `${code} ${count ?? ''}`.trim()),
  ].join('; ');
}
