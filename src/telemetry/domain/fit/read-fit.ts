import { ok, refuse, type Result } from '../../../domain/result.ts';
import { createCollector, MOST_READ, placeClocks, placeLaps } from '../collect.ts';
import { FIT_EPOCH } from '../moments.ts';
import type { Lap, ReadFailure, ReadWarning, Recording } from '../recording.ts';
import { checksum } from './checksum.ts';
import { nameDevice } from './devices.ts';
import { type Message, walkMessages } from './messages.ts';
import { createRecordReader, fractionOf, hasPlace, readFix } from './record.ts';
import { MAX_CLOCKS } from '../../../domain/limits.ts';

/** Smaller values count the seconds since the device was switched on: they are no date. */
const FIRST_DATE = 0x10_00_00_00;
/** Times are whole seconds, and the moment may have been measured anywhere in that second. */
const UNCERTAINTY = 1;
/** Camera events carry milliseconds, but come by radio or by a press on two devices. */
const CAMERA_UNCERTAINTY = 1;
/** Bytes of a header. */
const LEAST_PART = 12;
const SIGNATURE = 0x54_49_46_2e; // '.FIT'

const MESSAGE = {
  fileId: 0,
  sport: 12,
  session: 18,
  lap: 19,
  record: 20,
  event: 21,
  deviceInfo: 23,
  gps: 160,
  camera: 161,
  correlation: 162,
  field: 206,
};
/** FIT's numbers of sports; the others are called by none of the rules here. */
const SPORTS: Readonly<Record<number, string>> = {
  1: 'running',
  2: 'cycling',
  5: 'swimming',
  11: 'walking',
  12: 'cross-country skiing',
  13: 'alpine skiing',
  15: 'rowing',
  17: 'hiking',
  18: 'multisport',
  19: 'paddling',
  37: 'stand-up paddling',
  41: 'kayaking',
};
const ON_WATER = new Set(['swimming', 'rowing', 'paddling', 'stand-up paddling', 'kayaking']);
const TIMER = 0;
const TIMER_START = 0;
const VIDEO_START = 0;
const CREATOR = 0;
/** Each session is looked up among all samples: a file of nothing but sessions must not take forever. */
const MOST_SESSIONS = 100;
/** Fixes of some seconds. */
const MOST_WAITING = 200;

interface Part {
  readonly from: number;
  readonly to: number;
  readonly next: number;
  readonly isCut: boolean;
  readonly isWrong: boolean;
}

/** The recording of a FIT file, or of several files in one. */
export function readFit(bytes: Uint8Array, activity?: number): Result<Recording, ReadFailure> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isHeader(view, 0)) return refuse({ code: 'fit-not-fit' });
  const reading = createReading();
  const warnings: ReadWarning[] = [];
  let at = 0;
  while (isHeader(view, at)) {
    const part = findPart(bytes, view, at);
    const end = walkMessages(view, part.from, part.to, reading.visit);
    if (part.isWrong) warnings.push({ code: 'checksum-wrong' });
    if (part.isCut || end.reason === 'cut') warnings.push({ code: 'file-cut' });
    if (end.reason === 'undefined') warnings.push({ code: 'undefined-message', detail: `byte ${end.at}` });
    reading.endPart();
    at = part.next;
  }
  // Some bytes of filling are no part; a header that cannot be read is one that is lost.
  if (at + LEAST_PART <= bytes.length && bytes.subarray(at).some((byte) => byte !== 0 && byte !== 0xff)) {
    warnings.push({ code: 'undefined-message', detail: `byte ${at}` });
  }
  if (reading.samples.count() === 0) {
    return refuse({ code: warnings.length > 0 ? 'fit-damaged' : 'fit-no-activity' });
  }
  if (reading.samples.count() >= MOST_READ) return refuse({ code: 'file-too-large' });
  return ok(reading.finish(once(warnings), activity));
}

function isHeader(view: DataView, at: number): boolean {
  return at + 12 <= view.byteLength && view.getUint8(at) >= 12 && view.getUint32(at + 8, true) === SIGNATURE;
}

