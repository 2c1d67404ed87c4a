import { ok, refuse, type Result } from '../../../domain/result.ts';
import { type Channel, CHANNELS, isPlausible } from '../channels.ts';
import type { ReadFailure, ReadWarning, Recording, Samples } from '../recording.ts';
import { findBreaks } from './find-breaks.ts';
import { findClocks, type Moment } from './gps-clocks.ts';
import { GPS_STREAMS, type GpsPoints, POINT_FIELDS, type PointField } from './gps-streams.ts';
import { hasNoGps } from './models.ts';
import type { RandomAccess } from './random-access.ts';
import type { MovieFacts } from './read-movie.ts';
import { type Progress, readTelemetry, type Telemetry, type TimedBlock } from './read-telemetry.ts';
import { MAX_SAMPLES } from '../../../domain/limits.ts';

/** The least fix with a position: 2 in the plane, 3 in space. */
const LEAST_FIX = 2;
/** Names that do not tell the model. */
const NAMELESS = new Set(['', 'Camera', 'Global Settings']);

/** Positions of a GoPro's video. Only the telemetry is read: the index is known already. */
export async function readGoPro(
  file: RandomAccess,
  facts: MovieFacts,
  progress?: Progress,
): Promise<Result<Recording, ReadFailure>> {
  if (!facts.isGoPro) return refuse({ code: 'movie-not-gopro' });
  const read = await readTelemetry(file, facts.telemetry, progress);
  if (!read.ok) return read;
  const device = nameDevice(facts, read.value);
  const blocks = chooseBlocks(read.value.blocks);
  if (blocks.length === 0) return refuse(whyNothing(facts, read.value, device));
  const points = joinPoints(blocks);
  if (points.time.length > MAX_SAMPLES) return refuse({ code: 'file-too-large' });
  const payloads = momentsOf(read.value.blocks);
  const recording = toRecording(points, { facts, lost: read.value.lost, device, payloads });
  return recording === null ? refuse({ code: 'movie-no-fix' }) : ok(recording);
}

function nameDevice({ device, firmware }: MovieFacts, { devices }: Telemetry): string | null {
  return device ?? devices.find((name) => !NAMELESS.has(name)) ?? firmware;
}

/** The best stream that had a fix at some time, or the best that has points at all. */
function chooseBlocks(blocks: readonly TimedBlock[]): readonly TimedBlock[] {
  const streams = GPS_STREAMS.map((name) => firstOfPayload(blocks.filter(({ stream }) => stream === name)));
  const isUseful = (stream: readonly TimedBlock[]) => stream.some(hasFix);
  return streams.find(isUseful) ?? streams.find((stream) => stream.length > 0) ?? [];
}

/** Blocks of the first device of each payload: where two devices wrote the same kind of stream, the camera's own is the first. */
function firstOfPayload(blocks: readonly TimedBlock[]): readonly TimedBlock[] {
  return blocks.filter(({ start }, index) => index === 0 || start > blocks[index - 1]!.start);
}

function whyNothing({ telemetry }: MovieFacts, { lost }: Telemetry, device: string | null): ReadFailure {
  if (device !== null && hasNoGps(device)) return { code: 'movie-model-without-gps', device };
  if (telemetry.length === 0) return { code: 'movie-not-gopro' };
  return lost === telemetry.length ? { code: 'movie-cut' } : { code: 'movie-no-fix' };
}

interface TimedPoints extends GpsPoints {
  readonly time: Float64Array;
}

/** The points of a payload lie evenly in its time. Points before the movie are not shown, so they are not kept. */
function joinPoints(blocks: readonly TimedBlock[]): TimedPoints {
  const most = blocks.reduce((sum, { count }) => sum + count, 0);
  const time = new Float64Array(most);
  const columns = POINT_FIELDS.map((field) => ({ field, values: new Float64Array(most) }));
  let at = 0;
  for (const { start, duration, count, points } of blocks) {
    const first = start >= 0 ? 0 : Math.min(count, Math.ceil((-start * count) / duration));
    for (let index = first; index < count; index += 1) time[at + index - first] = start + (duration * index) / count;
    for (const { field, values } of columns)
      values.set(first === 0 ? points[field] : points[field].subarray(first), at);
    at += count - first;
  }
  const joined = columns.map(({ field, values }) => [field, values.subarray(0, at)]);
  return { time: time.subarray(0, at), ...(Object.fromEntries(joined) as Record<PointField, Float64Array>) };
}

