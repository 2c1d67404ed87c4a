import {
  codeOf,
  type Entry,
  expandTypes,
  holdsAny,
  readEntries,
  readEntryText,
  readValues,
  type Values,
} from './gpmf.ts';

/** The streams with positions; the most trusted first, because a camera may write several with the same points. */
export const GPS_STREAMS = ['GPS9', 'GPS5', 'GLPI', 'GPRI'] as const;
export type GpsStream = (typeof GPS_STREAMS)[number];

/** Fields of a point; `utc` in milliseconds since 1970, of this very point. */
export const POINT_FIELDS = ['lat', 'lon', 'elevation', 'speed', 'heading', 'fix', 'precision', 'utc'] as const;
export type PointField = (typeof POINT_FIELDS)[number];

/** Points as columns: an hour has 65,000 of them. NaN for fields that the stream does not have. */
export type GpsPoints = Readonly<Record<PointField, Float64Array>>;

export interface GpsBlock {
  readonly stream: GpsStream;
  /** The receiver's clock at the start of the payload, in milliseconds since 1970; NaN when it is not given. */
  readonly utc: number;
  readonly count: number;
  readonly points: GpsPoints;
}

export interface Payload {
  readonly devices: readonly string[];
  readonly blocks: readonly GpsBlock[];
  /** Position in the payload of the streams that were read; null without any. */
  readonly place: StreamsPlace | null;
}

