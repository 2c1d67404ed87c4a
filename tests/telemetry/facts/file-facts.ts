import type { Channel } from '../../../src/telemetry/domain/channels.ts';
import { distanceBetween } from '../../../src/telemetry/domain/geo.ts';
import type { Recording } from '../../../src/telemetry/domain/recording.ts';
import { compareExactly, compareMoments, compareNumbers, type Fact, showOnly, type Stated } from './fact.ts';

function count({ samples }: Recording, channel: Channel): number {
  return samples.channels[channel]?.filter((value) => !Number.isNaN(value)).length ?? 0;
}

/** The first and the last time in UTC, or by the recorder's own clock. */
function spanOf({ samples, clocks }: Recording): {
  readonly from: number;
  readonly to: number;
  readonly length: number;
} {
  const times = samples.time.filter((value) => !Number.isNaN(value));
  const [first = NaN, last = NaN] = [times[0], times.at(-1)];
  const at = clocks[0]?.at ?? NaN;
  return { from: at + first * 1000, to: at + last * 1000, length: last - first };
}

/** The length along the positions, of each segment by itself where `isCut`. */
function lengthOf({ samples, breaks }: Recording, isCut: boolean): number {
  const { lat, lon } = samples.channels;
  if (lat === undefined || lon === undefined) return 0;
  const cuts = new Set(breaks);
  let sum = 0;
  let last = -1;
  for (let index = 0; index < lat.length; index += 1) {
    if (isCut && cuts.has(index)) last = -1;
    if (Number.isNaN(lat[index]) || Number.isNaN(lon[index])) continue;
    if (last >= 0) sum += distanceBetween(lat[last]!, lon[last]!, lat[index]!, lon[index]!);
    last = index;
  }
  return sum;
}

const describe = ({ device, warnings }: Recording): string =>
  [device ?? 'device not named', ...warnings.map(({ code, count: times }) => `${code} ${times ?? ''}`.trim())].join(
    '; ',
  );

/** The reference counts records; fixes of a receiver's own messages lie between them and count at whole seconds. */
function atRecords(recording: Recording): { readonly records: Recording; readonly fixes: Recording } {
  const { samples } = recording;
  const pick = (isKept: (index: number) => boolean): Recording => {
    const take = (values: Float64Array) => values.filter((_, index) => isKept(index));
    const channels = Object.entries(samples.channels).map(([name, values]) => [name, take(values)]);
    return { ...recording, breaks: [0], samples: { time: take(samples.time), channels: Object.fromEntries(channels) } };
  };
  return {
    records: pick((index) => !Number.isNaN(samples.channels.distance?.[index] ?? NaN)),
    fixes: pick((index) => Number.isInteger(samples.time[index])),
  };
}

export function fitFacts(read: Recording, stated: Stated): Fact[] {
  const isOfFixes = Object.hasOwn(Object(stated['shown'] ?? {}) as object, 'gpsMetadata');
  const { records: recording, fixes } = isOfFixes ? atRecords(read) : { records: read, fixes: read };
  const { from, to, length } = spanOf(recording);
  const distance = recording.samples.channels.distance?.findLast((value) => !Number.isNaN(value)) ?? NaN;
  const isDated = /-/.test(String(stated['start']));
  const gpsDist = Number(stated['gpsDist']);
  return [
    compareExactly('records', stated['records'], recording.samples.time.length),
    compareExactly('positions', stated['positions'], count(fixes, 'lat')),
    ...(isDated
      ? [compareMoments('start', stated['start'], from, 0), compareMoments('end', stated['end'], to, 0)]
      : [compareNumbers('end - start (no dates)', Number(stated['end']) - Number(stated['start']), length, 1, 's')]),
    compareNumbers('gpsDist', stated['gpsDist'], lengthOf(fixes, false), gpsDist * 0.001, 'm'),
    compareNumbers('lastDistance', stated['lastDistance'], distance, 0.01, 'm'),
    compareExactly('hr', stated['hr'], count(recording, 'heartRate')),
    compareExactly('power', stated['power'], count(recording, 'power')),
    compareExactly('cadence', stated['cadence'], count(recording, 'cadence')),
    compareExactly('laps', stated['laps'], recording.laps.length),
    showOnly('sessions', stated['sessions'], 'not kept'),
    showOnly('in the recording', undefined, describe(recording)),
  ];
}

export function gpxFacts(recording: Recording, stated: Stated): Fact[] {
  const { from, to, length } = spanOf(recording);
  const { samples, breaks } = recording;
  const len2d = Number(stated['len2d']);
  return [
    compareExactly('pts', stated['pts'], samples.time.length),
    compareExactly('timed', stated['timed'], samples.time.filter((value) => !Number.isNaN(value)).length),
    compareExactly('ele', stated['ele'], count(recording, 'elevation')),
    compareMoments('start', stated['start'], from, 0),
    compareMoments('end', stated['end'], to, 0),
    compareNumbers('dur', stated['dur'], length, 0.001, 's'),
    compareNumbers('len2d', stated['len2d'], lengthOf(recording, stated['trk'] !== undefined), len2d * 0.003, 'm'),
    showOnly('seg', stated['seg'], `${breaks.length} with points`),
    ...['trk', 'rte', 'wpt'].map((what) => showOnly(what, stated[what], 'not kept')),
    showOnly('in the recording', undefined, describe(recording)),
  ];
}

export function csvFacts(recording: Recording, stated: Stated): Fact[] {
  const { samples, laps } = recording;
  const { from, to } = spanOf(recording);
  const inLap = ({ from: start, to: end }: (typeof laps)[number]) =>
    samples.time.filter((time) => time >= start && time < end).length;
  const counts = Object.entries(Object(stated['laps'] ?? {}) as Record<string, number>);
  const named = (lap: string) => laps.find(({ name }) => name.match(/\d+/)?.[0] === lap);
  const full = stated['fullLap'] === undefined ? undefined : named(String(stated['fullLap']));
  return [
    compareExactly('rows', stated['rows'], samples.time.length),
    ...counts.map(([lap, rows]) => {
      const found = named(lap);
      // The row on the line may be counted to either lap.
      return compareNumbers(`rows of lap ${lap}`, rows, found === undefined ? NaN : inLap(found), 1);
    }),
    ...(stated['lapTime_s'] === undefined
      ? []
      : [compareNumbers('lapTime_s', stated['lapTime_s'], full === undefined ? NaN : full.to - full.from, 0.02, 's')]),
    ...(stated['firstUnix'] === undefined
      ? []
      : [
          compareMoments('firstUnix', stated['firstUnix'], from, 1),
          compareMoments('lastUnix', stated['lastUnix'], to, 1),
        ]),
    showOnly('in the recording', undefined, describe(recording)),
  ];
}