/** The drone gives no fix with positions that it is sure of. */
function isFixed({ fix, lat, lon }: GpsPoints, index: number): boolean {
  return !(fix[index]! < LEAST_FIX) && isPlausible('lat', lat[index]!) && isPlausible('lon', lon[index]!);
}

function hasFix({ points, count }: TimedBlock): boolean {
  for (let index = 0; index < count; index += 1) if (isFixed(points, index)) return true;
  return false;
}

function momentsOf(blocks: readonly TimedBlock[]): Moment[] {
  return blocks.flatMap((block) =>
    Number.isNaN(block.utc) || !hasFix(block) ? [] : [{ time: block.start, utc: block.utc }],
  );
}

interface About {
  readonly facts: MovieFacts;
  readonly device: string | null;
  readonly lost: number;
  readonly payloads: readonly Moment[];
}

const MEASURED = ['lat', 'lon', 'elevation', 'speed', 'heading'] as const satisfies readonly Channel[];
const QUALITY = ['fix', 'precision'] as const satisfies readonly Channel[];

/** Null when there never was a fix. */
function toRecording(points: TimedPoints, { facts, device, lost, payloads }: About): Recording | null {
  const { time, utc } = points;
  const channels: Partial<Record<Channel, Float64Array>> = {};
  let skipped = 0;
  for (const name of [...MEASURED, ...QUALITY]) {
    const column = readColumn(points, name);
    skipped += column.skipped;
    if (column.count > 0) channels[name] = column.values;
  }
  const { lat, lon } = channels;
  if (lat === undefined || lon === undefined) return null;
  const dated: Moment[] = [];
  let firstFix = -1;
  for (let index = 0; index < time.length; index += 1) {
    if (Number.isNaN(lat[index]) || Number.isNaN(lon[index])) continue;
    if (firstFix === -1) firstFix = index;
    if (!Number.isNaN(utc[index])) dated.push({ time: time[index]!, utc: utc[index]! });
  }
  if (firstFix === -1) return null;
  const samples = { time, channels };
  return {
    kind: 'gopro',
    device,
    samples,
    breaks: findBreaks(samples),
    laps: [],
    clocks: findClocks(dated, payloads, facts.creationTime),
    warnings: warn({ waited: time[firstFix]! - time[0]!, without: secondsWithout(samples, firstFix), skipped, lost }),
  };
}

function readColumn({ fix, ...points }: TimedPoints, name: (typeof MEASURED | typeof QUALITY)[number]) {
  const { least, most } = CHANNELS[name];
  const isMeasured = name !== 'fix' && name !== 'precision';
  const source = name === 'fix' ? fix : points[name];
  const values = new Float64Array(source.length);
  let [count, skipped] = [0, 0];
  for (let index = 0; index < source.length; index += 1) {
    const value = source[index]!;
    // Without a fix a receiver repeats its last position.
    const isLost = isMeasured && fix[index]! < LEAST_FIX;
    const isGood = !isLost && value >= least && value <= most;
    values[index] = isGood ? value : NaN;
    if (isGood) count += 1;
    else if (!isLost && !Number.isNaN(value)) skipped += 1;
  }
  return { values, count, skipped };
}

/** Seconds without a position after the first one. */
function secondsWithout({ time, channels }: Samples, firstFix: number): number {
  let sum = 0;
  for (let index = firstFix + 1; index < time.length; index += 1) {
    if (Number.isNaN(channels.lat![index]!)) sum += time[index]! - time[index - 1]!;
  }
  return sum;
}

/** Seconds; a shorter loss of the signal shows nowhere. */
const LEAST_LOSS = 0.5;

interface Faults {
  readonly waited: number;
  readonly without: number;
  readonly skipped: number;
  readonly lost: number;
}

function warn({ waited, without, skipped, lost }: Faults): ReadWarning[] {
  return [
    ...(waited > 0 ? [{ code: 'no-fix-at-start', count: Math.max(1, Math.round(waited)) } as const] : []),
    ...(without >= LEAST_LOSS ? [{ code: 'fix-lost', count: Math.max(1, Math.round(without)) } as const] : []),
    ...(skipped > 0 ? [{ code: 'values-skipped', count: skipped } as const] : []),
    ...(lost > 0 ? [{ code: 'file-cut', count: lost } as const] : []),
  ];
}