/** The offsets of the messages of one file, whatever its header says about its length. */
function findPart(bytes: Uint8Array, view: DataView, at: number): Part {
  const from = Math.min(at + view.getUint8(at), bytes.length);
  const stated = view.getUint32(at + 4, true);
  const isRight = (end: number) => end + 2 <= bytes.length && checksum(bytes, at, end) === view.getUint16(end, true);
  // A recorder writes the length last: it is 0 when the recorder was switched off before.
  if (stated === 0 && from < bytes.length && !isHeader(view, from + 2) && !isRight(from)) {
    return { from, to: bytes.length, next: bytes.length, isCut: true, isWrong: false };
  }
  const to = from + stated;
  if (to + 2 > bytes.length) {
    return { from, to: Math.min(to, bytes.length), next: bytes.length, isCut: true, isWrong: false };
  }
  if (isRight(to)) return { from, to, next: to + 2, isCut: false, isWrong: false };
  // The stated length is too small: the checksum stands at the true end.
  const last = bytes.length - 2;
  if (to !== last && !isHeader(view, to + 2) && isRight(last)) {
    return { from, to: last, next: bytes.length, isCut: false, isWrong: true };
  }
  return { from, to, next: to + 2, isCut: false, isWrong: true };
}

function createReading() {
  const samples = createCollector();
  samples.startActivity(null);
  const records = createRecordReader();
  const laps: Lap[] = [];
  const sessionStarts: number[] = [];
  const cameraStarts: number[] = [];
  let fileDevice: string | null = null;
  let creator: string | null = null;
  let hasDates = false;
  let sportCode = NaN;
  /** Metres, by the summaries of sessions and of laps; NaN where none states them. */
  const climbed = { sessions: NaN, laps: NaN };

  /** Fixes that wait for a record of a later time: a recorder writes the two kinds in any order within a second. */
  let fixes: Message[] = [];
  let hasFixes = false;
  let partStart = 0;
  /** UTC where the device's own count is 0, in seconds; NaN until a message tells it. */
  let zero = NaN;

  const timeOfFix = (message: Message) => toSeconds(message.timestamp) + fractionOf(message);
  const addFixes = (until: number) => {
    if (fixes.length === 0) return;
    const ready = fixes.filter((message) => !(timeOfFix(message) > until));
    if (ready.length === 0) return;
    fixes = fixes.filter((message) => timeOfFix(message) > until);
    for (const message of ready) {
      samples.add(timeOfFix(message));
      readFix(message, samples);
    }
  };
  const readRecord = (message: Message) => {
    if (samples.count() >= MOST_READ) return;
    if (message.timestamp >= FIRST_DATE) hasDates = true;
    addFixes(toSeconds(message.timestamp));
    samples.add(toSeconds(message.timestamp));
    records.read(message, samples, hasFixes);
  };
  const keepFix = (message: Message) => {
    if (!hasPlace(message) || samples.count() + fixes.length >= MOST_READ) return;
    // The record before the first fix has its position too, at a whole second.
    if (!hasFixes) samples.forgetFrom(partStart, ['lat', 'lon', 'speed']);
    hasFixes = true;
    fixes.push(message);
    // Without records between them they need not wait.
    if (fixes.length >= MOST_WAITING) addFixes(Infinity);
  };
  const readCorrelation = (message: Message) => {
    const [utc, own] = [message.number(253), message.number(1)];
    if (utc >= FIRST_DATE && own < FIRST_DATE) zero = utc + FIT_EPOCH - own;
  };
  const toUtc = (seconds: number) => (seconds < FIRST_DATE ? seconds + zero : seconds);
  /** Places everything that was counted from when the device was switched on. */
  const moveToUtc = () => {
    if (Number.isNaN(zero)) return;
    hasDates = true;
    samples.moveTimesBefore(FIRST_DATE, zero);
    for (const [index, lap] of laps.entries()) laps[index] = { ...lap, from: toUtc(lap.from), to: toUtc(lap.to) };
    for (const list of [sessionStarts, cameraStarts]) list.splice(0, list.length, ...list.map(toUtc));
    zero = NaN;
  };
  const readLap = (message: Message) => {
    climbed.laps = plus(climbed.laps, message.number(21));
    const start = toSeconds(message.number(2));
    const end = toSeconds(message.timestamp);
    const elapsed = message.number(7) / 1_000;
    // Some devices leave the start out.
    const from = Number.isNaN(start) ? end - elapsed : start;
    laps.push({ name: `Lap ${laps.length + 1}`, from, to: Number.isNaN(elapsed) ? end : from + elapsed });
  };
  const readEvent = (message: Message) => {
    // A segment begins after a pause: the way made meanwhile is unknown.
    if (message.number(0) === TIMER && message.number(1) === TIMER_START) samples.startSegment();
  };
  const readCamera = (message: Message) => {
    if (message.number(1) !== VIDEO_START || Number.isNaN(message.timestamp)) return;
    if (cameraStarts.length < MOST_SESSIONS)
      cameraStarts.push(toSeconds(message.timestamp) + (message.number(0) / 1_000 || 0));
  };
  const visitors: Readonly<Record<number, (message: Message) => void>> = {
    [MESSAGE.record]: readRecord,
    [MESSAGE.lap]: readLap,
    [MESSAGE.event]: readEvent,
    [MESSAGE.camera]: readCamera,
    [MESSAGE.gps]: keepFix,
    [MESSAGE.correlation]: readCorrelation,
    [MESSAGE.field]: records.describeField,
    [MESSAGE.sport]: (message) => {
      if (Number.isNaN(sportCode)) sportCode = message.number(0);
    },
    [MESSAGE.session]: (message) => {
      if (Number.isNaN(sportCode)) sportCode = message.number(5);
      climbed.sessions = plus(climbed.sessions, message.number(22));
      if (sessionStarts.length < MOST_SESSIONS) sessionStarts.push(toSeconds(message.number(2)));
    },
    [MESSAGE.fileId]: (message) => {
      fileDevice ??= nameDevice(message.number(1), message.number(2), message.text(8));
    },
    [MESSAGE.deviceInfo]: (message) => {
      if (message.number(0) !== CREATOR) return;
      creator ??= nameDevice(message.number(2), message.number(4), message.text(27));
    },
  };

  return {
    samples,
    visit: (message: Message) => visitors[message.global]?.(message),
    endPart() {
      addFixes(Infinity);
      moveToUtc();
      hasFixes = false;
      partStart = samples.count();
      samples.startActivity(null);
      records.endPart(samples, ON_WATER.has(SPORTS[sportCode] ?? ''));
    },
    finish(warnings: readonly ReadWarning[], activity?: number): Recording {
      // Samples from before the satellites told the time are on no common timeline with the rest.
      if (hasDates) samples.forgetTimesBefore(FIRST_DATE + FIT_EPOCH);
      for (const start of sessionStarts) samples.startSegmentAt(start);
      const collected = samples.finish(activity);
      const clocks = hasDates ? placeClocks('sample-time', [collected.start], UNCERTAINTY) : [];
      const dated = cameraStarts.filter((start) => start >= FIRST_DATE);
      const cameras = placeClocks('camera-event', dated, CAMERA_UNCERTAINTY);
      const sport = SPORTS[sportCode];
      // The stated climb is that of all files of a chain together.
      const isWhole = activity === undefined;
      const ascent = Number.isNaN(climbed.sessions) ? climbed.laps : climbed.sessions;
      return {
        kind: 'fit',
        device: longer(creator, fileDevice),
        samples: collected.samples,
        breaks: collected.breaks,
        laps: placeLaps(laps, collected.start, collected.samples.time),
        clocks: [...clocks, ...cameras].slice(0, MAX_CLOCKS),
        ...(!Number.isNaN(ascent) && isWhole && { deviceAscent: ascent }),
        ...(sport !== undefined && { sport }),
        ...(collected.activities.length > 0 && { activities: collected.activities }),
        warnings: [...warnings, ...collected.warnings],
      };
    },
  };
}

/** NaN counts as nothing beside a number. */
function plus(sum: number, value: number): number {
  return Number.isNaN(sum) ? value : Number.isNaN(value) ? sum : sum + value;
}

/** Seconds since 1970, or since the device was switched on. */
const toSeconds = (timestamp: number): number => (timestamp < FIRST_DATE ? timestamp : timestamp + FIT_EPOCH);

/** One of the two messages often names only the maker. */
const longer = (a: string | null, b: string | null): string | null => ((a?.length ?? 0) >= (b?.length ?? 0) ? a : b);

function once(warnings: readonly ReadWarning[]): ReadWarning[] {
  return warnings.filter(({ code }, index) => warnings.findIndex((other) => other.code === code) === index);
}
