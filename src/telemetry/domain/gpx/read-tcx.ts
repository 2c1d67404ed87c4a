import { ok, refuse, type Result } from '../../../domain/result.ts';
import { decodeEntities, readAttribute, walkXml } from '../../../domain/xml.ts';
import type { Channel } from '../channels.ts';
import { createCollector, MOST_READ, placeClocks, placeLaps, toName } from '../collect.ts';
import { parseIso } from '../moments.ts';
import type { Lap, ReadFailure, Recording } from '../recording.ts';

const MOST_TEXT = 200;
/** Seconds over a lap's end; a longer step is a pause. */
const LONGEST_LAP_STEP = 15;

/** Elements of a point and of its extensions; the value of a heart rate stands in an element of its own. */
const VALUES: Readonly<Record<string, Channel>> = {
  altitudemeters: 'elevation',
  distancemeters: 'distance',
  cadence: 'cadence',
  runcadence: 'cadence',
  speed: 'speed',
  watts: 'power',
};

/** As other formats call them. */
const SPORTS: ReadonlyMap<string, string> = new Map([
  ['running', 'running'],
  ['biking', 'cycling'],
  ['cycling', 'cycling'],
  ['rowing', 'rowing'],
  ['swimming', 'swimming'],
]);

interface Point {
  time: number;
  lat: number;
  lon: number;
  readonly values: Map<Channel, number>;
}

/** A Training Center file: its laps, and the points of its activities or courses, or of one of them. */
export function readTcx(text: string, activity?: number): Result<Recording, ReadFailure> {
  const samples = createCollector();
  const laps: Lap[] = [];
  let point: Point | null = null;
  let isHeartRate = false;
  let isInCreator = false;
  let isInTrack = false;
  let isFirstOfLap = false;
  let isBehindLap = false;
  let lastTime = NaN;
  let lapStart = NaN;
  let lapSeconds = NaN;
  let device: string | null = null;
  let sport: string | null = null;
  let hasFractions = false;
  let element: string | null = null;
  let content = '';

  const keepPoint = () => {
    if (point === null || samples.count() >= MOST_READ) return;
    const { time, lat, lon, values } = point;
    point = null;
    if (Number.isNaN(time) && Number.isNaN(lat)) return;
    if (isBehindLap && !(time - lastTime <= LONGEST_LAP_STEP)) samples.startSegment();
    isBehindLap = false;
    lastTime = time;
    samples.add(time);
    if (!Number.isNaN(lat) && !Number.isNaN(lon) && !samples.setPosition(lat, lon)) samples.skipValue();
    for (const [channel, value] of values) samples.set(channel, value);
  };
  const keepPointValue = (into: Point, name: string, value: string) => {
    if (name === 'time') {
      into.time = parseIso(value)?.seconds ?? NaN;
      if (!Number.isInteger(into.time) && !Number.isNaN(into.time)) hasFractions = true;
      return;
    }
    const number = value === '' ? NaN : Number(value);
    if (name === 'latitudedegrees') into.lat = number;
    else if (name === 'longitudedegrees') into.lon = number;
    else if (name === 'value' && isHeartRate) into.values.set('heartRate', number);
    else if (Object.hasOwn(VALUES, name)) into.values.set(VALUES[name]!, number);
  };

  let root: string | null = null;
  const end = walkXml(text, {
    start(name, attributes) {
      root ??= name;
      element = name;
      content = '';
      if (name === 'activity' || name === 'course') {
        const own = toName(readAttribute(attributes, 'Sport'))?.toLowerCase() ?? null;
        sport ??= SPORTS.get(own ?? '') ?? null;
        samples.startActivity(null);
      } else if (name === 'lap') {
        lapStart = parseIso(readAttribute(attributes, 'StartTime') ?? '')?.seconds ?? NaN;
        lapSeconds = NaN;
        isFirstOfLap = true;
      } else if (name === 'track') {
        // The first track of a lap goes on from the lap before: the step over the line was ridden.
        if (!isFirstOfLap) samples.startSegment();
        isBehindLap = isFirstOfLap;
        isFirstOfLap = false;
        isInTrack = true;
      } else if (name === 'trackpoint') {
        keepPoint();
        point = { time: NaN, lat: NaN, lon: NaN, values: new Map() };
      } else if (name === 'heartratebpm') isHeartRate = true;
      else if (name === 'creator') isInCreator = true;
    },
    text(from, to) {
      if (element !== null && content.length <= MOST_TEXT) content += text.slice(from, Math.min(to, from + MOST_TEXT));
    },
    end(name) {
      const value = name === element ? decodeEntities(content).trim() : '';
      if (name === 'trackpoint') keepPoint();
      else if (name === 'track') isInTrack = false;
      else if (name === 'heartratebpm') isHeartRate = false;
      else if (name === 'creator') isInCreator = false;
      else if (name === 'lap' && !Number.isNaN(lapStart + lapSeconds)) {
        laps.push({ name: `Lap ${laps.length + 1}`, from: lapStart, to: lapStart + lapSeconds });
      } else if (name === 'totaltimeseconds' && !isInTrack) lapSeconds = Number(value);
      else if (name === 'name' && isInCreator) device ??= toName(value);
      else if (point !== null && name === element) keepPointValue(point, name, value);
      element = null;
    },
  });
  keepPoint();
  if (end === 'doctype') return refuse({ code: 'gpx-doctype' });
  if (samples.count() === 0) return refuse({ code: 'log-no-positions' });
  if (samples.count() >= MOST_READ) return refuse({ code: 'file-too-large' });
  const { samples: columns, breaks, warnings, start, activities } = samples.finish(activity);
  return ok({
    kind: 'tcx',
    device,
    samples: columns,
    breaks,
    laps: placeLaps(laps, start, columns.time),
    clocks: placeClocks('sample-time', [start], hasFractions ? 0.2 : 1),
    ...(sport !== null && { sport }),
    ...(activities.length > 0 && { activities }),
    warnings: [...(end === 'cut' ? [{ code: 'file-cut' } as const] : []), ...warnings],
  });
}
