import { codeOf, type Entry, expandTypes, holdsAny, readEntries, readEntryText, readRows } from './gpmf.ts';

/** The streams with positions; the most trusted first, for a camera may write several with the same points. */
export const GPS_STREAMS = ['GPS9', 'GPS5', 'GLPI', 'GPRI'] as const;
export type GpsStream = (typeof GPS_STREAMS)[number];

/** NaN for what the stream does not tell. */
export interface GpsPoint {
  readonly lat: number;
  readonly lon: number;
  readonly elevation: number;
  readonly speed: number;
  readonly heading: number;
  readonly fix: number;
  readonly precision: number;
  /** Milliseconds since 1970, of this very point. */
  readonly utc: number;
}

export interface GpsBlock {
  readonly stream: GpsStream;
  /** What the receiver's clock said when the payload was begun, in milliseconds since 1970; NaN when it does not say. */
  readonly utc: number;
  readonly points: readonly GpsPoint[];
}

export interface Payload {
  readonly devices: readonly string[];
  readonly blocks: readonly GpsBlock[];
}

/** Positions, and when the drone was switched on. The other twenty streams of a camera are passed over. */
const WANTED: ReadonlySet<number> = new Set([...GPS_STREAMS, 'SYST'].map(codeOf));
const DAY_MS = 86_400_000;
const YEAR_2000 = Date.UTC(2000, 0, 1);

export function readPayload(view: DataView): Payload {
  const devices: string[] = [];
  const blocks: GpsBlock[] = [];
  const drone: GpsBlock[] = [];
  let bootedAt = NaN;
  for (const device of readEntries(view)) {
    if (device.key !== 'DEVC' || device.type !== '') continue;
    for (const entry of readEntries(view, device.from, device.to)) {
      if (entry.key === 'DVNM') devices.push(readEntryText(view, entry));
      if (entry.key !== 'STRM' || entry.type !== '' || !holdsAny(view, entry, WANTED)) continue;
      const found = readStream(view, entry);
      if (found.block?.stream === 'GLPI' || found.block?.stream === 'GPRI') drone.push(found.block);
      else if (found.block !== null) blocks.push(found.block);
      if (!Number.isNaN(found.bootedAt)) bootedAt = found.bootedAt;
    }
  }
  // The drone counts from when it was switched on, and says once in a payload what the time was.
  const dated = drone.map((block) => ({
    ...block,
    points: block.points.map((point) => ({ ...point, utc: point.utc + bootedAt })),
  }));
  return { devices, blocks: [...blocks, ...dated] };
}

function isGpsStream(key: string): key is GpsStream {
  return (GPS_STREAMS as readonly string[]).includes(key);
}

/** What an entry says holds for those behind it. */
function readStream(view: DataView, stream: Entry) {
  let types = '';
  let scales: number[] = [];
  let fix = NaN;
  let precision = NaN;
  let utc = NaN;
  let bootedAt = NaN;
  let block: GpsBlock | null = null;
  for (const entry of readEntries(view, stream.from, stream.to)) {
    const { key } = entry;
    if (key === 'TYPE') types = expandTypes(readEntryText(view, entry));
    else if (key === 'SCAL') scales = readRows(view, entry, '', []).flat();
    else if (key === 'GPSF') fix = readRows(view, entry, '', [])[0]?.[0] ?? NaN;
    else if (key === 'GPSP') precision = (readRows(view, entry, '', [])[0]?.[0] ?? NaN) / 100;
    else if (key === 'GPSU') utc = parseGpsTime(readEntryText(view, entry));
    else if (key === 'SYST') {
      const [sinceBoot = NaN, seconds = NaN] = readRows(view, entry, types, scales)[0] ?? [];
      bootedAt = (seconds - sinceBoot) * 1000;
    } else if (isGpsStream(key)) {
      const rows = readRows(view, entry, types, scales);
      const points = rows.map((row) => POINTS[key](row, { fix, precision }));
      block = { stream: key, utc, points: [...((block as GpsBlock | null)?.points ?? []), ...points] };
    }
  }
  return { block, bootedAt };
}

interface Sticky {
  readonly fix: number;
  readonly precision: number;
}

const POINTS: Readonly<Record<GpsStream, (row: readonly number[], sticky: Sticky) => GpsPoint>> = {
  GPS5([lat = NaN, lon = NaN, elevation = NaN, speed = NaN], sticky) {
    return { lat, lon, elevation, speed, heading: NaN, utc: NaN, ...sticky };
  },
  GPS9([lat = NaN, lon = NaN, elevation = NaN, speed = NaN, , days = NaN, seconds = NaN, precision = NaN, fix = NaN]) {
    const utc = YEAR_2000 + days * DAY_MS + seconds * 1000;
    return { lat, lon, elevation, speed, heading: NaN, utc, precision, fix };
  },
  GLPI([time = NaN, lat = NaN, lon = NaN, elevation = NaN, , north = NaN, east = NaN, , heading = NaN]) {
    const speed = Math.hypot(north, east);
    return { lat, lon, elevation, speed, heading, utc: time * 1000, precision: NaN, fix: NaN };
  },
  GPRI([time = NaN, lat = NaN, lon = NaN, elevation = NaN, , , speed = NaN, heading = NaN, fix = NaN]) {
    return { lat, lon, elevation, speed, heading, utc: time * 1000, precision: NaN, fix };
  },
};

/** 'yymmddhhmmss.sss' */
export function parseGpsTime(text: string): number {
  const parts = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\.(\d{3})/.exec(text)?.slice(1).map(Number);
  if (parts === undefined) return NaN;
  const [year, month, day, hour, minute, second, ms] = parts as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > 31) return NaN;
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second, ms);
}
