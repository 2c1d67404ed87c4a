import { attemptNow, type EventState } from '../model/state.ts';
import { writeCsv } from '../timing/csv-cells.ts';
import { type LocalNumbers, localNumbers } from '../timing/local-numbers.ts';
import { formatDuration } from '../timing/format.ts';
import { formatIsoDate, formatTimeOfDay } from '../timing/local-time.ts';
import type { EntryResult } from '../results/entry-result.ts';
import { listCloseCalls } from '../results/close-calls.ts';
import { uncertaintyOf } from '../results/uncertainty.ts';
import { listSecondReadings } from '../results/second-readings.ts';
import { marksOf } from '../results/marks.ts';
import { type LeaderboardRow, type Racing, readLeaderboard } from '../results/read-leaderboard.ts';
import { categoryOf } from '../results/categories.ts';
import { dayOf, elapsedAt } from './export-race.ts';
import { noRuling, rulingKey } from '../model/ruling.ts';
import { durationMs } from '../units.ts';

/**
 * The four columns of the specification, finished racers first; run by run with a column for the run, where there are
 * several.
 */
export function writeResultsCsv(event: EventState): string {
  const { header, cells } = runColumns(event, plain);
  const rows = inOrder(event).map((racer) => [
    racer.entry.name,
    ...clockCells(racer, event.timeZone),
    plain.time(racer.duration),
    ...cells(racer),
  ]);
  return writeCsv([['Racer', 'Start Time', 'Finish Time', 'Duration', ...header], ...rows]);
}

/**
 * The detailed file adds what does not fit into four columns: rank, bib, groups, rulings, marks and second readings, what is
 * known of the racer, the splits, and which event it was. Spreadsheets read its times and numbers as such: those of the reader's
 * country, which `numbers` are for.
 */
