import { ok, refuse, type Result } from '../../../domain/result.ts';
import type { Channel } from '../channels.ts';
import { type Collected, createCollector, MOST_READ, placeClocks, placeLaps } from '../collect.ts';
import type { ClockFact, Lap, ReadFailure, ReadWarning, Recording } from '../recording.ts';
import { isNothing, parseWithUnit, writesCommas } from './cells.ts';
import { chooseClock, chooseColumns, type ValueColumn, valueColumns } from './choose-columns.ts';
import { findDate, type TableClock } from './clock.ts';
import type { ColumnMapping } from '../column-mapping.ts';
import { describeColumns, showRows } from './describe-columns.ts';
import { guessUnits } from './guess-units.ts';
import { findHeader, guessHeader, HEAD_ROWS, type Header } from './header.ts';
import { createLapReader, readBeacons, readLapNotes, withLastPart } from './laps.ts';
import { readMessageTable } from './message-table.ts';
import { withPlainNames } from './race-capture.ts';
import { withSplitPlaces } from './place-pairs.ts';
import { choosePlaces, NO_PLACE } from './places.ts';
import { type Cells, listRows, readNumber, type Row, type TableRows, takeFilled, takeRows } from './rows.ts';
import { findUnit } from './units.ts';

/** Rows from which the form of numbers and times is found, and rows from which a missing unit is found. */
const LOOKED_AT = 200;
const MEASURED_BY = 5_000;
/** Notes between the rows, of which each may close a lap. */
const MOST_NOTES = 5_000;
/** Seconds: a date above the table is that of the minute, or of a press before the first row. */
const NOTED_UNCERTAINTY = 60;

/** The rows of a CSV file; `mapping` holds the user's choices for its columns, if any. */
export function readTable(given: TableRows | readonly Row[], mapping?: ColumnMapping): Result<Recording, ReadFailure> {
  const table = 'pick' in given ? given : listRows(given);
  const messages = readMessageTable(table);
  const rows = messages?.rows ?? withSplitPlaces(withPlainNames(table));
  const head = takeRows(rows, 0, HEAD_ROWS);
  const header = findHeader(head, mapping);
  if (header === null) return refuse(explain(rows));
  const reading = readRows(rows, header);
  // Rows that are all unreadable are in columns that were taken for something else.
  if (reading.count === 0 && reading.skipped > 0 && mapping === undefined) return refuse(explain(rows));
  if (reading.count === 0) return refuse({ code: 'csv-no-rows' });
  if (reading.count >= MOST_READ) return refuse({ code: 'file-too-large' });
  const { samples, breaks, warnings, start } = reading.collected;
  // Only the user knows then which column is the time, or that the file holds none.
  if (mapping === undefined && Number.isNaN(start) && samples.channels.lat === undefined) return refuse(explain(rows));
  const columns = describeColumns(
    head[header.at],
    header,
    reading.columns,
    takeFilled(rows, header.firstData, LOOKED_AT),
  );
  const isMoving = samples.channels.speed?.some((speed) => speed > 0) === true;
  const isUnitUnknown = reading.columns.some(({ channel, isUnitUnknown }) => channel === 'speed' && isUnitUnknown);
  if (isUnitUnknown && isMoving && columns !== null && mapping === undefined)
    return refuse({ code: 'csv-unit-unknown', columns });
  const skipped: ReadWarning[] = reading.skipped > 0 ? [{ code: 'rows-skipped', count: reading.skipped }] : [];
  const changes = reading.clock?.changes?.() ?? 0;
  const summerTime: ReadWarning[] = changes > 0 ? [{ code: 'summer-time', count: changes }] : [];
  const preface = head.slice(0, Math.max(0, header.at));
  const exact = [
    messages?.laps ?? [],
    readLapNotes([...preface, ...reading.notes], start),
    readBeacons(preface, start),
  ];
  const laps = withLastPart(exact.find(({ length }) => length > 0) ?? [], reading.laps);
  return ok({
    kind: 'csv',
    device: nameRecorder(preface),
    samples,
    breaks,
    laps: placeLaps(laps.length > 0 ? laps : reading.laps, start, samples.time),
    clocks: findClocks(reading.clock, start, preface),
    warnings: [...skipped, ...summerTime, ...warnings],
    ...(columns !== null && { columns }),
  });
}

