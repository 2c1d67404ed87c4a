import type { Channel } from '../channels.ts';
import { isChannel } from '../channels.ts';
import { createClock, type ClockKind, type TableClock } from './clock.ts';
import { cellsOf, type Row } from './rows.ts';
import type { KnownColumn, Meaning, Origin } from './known-columns.ts';
import { usualUnit } from './units.ts';

const ORIGINS: readonly Origin[] = ['user', 'gps', 'unknown', 'calc', 'obd'];
const KINDS: readonly ClockKind[] = ['world', 'zoneless', 'relative'];

/** Fields of FIT's records as its tools write them; their timestamps count from 1989. */
const FIT_NAMES = /^(?:position_(?:lat|long)|enhanced_(?:speed|altitude))\b/i;

/** One column for each meaning: by where it was measured, then one with a unit, then by its name, then the first. */
export function chooseColumns(columns: readonly KnownColumn[]): ReadonlyMap<Meaning, KnownColumn> {
  const rank = ({ origin, unit, order }: KnownColumn) =>
    ORIGINS.indexOf(origin) * 1_000 + (unit === null ? 500 : 0) + order;
  const chosen = new Map<Meaning, KnownColumn>();
  for (const column of columns) {
    const other = chosen.get(column.meaning);
    if (other === undefined || rank(column) < rank(other)) chosen.set(column.meaning, column);
  }
  return chosen;
}

export interface ValueColumn {
  readonly index: number;
  readonly channel: Channel;
  readonly scale: number;
  readonly offset: number;
  /** Whether the unit is not known. */
  readonly isUnitUnknown: boolean;
  /** Whether the unit counts steps or strokes. */
  readonly mayBeStrokes: boolean;
  /** No new value where the receiver says that there was no update. */
  readonly isFromGps: boolean;
}

/** The columns that are read from each row beside its time and position. */
export function valueColumns(chosen: ReadonlyMap<Meaning, KnownColumn>): ValueColumn[] {
  const values: ValueColumn[] = [];
  for (const [meaning, { index, unit, origin }] of chosen) {
    if (!isChannel(meaning) || meaning === 'lat' || meaning === 'lon') continue;
    const { scale, offset } = unit ?? usualUnit(meaning);
    const isFromGps = origin !== 'obd' && origin !== 'calc' && /^(elevation|speed|heading)$/.test(meaning);
    const mayBeStrokes = unit?.mayBeStrokes === true && origin !== 'user';
    values.push({ index, channel: meaning, scale, offset, isUnitUnknown: unit === null, mayBeStrokes, isFromGps });
  }
  return values;
}

/**
 * The column that knows most about UTC. Where that one counts whole seconds for many rows each, and another tells them
 * apart, the second is taken as if it began with the first.
 */
export function chooseClock(
  columns: readonly KnownColumn[],
  firstRows: readonly Row[],
  hasCommas: boolean,
): TableClock | null {
  const dates = columns.filter(({ meaning }) => meaning === 'date');
  const timeColumns = columns.filter(({ meaning }) => meaning === 'time');
  const byUser = timeColumns.filter(({ origin }) => origin === 'user');
  const zone = columns.find(({ meaning }) => meaning === 'zone');
  const isFit = columns.some(({ name }) => FIT_NAMES.test(name.trim()));
  const create = (column: KnownColumn) => createClock(column, { date: dates[0], zone, isFit }, firstRows, hasCommas);
  const found = (byUser.length > 0 ? byUser : [...timeColumns, ...dates]).flatMap((column) => {
    const clock = create(column);
    return clock === null ? [] : [{ column, clock }];
  });
  const sorted = found.toSorted((a, b) => KINDS.indexOf(a.clock.kind) - KINDS.indexOf(b.clock.kind));
  const best = sorted[0];
  if (best === undefined) return null;
  // Some clocks remember the row before, so the returned one must have read nothing yet.
  const readFirst = (column: KnownColumn) => {
    const clock = create(column)!;
    return firstRows.map((row) => clock.read(cellsOf(row)));
  };
  const times = readFirst(best.column);
  const finer = hasRepeats(times)
    ? sorted.find(({ clock, column }) => clock.kind === 'relative' && !hasRepeats(readFirst(column)))
    : undefined;
  if (finer === undefined || finer === best) return best.clock;
  const offset = readFirst(finer.column)
    .map((time, index) => times[index]! - time)
    .find(Number.isFinite);
  if (offset === undefined) return finer.clock;
  return { ...finer.clock, kind: best.clock.kind, read: (row) => finer.clock.read(row) + offset };
}

function hasRepeats(times: readonly number[]): boolean {
  const known = times.filter(Number.isFinite);
  return new Set(known).size * 2 < known.length;
}
