import type { Channel } from '../../../src/telemetry/domain/channels.ts';
import { derive, type Series } from '../../../src/telemetry/domain/derive.ts';
import type { Lap, Recording } from '../../../src/telemetry/domain/recording.ts';
import { summariseSeries, type Summary } from '../../../src/telemetry/domain/summary.ts';
import { compareExactly, compareMoments, compareNumbers, type Fact, type Stated } from './fact.ts';

const known = (values: Float64Array | null | undefined): Float64Array =>
  (values ?? new Float64Array(0)).filter((value) => !Number.isNaN(value));

const mean = (values: Float64Array | null | undefined): number | null => {
  const all = known(values);
  return all.length === 0 ? null : all.reduce((sum, value) => sum + value, 0) / all.length;
};

interface Shown {
  readonly recording: Recording;
  readonly series: Series;
  readonly summary: Summary;
}

type Read = (shown: Shown) => number | null;

const first = (channel: Channel): Read => {
  return ({ recording }) => known(recording.samples.channels[channel])[0] ?? null;
};

const last = (channel: Channel): Read => {
  return ({ recording }) => known(recording.samples.channels[channel]).at(-1) ?? null;
};

const count = (channel: Channel): Read => {
  return ({ recording }) => known(recording.samples.channels[channel]).length;
};

/** Facts of a recording that stand beside those of its kind. */
const FURTHER: Readonly<Record<string, readonly [read: Read, tolerance: number]>> = {
  positions: [count('lat'), 0],
  timed: [({ recording }) => known(recording.samples.time).length, 0],
  duration_s: [({ summary }) => summary.duration, 0.002],
  firstLat: [first('lat'), 1e-6],
  firstLon: [first('lon'), 1e-6],
  lastLat: [last('lat'), 1e-6],
  lastLon: [last('lon'), 1e-6],
  lastDistance: [last('distance'), 0.01],
  lastDistance_m: [last('distance'), 0.01],
  cues: [({ recording }) => recording.samples.time.length, 0],
  hr: [count('heartRate'), 0],
  cadence: [count('cadence'), 0],
  elevations: [count('elevation'), 0],
  altitude: [count('elevation'), 0],
  barometer: [count('elevation'), 0],
  speeds: [count('speed'), 0],
};

/** Facts of the page: after the fixes that it takes out, smoothed as it smooths them. */
const SHOWN: Readonly<Record<string, (shown: Shown) => number | boolean | null>> = {
  positions: ({ series }) => known(series.lat).length,
  distance_m: ({ summary }) => summary.distance,
  maxSpeed_ms: ({ summary }) => summary.speed?.max ?? null,
  // The mean of the readings: the page's own is over the way, which the file states apart.
  speedMean_ms: ({ series }) => mean(series.speed),
  ascent_m: ({ summary }) => summary.ascent,
  descent_m: ({ summary }) => summary.descent,
  deviceAscent_m: ({ recording }) => recording.deviceAscent ?? null,
  averageSpeed_ms: ({ summary }) => summary.speed?.mean ?? null,
  moving_s: ({ summary }) => summary.moving,
  heartRateMean_bpm: ({ summary }) => summary.heartRate?.mean ?? null,
  heartRateMax_bpm: ({ summary }) => summary.heartRate?.max ?? null,
  powerMax_W: ({ summary }) => summary.power?.max ?? null,
  elevationMean_m: ({ series }) => mean(series.elevation),
  elevationFirst_m: ({ series }) => known(series.elevation)[0] ?? null,
  elevationLast_m: ({ series }) => known(series.elevation).at(-1) ?? null,
  powerMean_W: ({ series }) => mean(series.recorded.power),
  cadenceMean_rpm: ({ series }) => mean(series.recorded.cadence),
  // One turn of the legs is two steps.
  cadenceMean_stepsPerMinute: ({ series }) => (mean(series.recorded.cadence) ?? NaN) * 2,
  laps: ({ recording }) => recording.laps.length,
  gpsMetadata: ({ recording }) => known(recording.samples.channels.lat).length,
  clockJump_s: ({ recording }) => recording.warnings.find(({ code }) => code === 'clock-jumped')?.count ?? null,
  warning: ({ recording }) => recording.warnings.length > 0,
};

const lengthOf = ({ from, to }: Lap): number => to - from;

function lapFacts(laps: readonly Lap[], stated: unknown, tolerance: number): Fact[] {
  if (typeof stated !== 'object' || stated === null) return [];
  const isList = Array.isArray(stated);
  return Object.entries(stated).map(([name, seconds]) => {
    const lap = isList ? laps[Number(name)] : laps.find(({ name: full }) => full.match(/\d+/)?.[0] === name);
    const what = `seconds of lap ${isList ? Number(name) + 1 : name}`;
    return compareNumbers(what, seconds, lap === undefined ? NaN : lengthOf(lap), tolerance, 's');
  });
}

/** Compares what the row states beside `done`: further facts, and what the page shows. */
export function furtherFacts(recording: Recording, stated: Stated, done: readonly Fact[]): Fact[] {
  const series = derive(recording.samples, recording.breaks);
  const shown = { recording, series, summary: summariseSeries(series) };
  const names = new Set(done.map(({ what }) => what.split(' ')[0]));
  const facts: Fact[] = [];
  for (const [what, [read, tolerance]] of Object.entries(FURTHER)) {
    if (stated[what] === undefined || names.has(what)) continue;
    facts.push(compareNumbers(what, stated[what], read(shown), tolerance));
  }
  const clock = (recording.clocks.find(({ method }) => method !== 'camera-event')?.at ?? NaN) as number;
  const times = known(recording.samples.time);
  if (stated['firstClock'] !== undefined)
    facts.push(compareMoments('firstClock', stated['firstClock'], clock + (times[0] ?? NaN) * 1_000, 1));
  if (stated['lastClock'] !== undefined)
    facts.push(compareMoments('lastClock', stated['lastClock'], clock + (times.at(-1) ?? NaN) * 1_000, 1));
  facts.push(...lapFacts(recording.laps, stated['lapTimes_s'], 0.02));
  return [...facts, ...shownFacts(shown, stated)];
}

function shownFacts(shown: Shown, stated: Stated): Fact[] {
  const within = asObject(stated['within']);
  return Object.entries(asObject(stated['shown'])).flatMap(([name, value]) => {
    const allowed = within[name];
    const percent = typeof allowed === 'string' ? Number(/^([\d.]+) ?%$/.exec(allowed)?.[1]) : NaN;
    const tolerance = Number.isNaN(percent) ? Number(allowed ?? 0) : (Math.abs(Number(value)) * percent) / 100;
    const what = `shown ${name}`;
    if (name === 'lapTimes_s') return lapFacts(shown.recording.laps, value, tolerance);
    if (name === 'sport') return [compareExactly(what, value, shown.recording.sport ?? null)];
    const read = SHOWN[name];
    if (read === undefined)
      return name === 'cameraEvents' ? [] : [compareExactly(what, value, 'not known to this tool')];
    const found = read(shown);
    if (typeof found === 'boolean') return [compareExactly(what, value, found)];
    return [compareNumbers(what, value, found, tolerance)];
  });
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
