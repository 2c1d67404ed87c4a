import { ok, refuse, type Result } from '../../domain/result.ts';
import { type Channel, CHANNEL_NAMES, CHANNELS, isChannel } from './channels.ts';
import { type Samples, sampleCount } from './recording.ts';
import { MAX_SAMPLES } from '../../domain/limits.ts';

/**
 * Samples as they are stored and sent: a head in JSON, then a column of 32-bit integers for time and for each channel.
 * The server checks the head, the length and the bounds in milliseconds, so that no upload delays a tap.
 */

const MAGIC = 0x31_52_46_50; // 'PFR1'
/** Fine enough for a photo finish up to 59 hours; a tour of months still has hundredths. */
const TIME_STEPS = [1e-4, 1e-2];
const NOTHING = -0x80_00_00_00;
const MOST_HEAD = 4_096;

interface Head {
  readonly count: number;
  readonly timeStep: number;
  readonly columns: readonly (Channel | 'time')[];
}

export type PackProblem = 'not-packed' | 'too-many-samples' | 'length-wrong' | 'out-of-bounds';

function timeStepFor(time: Float64Array): number {
  let last = 0;
  for (const value of time) if (value > last) last = value;
  return TIME_STEPS.find((step) => last / step < -NOTHING) ?? TIME_STEPS.at(-1)!;
}

export function pack(samples: Samples): Uint8Array<ArrayBuffer> {
  const channels = CHANNEL_NAMES.filter((name) => samples.channels[name] !== undefined);
  const columns = ['time', ...channels] as const;
  const count = sampleCount(samples);
  const timeStep = timeStepFor(samples.time);
  const head = JSON.stringify({ count, timeStep, columns });
  // The head's length is a multiple of four, so that the columns can be read in place.
  const start = 8 + Math.ceil(head.length / 4) * 4;
  const bytes = new Uint8Array(start + columns.length * count * 4);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, head.length, true);
  for (let at = 0; at < head.length; at += 1) bytes[8 + at] = head.charCodeAt(at);
  columns.forEach((column, index) => {
    const values = column === 'time' ? samples.time : samples.channels[column]!;
    const step = column === 'time' ? timeStep : CHANNELS[column].step;
    let at = start + index * count * 4;
    for (const value of values) {
      const units = Math.round(value / step);
      view.setInt32(at, Number.isFinite(units) && Math.abs(units) < -NOTHING ? units : NOTHING, true);
      at += 4;
    }
  });
  return bytes;
}

function readHead(bytes: Uint8Array, view: DataView): Head | null {
  if (bytes.length < 8 || view.getUint32(0, true) !== MAGIC) return null;
  const length = view.getUint32(4, true);
  if (length > MOST_HEAD || length > bytes.length - 8) return null;
  let text = '';
  for (let at = 8; at < 8 + length; at += 1) text += String.fromCharCode(bytes[at]!);
  let head: Partial<Head> | null;
  try {
    head = JSON.parse(text) as Partial<Head> | null;
  } catch {
    return null;
  }
  if (typeof head !== 'object' || head === null || !Array.isArray(head.columns)) return null;
  if (!Number.isInteger(head.count) || head.count! < 0) return null;
  if (!TIME_STEPS.includes(head.timeStep!)) return null;
  const isKnown = (name: unknown) => name === 'time' || (typeof name === 'string' && isChannel(name));
  if (head.columns[0] !== 'time' || !head.columns.every(isKnown)) return null;
  if (new Set(head.columns).size !== head.columns.length) return null;
  return head as Head;
}

/** Checks every value once; samples that pass can be drawn. */
export function checkPacked(bytes: Uint8Array): Result<Head, PackProblem> {
  const steps = checkPackedInSteps(bytes);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** `checkPacked` with a pause after each column, for a caller with more urgent work in between. */
export function* checkPackedInSteps(bytes: Uint8Array): Generator<undefined, Result<Head, PackProblem>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = readHead(bytes, view);
  if (head === null) return refuse('not-packed');
  if (head.count > MAX_SAMPLES) return refuse('too-many-samples');
  const start = 8 + Math.ceil(view.getUint32(4, true) / 4) * 4;
  if (bytes.length !== start + head.columns.length * head.count * 4) return refuse('length-wrong');
  for (const [index, column] of head.columns.entries()) {
    const at = start + index * head.count * 4;
    if (column === 'time' ? !neverGoesBack(view, at, head.count) : !staysWithin(view, at, head.count, column)) {
      return refuse('out-of-bounds');
    }
    yield;
  }
  return ok(head);
}

function neverGoesBack(view: DataView, from: number, count: number): boolean {
  let last = 0;
  for (let at = from; at < from + count * 4; at += 4) {
    const value = view.getInt32(at, true);
    if (value === NOTHING) continue;
    if (value < last) return false;
    last = value;
  }
  return true;
}

function staysWithin(view: DataView, from: number, count: number, channel: Channel): boolean {
  const { least, most, step } = CHANNELS[channel];
  const lowest = Math.round(least / step);
  const highest = Math.round(most / step);
  for (let at = from; at < from + count * 4; at += 4) {
    const value = view.getInt32(at, true);
    if (value !== NOTHING && (value < lowest || value > highest)) return false;
  }
  return true;
}

export function unpack(bytes: Uint8Array): Result<Samples, PackProblem> {
  const checked = checkPacked(bytes);
  if (!checked.ok) return checked;
  const { count, columns, timeStep } = checked.value;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = bytes.length - columns.length * count * 4;
  const read = (index: number, step: number) => {
    const values = new Float64Array(count);
    for (let row = 0, at = start + index * count * 4; row < count; row += 1, at += 4) {
      const units = view.getInt32(at, true);
      values[row] = units === NOTHING ? NaN : units * step;
    }
    return values;
  };
  const channels: Partial<Record<Channel, Float64Array>> = {};
  for (const [index, column] of columns.entries()) {
    if (column !== 'time') channels[column] = read(index, CHANNELS[column].step);
  }
  return ok({ time: read(0, timeStep), channels });
}
