import { refuse, type Result } from '../../../domain/result.ts';
import { type Channel, isChannel } from '../channels.ts';
import { createCollector, MOST_READ } from '../collect.ts';
import { secondsOf } from '../moments.ts';
import type { ReadFailure, Recording } from '../recording.ts';
import { chooseColumns } from '../table/choose-columns.ts';
import { recognise } from '../table/known-columns.ts';
import { findUnit, usualUnit } from '../table/units.ts';
import { createDayCounter, finishLog, readPackedTime } from './finish-log.ts';
import { linesOf } from './lines.ts';

const CREATED = /^File created on (\d{1,2})\/(\d{1,2})\/(\d{4})/i;
const MOST_COLUMNS = 300;

/** The file of a VBOX, and of the apps that write the same: sections in brackets, then columns between blanks. */
export function readVbo(text: string): Result<Recording, ReadFailure> {
  const samples = createCollector();
  const countDays = createDayCounter();
  let section = '';
  let zero = NaN;
  let speedScale = 1 / 3.6;
  let names: readonly string[] = [];
  let columns: Columns | null = null;
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
    if (section === 'column names') names = [...names, ...written.split(/\s+/)].slice(0, MOST_COLUMNS);
    if (section !== 'data' || samples.count() >= MOST_READ) continue;
    columns ??= findColumns(names, speedScale);
    if (!readRow(columns, written.split(/\s+/))) skipped += 1;
  }
  if (columns !== null && (columns.lat < 0 || columns.lon < 0)) return refuse({ code: 'vbo-columns-unknown', names });
  const clock = Number.isNaN(zero) ? null : { method: 'sample-time' as const, offset: zero, uncertainty: 1 };
  return finishLog(samples, { kind: 'vbo', device: 'VBOX', clock, skipped });

  function readRow({ time: timeAt, lat: latAt, lon: lonAt, values }: Columns, cells: readonly string[]): boolean {
    const time = readPackedTime(cells[timeAt] ?? '');
    // Minutes of arc; west is positive.
    const lat = Number(cells[latAt] || NaN) / 60;
    const lon = -Number(cells[lonAt] || NaN) / 60;
    if (Number.isNaN(time) || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return false;
    samples.add(countDays(time));
    // Without satellites it writes zeros.
    if (lat !== 0 || lon !== 0) samples.setPosition(lat, lon);
    for (const { index, channel, scale, offset } of values) {
      if (cells[index] !== undefined) samples.set(channel, Number(cells[index]) * scale + offset);
    }
    return true;
  }
}

/** -1 for a column that is not there. */
interface Columns {
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  readonly values: readonly {
    readonly index: number;
    readonly channel: Channel;
    readonly scale: number;
    readonly offset: number;
  }[];
}

/** The kind of fix is counted by each maker in its own way. */
const NOT_VALUES = new Set<string>(['lat', 'lon', 'fix']);

/** By the names that tables have; a speed without a unit is in that of the header. */
function findColumns(names: readonly string[], speedScale: number): Columns {
  const chosen = chooseColumns(names.flatMap((name, index) => recognise(name, index) ?? []));
  const indexOf = (meaning: 'time' | 'lat' | 'lon') => chosen.get(meaning)?.index ?? -1;
  const values = [...chosen].flatMap(([meaning, { index, unit }]) => {
    if (!isChannel(meaning) || NOT_VALUES.has(meaning)) return [];
    const { scale, offset } = unit ?? usualUnit(meaning);
    return [{ index, channel: meaning, scale: meaning === 'speed' && unit === null ? speedScale : scale, offset }];
  });
  return { time: indexOf('time'), lat: indexOf('lat'), lon: indexOf('lon'), values };
}
