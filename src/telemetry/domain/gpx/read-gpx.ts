import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { Channel } from '../channels.ts';
import { createCollector, type Collector, MOST_READ, placeClocks, toName } from '../collect.ts';
import { parseIso } from '../moments.ts';
import type { ReadFailure, ReadWarning, Recording } from '../recording.ts';
import { decodeEntities, readAttribute, walkXml, type XmlEnd } from '../../../domain/xml.ts';

/** Longest text of a number or a time. */
const MOST_TEXT = 200;

/** Elements of a point or of its extensions, by the names of Garmin, Cluetrust, Strava, OsmAnd and others. */
const VALUES: Readonly<Record<string, Channel>> = {
  ele: 'elevation',
  speed: 'speed',
  course: 'heading',
  bearing: 'heading',
  hdop: 'precision',
  hr: 'heartRate',
  heartrate: 'heartRate',
  heart_rate: 'heartRate',
  heartratebpm: 'heartRate',
  cad: 'cadence',
  cadence: 'cadence',
  runcadence: 'cadence',
  power: 'power',
  watts: 'power',
  powerinwatts: 'power',
  atemp: 'temperature',
  temp: 'temperature',
  temperature: 'temperature',
  distance: 'distance',
};

const FIXES: ReadonlyMap<string, number> = new Map([
  ['none', 0],
  ['2d', 2],
  ['3d', 3],
  ['dgps', 3],
  ['pps', 3],
]);

interface Point {
  readonly lat: number;
  readonly lon: number;
  time: number;
  readonly values: Map<Channel, number>;
}

/** Reads tracks; a route is read where there is no track. The text has been decoded; a byte order mark may lead it. */
export function readGpx(text: string, activity?: number): Result<Recording, ReadFailure> {
  const track = readPoints(text, 'trkpt', ['trk', 'trkseg']);
  if (track.end === 'doctype') return refuse({ code: 'gpx-doctype' });
  if (!track.isGpx) return refuse({ code: 'gpx-not-gpx' });
  const found = track.samples.count() > 0 ? track : readPoints(text, 'rtept', ['rte']);
  if (found.samples.count() === 0) return refuse({ code: 'gpx-no-track' });
  if (found.samples.count() >= MOST_READ) return refuse({ code: 'file-too-large' });
  const { samples, breaks, warnings: about, start, activities } = found.samples.finish(activity);
  const warnings: ReadWarning[] =
    found === track
      ? [...about]
      : [{ code: 'route-only' }, ...about.filter(({ code }) => code !== 'points-without-time')];
  return ok({
    kind: 'gpx',
    device: found.creator,
    samples,
    breaks,
    laps: [],
    clocks: placeClocks('sample-time', [start], found.hasFractions ? 0.2 : 1),
    ...(activities.length > 0 && { activities }),
    warnings: [...(found.end === 'cut' ? [{ code: 'file-cut' } as const] : []), ...warnings],
  });
}

interface Points {
  readonly samples: Collector;
  readonly end: XmlEnd;
  readonly isGpx: boolean;
  readonly creator: string | null;
  /** Whether times have fractions of seconds. */
  readonly hasFractions: boolean;
}

function readPoints(text: string, pointName: string, segmentNames: readonly string[]): Points {
  const samples = createCollector();
  let root: string | null = null;
  let creator: string | null = null;
  let hasFractions = false;
  let point: Point | null = null;
  let element: string | null = null;
  let content = '';

  const keepPoint = () => {
    if (point === null || samples.count() >= MOST_READ) return;
    samples.add(point.time);
    samples.setPosition(point.lat, point.lon);
    for (const [channel, value] of point.values) samples.set(channel, value);
    point = null;
  };
  const keepContent = (into: Point, name: string) => {
    const value = decodeEntities(content).trim();
    if (name === 'time') {
      // The times of a route say when its points were drawn.
      const moment = Number.isNaN(into.time) && pointName === 'trkpt' ? parseIso(value) : null;
      if (moment === null || !isOfSatellites(moment.seconds)) return;
      into.time = moment.seconds;
      if (!Number.isInteger(moment.seconds)) hasFractions = true;
      return;
    }
    if (name === 'fix') {
      const fix = FIXES.get(value.toLowerCase());
      if (fix !== undefined) into.values.set('fix', fix);
      return;
    }
    const channel = VALUES[name]!;
    const number = value === '' ? NaN : Number(value.replace(',', '.'));
    if (Number.isNaN(number)) {
      if (value !== '') samples.skipValue();
    } else if (!into.values.has(channel)) into.values.set(channel, number);
  };

  const end = walkXml(text, {
    start(name, attributes) {
      if (root === null) {
        root = name;
        creator = toName(readAttribute(attributes, 'creator'));
      }
      element = null;
      if (segmentNames.includes(name)) {
        keepPoint();
        if (name === 'trk') samples.startActivity(null);
        else samples.startSegment();
      } else if (name === pointName) {
        keepPoint();
        point = createPoint(attributes);
        // A position that is not on earth is skipped.
        if (point === null) samples.skipValue();
      } else if (point !== null && (name === 'time' || name === 'fix' || Object.hasOwn(VALUES, name))) {
        element = name;
        content = '';
      }
    },
    text(from, to, isRaw) {
      if (element === null || content.length > MOST_TEXT) return;
      const piece = text.slice(from, Math.min(to, from + MOST_TEXT));
      content += isRaw ? piece.replaceAll('&', '&amp;') : piece;
    },
    end(name) {
      if (name === pointName) keepPoint();
      else if (name === element && point !== null) keepContent(point, name);
      element = null;
    },
  });
  keepPoint();
  return { samples, end, isGpx: root === 'gpx', creator, hasFractions };
}

/** 1980, when the satellites began to count, and 2100. A device that knows no time writes 1901 or 1970. */
const isOfSatellites = (seconds: number): boolean => seconds >= 315_964_800 && seconds < 4_102_444_800;

function createPoint(attributes: string): Point | null {
  const lat = readDegrees(attributes, 'lat');
  const lon = readDegrees(attributes, 'lon');
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null;
  return { lat, lon, time: NaN, values: new Map() };
}

function readDegrees(attributes: string, name: string): number {
  const text = readAttribute(attributes, name)?.trim();
  return text === undefined || text === '' ? NaN : Number(text.replace(',', '.'));
}