export interface StreamsPlace {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Streams with positions, and the time at which the drone was switched on. The camera's other streams are skipped. */
const WANTED: ReadonlySet<number> = new Set([...GPS_STREAMS, 'SYST'].map(codeOf));
const STREAM = codeOf('STRM');
/** Bytes in front of the values of an entry. */
const ENTRY_HEAD = 8;
const DAY_MS = 86_400_000;
const YEAR_2000 = Date.UTC(2000, 0, 1);

export function readPayload(view: DataView): Payload {
  const devices: string[] = [];
  const streams: Entry[] = [];
  for (const device of readEntries(view)) {
    if (device.key !== 'DEVC' || device.type !== '') continue;
    for (const entry of readEntries(view, device.from, device.to)) {
      if (entry.key === 'DVNM') devices.push(readEntryText(view, entry));
      if (entry.key === 'STRM' && entry.type === '' && holdsAny(view, entry, WANTED)) streams.push(entry);
    }
  }
  const [first, last] = [streams[0], streams.at(-1)];
  const place =
    first === undefined || last === undefined
      ? null
      : { from: first.from - ENTRY_HEAD, to: last.to, count: streams.length };
  return { devices, blocks: readStreams(view, streams), place };
}

/** The streams in a part of a payload that begins anywhere; null unless there are as many as expected, all whole. */
export function readPayloadPart(view: DataView, count: number): readonly GpsBlock[] | null {
  const streams: Entry[] = [];
  for (let at = 0; at + ENTRY_HEAD <= view.byteLength;) {
    const entry = view.getUint32(at) === STREAM && view.getUint8(at + 4) === 0 ? readEntries(view, at)[0] : undefined;
    const isWanted = entry !== undefined && holdsAny(view, entry, WANTED);
    if (isWanted) streams.push(entry);
    at = isWanted ? entry.to : at + 4;
  }
  return streams.length === count ? readStreams(view, streams) : null;
}

function readStreams(view: DataView, streams: readonly Entry[]): readonly GpsBlock[] {
  const blocks: GpsBlock[] = [];
  let bootedAt = NaN;
  for (const entry of streams) {
    const found = readStream(view, entry);
    if (found.block !== null) blocks.push(found.block);
    if (!Number.isNaN(found.bootedAt)) bootedAt = found.bootedAt;
  }
  // The drone counts from when it was switched on, and gives the time once in a payload.
  for (const { stream, points } of blocks) {
    if (stream === 'GLPI' || stream === 'GPRI')
      points.utc.forEach((utc, index) => (points.utc[index] = utc + bootedAt));
  }
  return blocks;
}

const isGpsStream = (key: string): key is GpsStream => (GPS_STREAMS as readonly string[]).includes(key);

/** The type and the scale of an entry hold for the entries behind it. */
function readStream(view: DataView, stream: Entry) {
  let types = '';
  let scales: ArrayLike<number> = [];
  let fix = NaN;
  let precision = NaN;
  let utc = NaN;
  let bootedAt = NaN;
  let block: GpsBlock | null = null;
  for (const entry of readEntries(view, stream.from, stream.to)) {
    const { key } = entry;
    if (key === 'TYPE') types = expandTypes(readEntryText(view, entry));
    else if (key === 'SCAL') scales = readValues(view, entry, '', []).numbers;
    else if (key === 'GPSF') fix = readValues(view, entry, '', []).numbers[0] ?? NaN;
    else if (key === 'GPSP') precision = (readValues(view, entry, '', []).numbers[0] ?? NaN) / 100;
    else if (key === 'GPSU') utc = parseGpsTime(readEntryText(view, entry));
    else if (key === 'SYST') {
      const [sinceBoot = NaN, seconds = NaN] = readValues(view, entry, types, scales).numbers;
      bootedAt = (seconds - sinceBoot) * 1000;
    } else if (isGpsStream(key)) {
      const values = readValues(view, entry, types, scales);
      block = { stream: key, utc, count: values.count, points: placePoints(values, key, fix, precision) };
    }
  }
  return { block, bootedAt };
}

/** The index of each field in a sample's values. */
const COLUMNS: Readonly<Record<GpsStream, Partial<Record<PointField, number>>>> = {
  GPS5: { lat: 0, lon: 1, elevation: 2, speed: 3 },
  GPS9: { lat: 0, lon: 1, elevation: 2, speed: 3, precision: 7, fix: 8 },
  GLPI: { utc: 0, lat: 1, lon: 2, elevation: 3, heading: 8 },
  GPRI: { utc: 0, lat: 1, lon: 2, elevation: 3, speed: 6, heading: 7, fix: 8 },
};

function placePoints(values: Values, stream: GpsStream, fix: number, precision: number): GpsPoints {
  const { count, width, numbers } = values;
  const pick = (column: number | undefined, otherwise = NaN) => {
    const picked = new Float64Array(count).fill(otherwise);
    if (column === undefined || column >= width) return picked;
    for (let row = 0; row < count; row += 1) picked[row] = numbers[row * width + column]!;
    return picked;
  };
  const of = COLUMNS[stream];
  const points = {
    lat: pick(of.lat),
    lon: pick(of.lon),
    elevation: pick(of.elevation),
    speed: pick(of.speed),
    heading: pick(of.heading),
    fix: pick(of.fix, fix),
    precision: pick(of.precision, precision),
    utc: pick(of.utc),
  };
  if (stream === 'GPS9') {
    const [days, seconds] = [pick(5), pick(6)];
    for (let row = 0; row < count; row += 1) points.utc[row] = YEAR_2000 + days[row]! * DAY_MS + seconds[row]! * 1000;
  } else if (stream === 'GLPI') {
    const [north, east] = [pick(5), pick(6)];
    for (let row = 0; row < count; row += 1) points.speed[row] = Math.hypot(north[row]!, east[row]!);
  }
  if (stream === 'GLPI' || stream === 'GPRI') {
    for (let row = 0; row < count; row += 1) points.utc[row]! *= 1000;
  }
  return points;
}

/** 'yymmddhhmmss.sss' */
export function parseGpsTime(text: string): number {
  if (!/^\d{12}\.\d{3}/.test(text)) return NaN;
  const two = (at: number) => Number(text.slice(at, at + 2));
  const [month, day] = [two(2), two(4)];
  if (month < 1 || month > 12 || day < 1 || day > 31) return NaN;
  return Date.UTC(2000 + two(0), month - 1, day, two(6), two(8), two(10), Number(text.slice(13, 16)));
}
