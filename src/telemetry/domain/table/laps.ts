import { toName } from '../collect.ts';
import type { Lap } from '../recording.ts';
import { parseNumber } from './cells.ts';
import { parseTimeOfDay } from './clock.ts';
import type { Row } from './rows.ts';

/**
 * Laps from a column of lap numbers. A lap goes from its first row to the first row of the next: loggers write a row
 * for the moment of crossing the line. The recording may begin and end within a lap, which is then named a part.
 */
export function createLapReader() {
  const laps: { readonly value: string; readonly from: number; to: number }[] = [];
  let open = false;
  return {
    read(cell: string, time: number): void {
      if (Number.isNaN(time)) return;
      const value = cell.trim().replace(/[.,]0+$/, '');
      const lap = laps.at(-1);
      if (lap !== undefined && open) lap.to = time;
      if (value === '') open = false;
      else if (lap === undefined || !open || lap.value !== value) {
        laps.push({ value, from: time, to: time });
        open = true;
      }
    },
    finish(): Lap[] {
      return laps.map(({ value, from, to }, index) => {
        const isPart = laps.length > 1 && ((index === 0 && Number(value) > 1) || (index === laps.length - 1 && open));
        return { name: `Lap ${toName(value)?.slice(0, 20) ?? ''}${isPart ? ' (part)' : ''}`, from, to };
      });
    },
  };
}

/** A row tells of a new lap only when it is written, some seconds behind the line. */
const LATE_SECONDS = 10;

const LAP_NOTE = /^#\s*Lap (\d+):\s*([\d:.,]+)/i;

/** TrackAddict closes each lap with a note of its exact time; the first lap began with the recording. */
export function readLapNotes(notes: readonly Row[], start: number): Lap[] {
  const laps: Lap[] = [];
  let from = start;
  for (const note of notes) {
    const found = LAP_NOTE.exec(note.join(',').slice(0, 100));
    const duration = found === null ? NaN : parseTimeOfDay(found[2]!);
    if (Number.isNaN(duration)) continue;
    laps.push({ name: `Lap ${found![1]}`, from, to: from + duration });
    from += duration;
  }
  return laps;
}

/** The exact laps, and behind them the one that the column of lap numbers says was on its way at the end. */
export function withLastPart(exact: readonly Lap[], byRows: readonly Lap[]): Lap[] {
  const [end, open] = [exact.at(-1), byRows.at(-1)];
  if (end === undefined || open === undefined) return [...exact];
  const isBehind = open.name.endsWith('(part)') && open.to > end.to && Math.abs(open.from - end.to) < LATE_SECONDS;
  return isBehind ? [...exact, { ...open, from: end.to }] : [...exact];
}

/** AiM lists the times at which the line was crossed, by the table's own time. */
export function readBeacons(preface: readonly Row[], start: number): Lap[] {
  const row = preface.find(([name]) => name?.trim().toLowerCase() === 'beacon markers');
  if (row === undefined) return [];
  const crossings = row
    .slice(1)
    .flatMap((cell) => cell.split(/[;\s]+/))
    .map((cell) => parseNumber(cell, true))
    .filter((time) => time > start);
  return crossings.map((to, index) => ({ name: `Lap ${index + 1}`, from: crossings[index - 1] ?? start, to }));
}