export function writeDetailedCsv(
  event: EventState,
  isForAdmins = true,
  numbers: LocalNumbers = localNumbers(),
): string {
  const results = inOrder(event);
  const say = createWriter(numbers);
  const runs = runColumns(event, say);
  const handicaps = handicapColumns(event, say);
  const more = moreColumns(event, say);
  const ranked = results.filter((racer): racer is LeaderboardRow => 'rank' in racer);
  // Viewers read the ranking as it stands: what is too close to call is for the admins to settle.
  const runCount = isForAdmins ? attemptNow(event) : 0;
  const closeCalls = Array.from({ length: runCount }, (_, index) =>
    listCloseCalls(ranked.filter(({ attempt }) => attempt === index + 1)),
  );
  const rows = results.map((racer) => [
    'rank' in racer ? String((racer as LeaderboardRow).rank) : '',
    racer.entry.bib ?? '',
    racer.entry.name,
    racer.entry.groups.join('; '),
    racer.state === 'out' ? racer.status : racer.state,
    ...clockCells(racer, event.timeZone),
    say.time(racer.duration ?? racer.outsideTime, racer.unit),
    ...rulingCells(event, racer, say),
    [
      ...(racer.isToCheck ? ['to be checked'] : []),
      ...marksOf(racer),
      ...(closeCalls[racer.attempt - 1]?.has(racer.entry.racerId) ? ['too close to call'] : []),
    ].join('; '),
    say.number(uncertaintyOf(racer)),
    String(listSecondReadings(event, racer.entry.racerId).length),
    ...runs.cells(racer),
    ...handicaps.cells(racer),
    ...runs.status.cells(racer),
    ...more.cells(racer),
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
    'Status',
    'Gross',
    'Penalty',
    'Reason',
    'Mark',
    'Uncertainty (ms)',
    'Second Readings',
    ...runs.header,
    ...handicaps.header,
    ...runs.status.header,
    ...more.header,
  ];
  return writeCsv([header, ...rows], numbers.separator);
}

export const csvFileName = (eventName: string): string => `${fileNameOf(eventName)}_results.csv`;

export const detailedCsvFileName = (eventName: string): string => `${fileNameOf(eventName)}_results_detailed.csv`;

/**
 * Letters and digits of every script, dots and dashes stay; other characters become an underscore. A letter keeps its
 * accents and vowel signs: without them a name in Hindi or Thai cannot be read.
 */
export function fileNameOf(eventName: string): string {
  return eventName
    .normalize('NFC')
    .replaceAll(/[\p{L}\p{N}]\p{M}*|[^]/gu, (sign) => (/^[\p{L}\p{N}.-]/u.test(sign) ? sign : '_'));
}

interface Columns {
  readonly header: readonly string[];
  readonly cells: (racer: EntryResult) => readonly string[];
}

/**
 * The run of each row and the total of its racer, and apart from them what the racer is in the event: the detailed file has
 * it at its end. No columns in an event of one run.
 */
function runColumns(event: EventState, say: Writer): Columns & { readonly status: Columns } {
  const none = { header: [], cells: () => [] };
  if (event.format.attempts.count === 1) return { ...none, status: none };
  const { ranked, unranked } = readLeaderboard(event, { by: 'actual' });
  const totals = new Map([
    ...ranked.map(
      (racer) => [racer.entry.racerId, [say.time(racer.duration, racer.unit), String(racer.rank)]] as const,
    ),
    ...unranked.map(({ entry }) => [entry.racerId, ['', '']] as const),
  ]);
  const statuses = new Map([...ranked, ...unranked].map(({ entry, status }) => [entry.racerId, status]));
  return {
    header: ['Run', 'Total', 'Total Rank'],
    cells: ({ entry, attempt }) => [String(attempt), ...totals.get(entry.racerId)!],
    status: { header: ['Total Status'], cells: ({ entry }) => [statuses.get(entry.racerId)!] },
  };
}

/** The handicap of each racer and what it makes of the time that counts; no column in an event without handicaps. */
function handicapColumns(event: EventState, say: Writer): Columns {
  if (event.format.handicap === null) return { header: [], cells: () => [] };
  const { ranked } = readLeaderboard(event, { by: 'adjusted' });
  const adjusted = new Map(ranked.map((racer) => [racer.entry.racerId, racer]));
  const isGrade = event.format.handicap === 'grade';
  return {
    header: ['Handicap', 'Handicap Source', isGrade ? 'Age Grade (%)' : 'Adjusted', 'Adjusted Rank'],
    cells({ entry }) {
      const own = adjusted.get(entry.racerId);
      const figure =
        own && (isGrade ? say.number(own.adjusted!.value / 100, 2) : say.time(own.adjusted!.value, own.unit));
      const handicap = entry.handicap == null ? ['', ''] : [say.time(entry.handicap.ms), entry.handicap.source];
      return [...handicap, figure ?? '', own === undefined ? '' : String(own.rank)];
    },
  };
}

/** Programs find the columns before these by their place. */
function moreColumns(event: EventState, say: Writer): Columns {
  const { points } = event.race;
  const day = formatIsoDate(dayOf(event), event.timeZone);
  return {
    header: ['Category', 'Club', 'Team', 'Class', ...points.map(({ name }) => name), 'Event', 'Date'],
    cells(racer) {
      const { club = '', team = '', class: ofClass = '' } = racer.entry.details ?? {};
      const splits = points.map(({ line }) => elapsedAt(event, racer, line));
      return [
        categoryOf(event, racer.entry) ?? '',
        club,
        team,
        ofClass,
        ...splits.map((elapsed) => say.time(elapsed)),
        event.name,
        day,
      ];
    },
  };
}

/** Run by run, up to the one that is timed now. */
function inOrder(event: EventState): Racing[] {
  return Array.from({ length: attemptNow(event) }, (_, index) => inOrderOf(event, index + 1)).flat();
}

function inOrderOf(event: EventState, attempt: number): Racing[] {
  const { ranked, unranked } = readLeaderboard(event, { of: attempt, by: 'actual' });
  return [...ranked, ...unranked];
}

function clockCells({ startTime, finishTime }: EntryResult, timeZone: string): string[] {
  return [startTime, finishTime].map((at) => (at === null ? '' : formatTimeOfDay(at, timeZone)));
}

/** Status, gross time, penalty and reasons. Viewers' events hold no reasons. */
function rulingCells(
  { rulings }: EventState,
  { entry, attempt, status, gross, penalty }: EntryResult,
  say: Writer,
): string[] {
  const { reason, adjustments } = rulings[rulingKey(entry.racerId, attempt)] ?? noRuling;
  const reasons = [reason, ...adjustments.map((adjustment) => adjustment.reason)].filter((text) => text !== '');
  return [status, say.time(gross), penalty === 0 ? '' : say.time(penalty), reasons.join('; ')];
}

/** Writes what is counted or measured; null is empty: a zero would claim a time, or a clock without uncertainty. */
interface Writer {
  /** `unit`: no finer than the step in which results are published. */
  time(ms: number | null, unit?: number): string;
  number(value: number | null, digits?: number): string;
}

function createWriter({ decimal }: LocalNumbers): Writer {
  return {
    time: (ms, unit) => (ms === null ? '' : withHours(signed(ms, unit)).replace('.', decimal)),
    number: (value, digits) =>
      value === null ? '' : (digits === undefined ? String(value) : value.toFixed(digits)).replace('.', decimal),
  };
}

/** Writer of the four columns, which are alike in every country. */
const plain: Writer = {
  time: (ms, unit) => (ms === null ? '' : signed(ms, unit)),
  number: (value) => String(value ?? ''),
};

/** A bonus has the sign for minus and not a hyphen, which a spreadsheet would take for the start of a formula. */
const signed = (ms: number, unit?: number): string =>
  `${ms < 0 ? '−' : ''}${formatDuration(durationMs(Math.abs(ms)), unit)}`;

/** '0:30:56': spreadsheets take '30:56' for hours and minutes. With a fraction they read minutes and seconds. */
const withHours = (time: string): string => (/^−?\d\d:\d\d$/.test(time) ? time.replace(/^−?/, '$&0:') : time);
