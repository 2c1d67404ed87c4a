import type { EventState } from '../events/state.ts';
import { formatDuration } from './format.ts';
import { type RankedRacer, rankFinished } from './leaderboard.ts';
import { formatTimeOfDay } from './local-time.ts';
import { listInactive, listOnCourse, listSecondReadings, type RacerTimes, readTimes } from './results.ts';

const BYTE_ORDER_MARK = '\u{FEFF}';

/** The four columns of the specification, finished racers first. */
export function writeResultsCsv(event: EventState): string {
  const rows = inOrder(event).map((racer) => [racer.entry.name, ...timeCells(racer, event.timeZone)]);
  return writeCsv([['Racer', 'Start Time', 'Finish Time', 'Duration'], ...rows]);
}

/** The same with what does not fit into four columns: rank, bib, groups, state, marks and second readings. */
export function writeDetailedCsv(event: EventState): string {
  const rows = inOrder(event).map((racer) => [
    'rank' in racer ? String((racer as RankedRacer).rank) : '',
    racer.entry.bib ?? '',
    racer.entry.name,
    racer.entry.groups.join('; '),
    racer.state,
    ...timeCells(racer, event.timeZone),
    racer.isCorrected ? 'corrected' : '',
    String(Math.max(racer.start?.placed.uncertainty ?? 0, racer.finish?.placed.uncertainty ?? 0)),
    String(listSecondReadings(event, racer.entry.racerId).length),
  ]);
  const header = [
    'Rank',
    'Bib',
    'Racer',
    'Groups',
    'State',
    'Start Time',
    'Finish Time',
    'Duration',
    'Mark',
    'Uncertainty (ms)',
    'Second Readings',
  ];
  return writeCsv([header, ...rows]);
}

/** Letters and digits of every script, dots and dashes stay; all else becomes an underscore. */
export function csvFileName(eventName: string): string {
  return `${eventName.replaceAll(/[^\p{L}\p{N}.-]/gu, '_')}_results.csv`;
}

function inOrder(event: EventState): RacerTimes[] {
  const times = readTimes(event);
  const rest = times.filter(({ state }) => state === 'waiting' || state === 'impossible');
  return [...rankFinished(times), ...rest, ...listOnCourse(times), ...listInactive(times)];
}

function timeCells({ startTime, finishTime, duration }: RacerTimes, timeZone: string): string[] {
  return [
    startTime === null ? '' : formatTimeOfDay(startTime, timeZone),
    finishTime === null ? '' : formatTimeOfDay(finishTime, timeZone),
    duration === null ? '' : formatDuration(duration),
  ];
}

function writeCsv(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** A name that a spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets do not show. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
