import type { Result } from '../../../domain/result.ts';
import { createCollector, MOST_READ } from '../collect.ts';
import { secondsOf } from '../moments.ts';
import type { ReadFailure, Recording } from '../recording.ts';
import { createDayCounter, finishLog, readPackedTime } from './finish-log.ts';
import { linesOf } from './lines.ts';

const KNOT = 1_852 / 3_600;
const DAY = 86_400;

/** Sentences of one moment round it in their own ways: 19.295 and 19.30. */
const SAME_MOMENT = 0.006;

/** What the sentences of one moment say together. */
interface Epoch {
  readonly time: number;
  /** Midnight in seconds since 1970. */
  date: number;
  lat: number;
  lon: number;
  elevation: number;
  speed: number;
  heading: number;
  precision: number;
  isLost: boolean;
}

/** The sentences of a receiver (NMEA 0183): GGA, RMC, GLL and VTG. Moments without a fix are left out. */
export function readNmea(text: string): Result<Recording, ReadFailure> {
  const samples = createCollector();
  const countDays = createDayCounter();
  let epoch: Epoch | null = null;
  /** Midnight of the first date, and the days that were counted by then. */
  let zero = NaN;
  let skipped = 0;

  const keep = () => {
    if (epoch === null || samples.count() >= MOST_READ) return;
    const counted = countDays(epoch.time);
    if (Number.isNaN(zero) && !Number.isNaN(epoch.date)) zero = epoch.date - Math.floor(counted / DAY) * DAY;
    if (Number.isNaN(epoch.lat) || epoch.isLost) return;
    // The date goes before the count: a log may go on days later.
    samples.add(Number.isNaN(epoch.date) ? counted : epoch.date + epoch.time - zero);
    samples.setPosition(epoch.lat, epoch.lon);
    samples.set('elevation', epoch.elevation);
    samples.set('speed', epoch.speed);
    samples.set('heading', epoch.heading);
    samples.set('precision', epoch.precision);
  };
  const at = (time: number): Epoch => {
    if (epoch !== null && Math.abs(epoch.time - time) <= SAME_MOMENT) return epoch;
    keep();
    epoch = createEpoch(time);
    return epoch;
  };

  for (const line of linesOf(text)) {
    const cells = splitSentence(line);
    if (cells === null) {
      if (line.trim() !== '') skipped += 1;
      continue;
    }
    const kind = cells[0]!.slice(-3);
    if (kind === 'GGA') readGga(cells, at);
    else if (kind === 'RMC') readRmc(cells, at);
    else if (kind === 'GLL') readGll(cells, at);
    else if (kind === 'VTG' && epoch !== null) (epoch as Epoch).speed = toNumber(cells[5]) * KNOT;
  }
  keep();
  const clock = Number.isNaN(zero) ? null : { method: 'sample-time' as const, offset: zero, uncertainty: 0.2 };
  return finishLog(samples, { kind: 'nmea', device: null, clock, skipped });
}

function createEpoch(time: number): Epoch {
  return {
    time,
    date: NaN,
    lat: NaN,
    lon: NaN,
    elevation: NaN,
    speed: NaN,
    heading: NaN,
    precision: NaN,
    isLost: false,
  };
}

/** Null for a line that is no sentence, or whose checksum is wrong. Some loggers write their own time in front. */
function splitSentence(line: string): string[] | null {
  const start = line.indexOf('$');
  if (start < 0 || line.length > 400) return null;
  const star = line.indexOf('*', start);
  const body = line.slice(start + 1, star < 0 ? undefined : star).trim();
  if (star >= 0) {
    let sum = 0;
    for (let index = 0; index < body.length; index += 1) sum ^= body.charCodeAt(index);
    if (sum !== parseInt(line.slice(star + 1, star + 3), 16)) return null;
  }
  const cells = body.split(',');
  return /^[A-Z]{2,8}[A-Z\d]*$/.test(cells[0]!) ? cells : null;
}

type At = (time: number) => Epoch;

function readGga(cells: readonly string[], at: At): void {
  const time = readPackedTime(cells[1] ?? '');
  if (Number.isNaN(time)) return;
  const epoch = at(time);
  if (cells[6] === '0') epoch.isLost = true;
  setPlace(epoch, cells, 2);
  epoch.precision = toNumber(cells[8]);
  epoch.elevation = toNumber(cells[9]);
}

function readRmc(cells: readonly string[], at: At): void {
  const time = readPackedTime(cells[1] ?? '');
  if (Number.isNaN(time)) return;
  const epoch = at(time);
  if (cells[2] === 'V' || cells[12] === 'N') epoch.isLost = true;
  setPlace(epoch, cells, 3);
  epoch.speed = toNumber(cells[7]) * KNOT;
  epoch.heading = toNumber(cells[8]);
  const found = /^(\d\d)(\d\d)(\d\d)$/.exec(cells[9] ?? '');
  if (found === null) return;
  const [day, month, year] = [Number(found[1]), Number(found[2]), Number(found[3])];
  epoch.date = secondsOf(year < 80 ? 2_000 + year : 1_900 + year, month, day, 0, 0, 0) ?? NaN;
}

function readGll(cells: readonly string[], at: At): void {
  const time = readPackedTime(cells[5] ?? '');
  if (Number.isNaN(time)) return;
  const epoch = at(time);
  // Some receivers write an empty cell before the status.
  if (cells.slice(6, 9).some((cell) => cell === 'V' || cell === 'N')) epoch.isLost = true;
  if (Number.isNaN(epoch.lat)) setPlace(epoch, cells, 1);
}

/** Four cells: 3327.0000,S,07039.0000,W. */
function setPlace(epoch: Epoch, cells: readonly string[], from: number): void {
  const lat = toDegrees(cells[from], cells[from + 1] === 'S');
  const lon = toDegrees(cells[from + 2], cells[from + 3] === 'W');
  if (Number.isNaN(lat) || Number.isNaN(lon)) return;
  epoch.lat = lat;
  epoch.lon = lon;
}

function toDegrees(cell: string | undefined, isNegative: boolean): number {
  const value = toNumber(cell);
  const degrees = Math.floor(value / 100) + (value % 100) / 60;
  return isNegative ? -degrees : degrees;
}

const toNumber = (cell: string | undefined): number => (cell === undefined || cell.trim() === '' ? NaN : Number(cell));
