import { formatIsoDate, formatTimeOfDay } from '../timing/local-time.ts';
import type { DurationMs, EpochMs } from '../units.ts';
import { iofStatusOf } from './codes.ts';
import type { RacerState } from '../results/entry-result.ts';
import { type ExportRace, type ExportRow, type ExportRun, groupByCategory } from './export-race.ts';
import { splitName } from './split-name.ts';

/**
 * A ResultList of the IOF's data standard 3.0. Its schema is a sequence: readers refuse a file whose elements stand in
 * another order. Times are in seconds, places only for those whose status is OK. A year of birth is left out: the
 * standard takes only whole dates.
 */
export function writeIof(race: ExportRace, now: EpochMs): string {
  const isOver = race.rows.every(({ state }) => state === 'finished' || state === 'out');
  const attributes = [
    'xmlns="http://www.orienteering.org/datastandard/3.0"',
    'iofVersion="3.0"',
    `createTime="${new Date(now).toISOString()}"`,
    'creator="Pushoff"',
    `status="${isOver ? 'Complete' : 'Snapshot'}"`,
  ];
  // Readers take times as whole seconds where the attribute is missing.
  const timeResolution = ` timeResolution="${race.precision.unit / 1000}"`;
  const groups = groupByCategory(race);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<ResultList ${attributes.join(' ')}>`,
    element('Event', [
      element('Name', race.name),
      element('StartTime', [
        element('Date', formatIsoDate(race.at, race.timeZone)),
        element('Time', `${formatTimeOfDay(race.at, race.timeZone)}${offsetAt(race.at, race.timeZone)}`),
      ]),
    ]),
    ...groups.map(({ category, rows }) =>
      element(
        'ClassResult',
        [
          element('Class', [element('Name', category ?? race.name)]),
          ...(race.course === null
            ? []
            : [
                element('Course', [
                  element('Name', race.course.name),
                  ...(race.course.meters === null ? [] : [element('Length', String(race.course.meters))]),
                ]),
              ]),
          ...rows.map((row) => personResult(race, row, category)),
        ],
        timeResolution,
      ),
    ),
    '</ResultList>',
    '',
  ].join('\n');
}

function personResult(race: ExportRace, row: ExportRow, category: string | null): string {
  const { first, last } = splitName(row.name);
  const { gender, club, team } = row;
  const sex = gender === 'M' || gender === 'F' ? ` sex="${gender}"` : '';
  const organisation = club ?? team;
  return element('PersonResult', [
    element('Person', [element('Name', [element('Family', last), element('Given', first)])], sex),
    ...(organisation === null ? [] : [element('Organisation', [element('Name', organisation)])]),
    ...(race.runs === 1 ? [oneResult(race, row, category)] : runResults(race, row, category)),
  ]);
}

function oneResult(race: ExportRace, row: ExportRow, category: string | null): string {
  return element('Result', [
    ...bibOf(row),
    ...clocksOf(row),
    ...placesOf(race, row, category),
    element('Status', iofStatusOf(row)),
    ...splitsOf(race, row),
  ]);
}

const splitsOf = ({ points }: ExportRace, { splits }: Pick<ExportRun, 'splits'>): string[] =>
  points.flatMap((point, index) => {
    const split = splits[index] ?? null;
    if (split === null) return [];
    return [element('SplitTime', [element('ControlCode', point), element('Time', seconds(split))])];
  });

/** Each run by itself, and the total with the last of them. */
function runResults(race: ExportRace, row: ExportRow, category: string | null): string[] {
  const overall = element('OverallResult', [...placesOf(race, row, category), element('Status', iofStatusOf(row))]);
  return row.runs.map((run, index) =>
    element(
      'Result',
      [
        ...bibOf(row),
        ...clocksOf(run),
        ...timeOf(run),
        ...(run.rank === null || category !== null ? [] : [element('Position', String(run.rank))]),
        element('Status', iofStatusOf({ ...run, state: stateOf(run) })),
        ...(index === row.runs.length - 1 ? [overall] : []),
        ...splitsOf(race, run),
      ],
      ` raceNumber="${index + 1}"`,
    ),
  );
}

function stateOf({ time, startTime, finishTime }: ExportRun): RacerState {
  if (time !== null) return 'finished';
  return startTime !== null && finishTime === null ? 'on-course' : startTime === null ? 'inactive' : 'waiting';
}

const bibOf = ({ bib }: ExportRow): string[] => (bib === null ? [] : [element('BibNumber', bib)]);

const clocksOf = ({ startTime, finishTime }: Pick<ExportRun, 'startTime' | 'finishTime'>): string[] => [
  ...(startTime === null ? [] : [element('StartTime', new Date(startTime).toISOString())]),
  ...(finishTime === null ? [] : [element('FinishTime', new Date(finishTime).toISOString())]),
];

/** Places and gap. Where handicaps rank there is no gap: the times do not say how far a racer is behind. */
function placesOf(race: ExportRace, row: ExportRow, category: string | null): string[] {
  const { time } = row;
  const rank = category === null ? row.rank : row.categoryRank;
  const leader = race.rows.find((each) => each.category === category && each.rank !== null)?.time ?? null;
  const isBehind = rank !== null && time !== null && leader !== null && race.by !== 'adjusted';
  return [
    ...timeOf(row),
    ...(isBehind ? [element('TimeBehind', seconds(time - leader))] : []),
    ...(rank === null ? [] : [element('Position', String(rank))]),
  ];
}

/** Time of a racer; one over the time limit, or not competing, has a time and no position. */
const timeOf = ({ time, outsideTime }: Pick<ExportRun, 'time' | 'outsideTime'>): string[] =>
  (time ?? outsideTime) === null ? [] : [element('Time', seconds(time ?? outsideTime!))];

const seconds = (time: DurationMs | number): string => String(time / 1000);

/** `+02:00`: what the clocks of the race's zone showed beside UTC. */
function offsetAt(at: EpochMs, timeZone: string): string {
  const local = Date.parse(`${formatIsoDate(at, timeZone)}T${formatTimeOfDay(at, timeZone)}Z`);
  const minutes = Math.round((local - at) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

function element(name: string, content: string | readonly string[], attributes = ''): string {
  const inside = typeof content === 'string' ? escapeXml(content) : `\n${content.join('\n')}\n`;
  return `<${name}${attributes}>${inside}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML cannot hold, escaped or not: one of them would make the whole file unreadable. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (text: string): string =>
  text.replaceAll(NOT_XML, '').replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!);
