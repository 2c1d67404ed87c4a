import { ok, refuse, type Result } from '../../result.ts';
import { type Channel, CHANNELS, isPlausible } from '../channels.ts';
import { MOST_SAMPLES } from '../pack.ts';
import type { ReadFailure, ReadWarning, Recording } from '../recording.ts';
import { findBreaks } from './find-breaks.ts';
import { findClocks, type Moment } from './gps-clocks.ts';
import { GPS_STREAMS, type GpsPoint } from './gps-streams.ts';
import { hasNoGps } from './models.ts';
import type { RandomAccess } from './random-access.ts';
import { type MovieFacts, readMovie } from './read-movie.ts';
import { type Progress, readTelemetry, type Telemetry, type TimedBlock } from './read-telemetry.ts';

/** From here on the receiver knows where it is: 2 in the plane, 3 in space. */
const LEAST_FIX = 2;
/** Names that say nothing about the model. */
const NAMELESS = new Set(['', 'Camera', 'Global Settings']);

/** Positions out of a GoPro's video, reading its index and its telemetry and nothing else. */
export async function readGoPro(file: RandomAccess, progress?: Progress): Promise<Result<Recording, ReadFailure>> {
  const movie = await readMovie(file);
  if (!movie.ok) return movie;
  const facts = movie.value;
  if (!facts.isGoPro) return refuse({ code: 'movie-not-gopro' });
  const read = await readTelemetry(file, facts.telemetry, progress);
  if (!read.ok) return read;
  const device = nameDevice(facts, read.value);
  const blocks = chooseBlocks(read.value.blocks);
  if (blocks.length === 0) return refuse(whyNothing(facts, read.value, device));
  const timed = blocks.flatMap(timePoints).filter(({ time }) => time >= 0);
  if (timed.length > MOST_SAMPLES) return refuse({ code: 'file-too-large' });
  if (!timed.some(({ point }) => isFixed(point))) return refuse({ code: 'movie-no-fix' });
  return ok(toRecording(timed, { facts, lost: read.value.lost, device, payloads: momentsOf(read.value.blocks) }));
}

function nameDevice({ device, firmware }: MovieFacts, { devices }: Telemetry): string | null {
  return device ?? devices.find((name) => !NAMELESS.has(name)) ?? firmware;
}

/** The best stream that once knew where it was, or the best that has points at all. */
function chooseBlocks(blocks: readonly TimedBlock[]): readonly TimedBlock[] {
  const streams = GPS_STREAMS.map((name) => firstOfPayload(blocks.filter(({ stream }) => stream === name)));
  const isUseful = (stream: readonly TimedBlock[]) => stream.some(({ points }) => points.some(isFixed));
  return streams.find(isUseful) ?? streams.find((stream) => stream.length > 0) ?? [];
}

/** Where two devices wrote the same kind of stream, the camera's own is the first. */
function firstOfPayload(blocks: readonly TimedBlock[]): readonly TimedBlock[] {
  return blocks.filter(({ start }, index) => index === 0 || start > blocks[index - 1]!.start);
}

function whyNothing({ telemetry }: MovieFacts, { lost }: Telemetry, device: string | null): ReadFailure {
  if (device !== null && hasNoGps(device)) return { code: 'movie-model-without-gps', device };
  if (telemetry.length === 0) return { code: 'movie-not-gopro' };
  return lost === telemetry.length ? { code: 'movie-cut' } : { code: 'movie-no-fix' };
}

interface TimedPoint {
  readonly time: number;
  readonly point: GpsPoint;
}

/** The points of a payload lie evenly in its time. */
function timePoints({ start, duration, points }: TimedBlock): TimedPoint[] {
  return points.map((point, index) => ({ time: start + (duration * index) / points.length, point }));
}

/** The drone tells no fix with the positions that it has made up its mind on. */
function isFixed({ fix, lat, lon }: GpsPoint): boolean {
  return (Number.isNaN(fix) || fix >= LEAST_FIX) && isPlausible('lat', lat) && isPlausible('lon', lon);
}

function momentsOf(blocks: readonly TimedBlock[]): Moment[] {
  const isDated = ({ utc, points }: TimedBlock) => !Number.isNaN(utc) && points.some(isFixed);
  return blocks.filter(isDated).map(({ start, utc }) => ({ time: start, utc }));
}

interface About {
  readonly facts: MovieFacts;
  readonly device: string | null;
  readonly lost: number;
  readonly payloads: readonly Moment[];
}

const MEASURED = ['lat', 'lon', 'elevation', 'speed', 'heading'] as const satisfies readonly Channel[];
const QUALITY = ['fix', 'precision'] as const satisfies readonly Channel[];

function toRecording(timed: readonly TimedPoint[], { facts, device, lost, payloads }: About): Recording {
  const time = new Float64Array(timed.length);
  for (let index = 0; index < timed.length; index += 1) time[index] = timed[index]!.time;
  const channels: Partial<Record<Channel, Float64Array>> = {};
  let skipped = 0;
  for (const name of [...MEASURED, ...QUALITY]) {
    const column = readColumn(timed, name);
    skipped += column.skipped;
    if (column.count > 0) channels[name] = column.values;
  }
  const dated = timed.filter(({ point }) => !Number.isNaN(point.utc) && isFixed(point));
  const samples = { time, channels };
  return {
    kind: 'gopro',
    device,
    samples,
    breaks: findBreaks(samples),
    laps: [],
    clocks: findClocks(
      dated.map((each) => ({ time: each.time, utc: each.point.utc })),
      payloads,
      facts.creationTime,
    ),
    warnings: warn(timed, skipped, lost),
  };
}

function readColumn(timed: readonly TimedPoint[], name: (typeof MEASURED | typeof QUALITY)[number]) {
  const { least, most } = CHANNELS[name];
  const isQuality = name === 'fix' || name === 'precision';
  const values = new Float64Array(timed.length).fill(NaN);
  let [count, skipped] = [0, 0];
  for (let index = 0; index < timed.length; index += 1) {
    const { point } = timed[index]!;
    // Without a fix a receiver repeats where it once was.
    if (!isQuality && point.fix < LEAST_FIX) continue;
    const value = point[name];
    if (value >= least && value <= most) {
      values[index] = value;
      count += 1;
    } else if (!Number.isNaN(value)) skipped += 1;
  }
  return { values, count, skipped };
}

function warn(timed: readonly TimedPoint[], skipped: number, lost: number): ReadWarning[] {
  const waited = timed.find(({ point }) => isFixed(point))!.time - timed[0]!.time;
  return [
    ...(waited > 0 ? [{ code: 'no-fix-at-start', count: Math.max(1, Math.round(waited)) } as const] : []),
    ...(skipped > 0 ? [{ code: 'values-skipped', count: skipped } as const] : []),
    ...(lost > 0 ? [{ code: 'file-cut', count: lost } as const] : []),
  ];
}