/** How programs begin a line that is no row. */
const COMMENT = /^\s*(?:#|\/\/|%|;|--)/;

function explain(rows: TableRows): ReadFailure {
  const guess = guessHeader(takeRows(rows, 0, HEAD_ROWS));
  if (guess === null) return { code: takeFilled(rows, 0, 1).length === 0 ? 'csv-no-rows' : 'file-unknown' };
  // Asking which comment is the latitude would help nobody.
  if (takeFilled(rows, 0, HEAD_ROWS).every(([first = '']) => COMMENT.test(first))) return { code: 'file-unknown' };
  const shown = showRows(takeFilled(rows, guess.firstData, LOOKED_AT));
  if (shown.length === 0) return { code: 'csv-no-rows' };
  return { code: 'csv-columns-unknown', header: guess.names, rows: shown };
}

function findClocks(clock: TableClock | null, start: number, preface: readonly Row[]): ClockFact[] {
  if (clock === null) return [];
  if (clock.kind === 'world') return placeClocks('sample-time', [start], 0.2);
  // Like a camera's own clock: right, but in an unknown time zone.
  if (clock.kind === 'zoneless') return placeClocks('creation-time', [start], 1);
  const noted = findDate(preface);
  return noted === null ? [] : placeClocks('creation-time', [noted + start], NOTED_UNCERTAINTY);
}

interface Reading {
  readonly count: number;
  readonly skipped: number;
  readonly columns: readonly ValueColumn[];
  readonly clock: TableClock | null;
  readonly laps: readonly Lap[];
  readonly notes: readonly Row[];
  readonly collected: Collected;
}

function readRows(rows: TableRows, header: Header): Reading {
  const { firstData } = header;
  const chosen = chooseColumns(header.columns);
  const firstRows = takeRows(rows, firstData, firstData + LOOKED_AT);
  const used = header.columns.map(({ index }) => index).sort((a, b) => a - b);
  const numeric = header.columns.filter(({ meaning }) => meaning !== 'time' && meaning !== 'date');
  const hasCommas = writesCommas(firstRows.flatMap((row) => numeric.map(({ index }) => row[index] ?? '')));
  const clock = chooseClock(header.columns, firstRows, hasCommas);
  const readPlace = choosePlaces(chosen, firstRows);
  const createClock = () => chooseClock(header.columns, firstRows, hasCommas);
  const measures = { readPlace, createClock, hasCommas };
  const columns = guessUnits(
    valueColumns(chosen),
    { rows, from: firstData, to: Math.min(rows.length, firstData + MEASURED_BY), columns: used },
    measures,
  );
  const lap = chosen.get('lap')?.index;
  const fragment = chosen.get('fragment')?.index;
  const update = chosen.get('gpsUpdate')?.index;

  const samples = createCollector();
  const writers = columns.map(({ channel }) => samples.writerOf(channel));
  const laps = createLapReader();
  const values = new Float64Array(columns.length);
  const notes: Row[] = [];
  let lastFragment: string | undefined;
  let skipped = 0;
  for (let at = firstData; at < rows.length; at += 1) {
    if (rows.isNote(at)) {
      if (notes.length < MOST_NOTES) notes.push(rows.at(at));
      continue;
    }
    const row = rows.pick(at, used);
    if (row === null) continue;
    if (samples.count() >= MOST_READ) break;
    const isStale = update !== undefined && row.digits(update) === 0;
    const place = isStale || readPlace === null ? NO_PLACE : readPlace(row);
    const time = clock?.read(row) ?? NaN;
    const found = readValues(row, columns, hasCommas, isStale, values);
    const isBroken = clock !== null && Number.isNaN(time) && !isNothing(row.cell(clock.index));
    if (place === null || isBroken || (place === NO_PLACE && (Number.isNaN(time) || found.count === 0))) {
      skipped += 1;
      continue;
    }
    if (fragment !== undefined) {
      const value = row.cell(fragment);
      if (lastFragment !== undefined && value !== lastFragment) samples.startSegment();
      lastFragment = value;
    }
    samples.add(time);
    if (place !== NO_PLACE) samples.setPosition(place[0], place[1]);
    for (let index = 0; index < writers.length; index += 1) writers[index]!(values[index]!);
    for (let bad = 0; bad < found.bad; bad += 1) samples.skipValue();
    if (lap !== undefined) laps.read(row.cell(lap), time);
  }
  for (const channels of UNMEASURED) samples.forgetZeros(channels);
  return { count: samples.count(), skipped, columns, clock, laps: laps.finish(), notes, collected: samples.finish() };
}

/** Channels of which a logger writes zeros when it has no sensor for them. */
const UNMEASURED: readonly (readonly Channel[])[] = [
  ['lat', 'lon'],
  ['distance'],
  ['heartRate'],
  ['cadence'],
  ['power'],
  ['temperature'],
];

function readValues(
  row: Cells,
  columns: readonly ValueColumn[],
  hasCommas: boolean,
  isStale: boolean,
  values: Float64Array,
): { readonly count: number; readonly bad: number } {
  let count = 0;
  let bad = 0;
  for (let index = 0; index < columns.length; index += 1) {
    const { index: at, channel, scale, offset, isFromGps } = columns[index]!;
    values[index] = NaN;
    if (isStale && isFromGps) continue;
    const number = readNumber(row, at, hasCommas);
    if (Number.isNaN(number)) {
      const cell = row.cell(at);
      if (isNothing(cell)) continue;
      const written = parseWithUnit(cell, hasCommas);
      const unit = written === null ? null : findUnit(channel, written.unit);
      if (unit === null) bad += 1;
      else {
        values[index] = written!.value * unit.scale + unit.offset;
        count += 1;
      }
      continue;
    }
    values[index] = adjust(channel, number) * scale + offset;
    count += 1;
  }
  return { count, bad };
}

/** Corrects values of loggers that lie just outside the plausible range. */
function adjust(channel: Channel, value: number): number {
  // An iPhone writes -1 for an unknown value.
  if ((channel === 'speed' || channel === 'heading') && value === -1) return NaN;
  if (channel === 'heading')
    return value < 0 && value >= -360 ? value + 360 : value > 360 && value <= 720 ? value - 360 : value;
  if (channel === 'throttle' && value > -10 && value < 110) return Math.min(Math.max(value, 0), 100);
  return value;
}

const NAMED =
  /\b(RaceChrono(?: Pro)?(?: v?[\d.]*\d)?|TrackAddict(?: v?[\d.]*\d)?|Harry's (?:GPS )?LapTimer|Racelogic|VBOX)/i;

/** The recorder of a table, by the rows above it; null when they do not name it. */
function nameRecorder(preface: readonly Row[]): string | null {
  for (const row of preface.slice(0, 50)) {
    if (row[0]?.trim().toLowerCase() === 'format' && /aim/i.test(row[1] ?? '')) return 'AiM';
    const found = NAMED.exec(row.join(',').slice(0, 300));
    if (found !== null) return found[1]!;
  }
  return null;
}
