import type { Result } from '../../result.ts';
import type { Channel } from '../channels.ts';
import { createCollector, MOST_READ } from '../collect.ts';
import { secondsOf } from '../moments.ts';
import type { ReadFailure, Recording } from '../recording.ts';
import { findUnit } from '../table/units.ts';
import { createDayCounter, finishLog, readPackedTime } from './finish-log.ts';
import { linesOf } from './lines.ts';

const CREATED = /^File created on (\d{1,2})\/(\d{1,2})\/(\d{4})/i;
const MOST_COLUMNS = 300;

/** Columns by their names in the section of names; the long names of the header add the unit of the speed. */
const CHANNELS: Readonly<Record<string, readonly [Channel, scale: number]>> = {
  velocity: ['speed', 1 / 3.6],
  'velocity-kmh': ['speed', 1 / 3.6],
  'velocity-mph': ['speed', 0.447_04],
  heading: ['heading', 1],
  height: ['elevation', 1],
  'height-m': ['elevation', 1],
  'long-accel-g': ['accelX', 9.806_65],
  longacc: ['accelX', 9.806_65],
  'lat-accel-g': ['accelY', 9.806_65],
  latacc: ['accelY', 9.806_65],
  rpm: ['engineSpeed', 1],
  throttle: ['throttle', 1],
};

/** The file of a VBOX, and of the apps that write the same: sections in brackets, then columns between blanks. */
export function readVbo(text: string): Result<Recording, ReadFailure> {
  const samples = createCollector();
  const countDays = createDayCounter();
  let section = '';
  let zero = NaN;
  let speedScale = 1 / 3.6;
  let names: readonly string[] = [];
  let skipped = 0;
  for (const line of linesOf(text)) {
    const written = line.trim();
    const created = section === '' ? CREATED.exec(written) : null;
    if (created !== null) zero = secondsOf(Number(created[3]), Number(created[2]), Number(created[1]), 0, 0, 0) ?? NaN;
    if (/^\[.{1,40}\]$/.test(written)) {
      section = written.slice(1, -1).toLowerCase();
      continue;
    }
    if (section === 'header')
      speedScale = findUnit('speed', /^velocity (.{1,8})$/i.exec(written)?.[1] ?? '')?.scale ?? speedScale;
    if (section === 'column names') names = [...names, ...written.toLowerCase().split(/\s+/)].slice(0, MOST_COLUMNS);
    if (section !== 'data' || samples.count() >= MOST_READ) continue;
    if (!readRow(written.split(/\s+/))) skipped += 1;
  }
  const clock = Number.isNaN(zero) ? null : { method: 'sample-time' as const, offset: zero, uncertainty: 1 };
  return finishLog(samples, { kind: 'vbo', device: 'VBOX', clock, skipped });

  function readRow(cells: readonly string[]): boolean {
    const cell = (name: string) => cells[names.indexOf(name)] ?? '';
    const time = readPackedTime(cell('time'));
    // Minutes of arc; west is positive.
    const lat = Number(cell('lat') || NaN) / 60;
    const lon = -Number(cell('long') || NaN) / 60;
    if (Number.isNaN(time) || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return false;
    samples.add(countDays(time));
    // Without satellites it writes zeros.
    if (lat !== 0 || lon !== 0) samples.setPosition(lat, lon);
    for (let index = 0; index < names.length; index += 1) {
      const known = Object.hasOwn(CHANNELS, names[index]!) ? CHANNELS[names[index]!]! : null;
      if (known === null || cells[index] === undefined) continue;
      samples.set(known[0], Number(cells[index]) * (names[index] === 'velocity' ? speedScale : known[1]));
    }
    return true;
  }
}
