import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { writeIof } from '../../../src/domain/exports/iof.ts';
import { readExport } from '../../../src/domain/exports/export-race.ts';
import { epochMs } from '../../../src/domain/units.ts';
import type { Placed } from '../oracle.ts';
import { ownRacers, type Reading, sameRacers } from './reading.ts';

type Node = Readonly<Record<string, unknown>>;

/** The order of elements in the schema of the IOF's data standard 3.0, as far as these files use it. */
const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  ResultList: ['Event', 'ClassResult'],
  ClassResult: ['Class', 'Course', 'PersonResult'],
  PersonResult: ['EntryId', 'Person', 'Organisation', 'Result'],
  Person: ['Id', 'Name', 'BirthDate', 'Nationality'],
  OverallResult: ['Time', 'TimeBehind', 'Position', 'Status', 'Score'],
  Result: [
    'BibNumber',
    'StartTime',
    'FinishTime',
    'Time',
    'TimeBehind',
    'Position',
    'Status',
    'Score',
    'OverallResult',
    'Course',
    'SplitTime',
  ],
};
const STATUSES = new Set([
  'OK',
  'Finished',
  'MissingPunch',
  'Disqualified',
  'DidNotFinish',
  'Active',
  'Inactive',
  'OverTime',
  'SportingWithdrawal',
  'NotCompeting',
  'Moved',
  'MovedUp',
  'DidNotStart',
  'DidNotEnter',
  'Cancelled',
]);
const CODES = { OTL: 'OverTime', NP: 'NotCompeting', DNF: 'DidNotFinish', DSQ: 'Disqualified', DNS: 'DidNotStart' };

const ordered = new XMLParser({ preserveOrder: true, ignoreAttributes: false });
const plain = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (name) => ['ClassResult', 'PersonResult', 'Result', 'SplitTime'].includes(name),
});

export function readIof(reading: Reading): void {
  const { stage, check, faces, expected } = reading;
  const xml = writeIof(readExport(stage.event), epochMs(Date.now()));
  check.same('is XML', XMLValidator.validate(xml), true);
  checkSequences(reading, ordered.parse(xml) as Node[]);
  const list = (plain.parse(xml) as { ResultList: Node }).ResultList;
  const isOver = [...expected.total.placed.values()].every(
    ({ now }) => now.state === 'finished' || now.state === 'out',
  );
  if (expected.race.runs.count === 1)
    check.same('status of the list', list['@_status'], isOver ? 'Complete' : 'Snapshot');
  const found: string[] = [];
  for (const group of (list['ClassResult'] ?? []) as Node[]) {
    const named = (group['Class'] as Node)['Name'];
    for (const person of group['PersonResult'] as Node[]) {
      const { Given = '', Family = '' } = (person['Person'] as Node)['Name'] as Record<string, string>;
      const racerId = faces.find(`${Given} ${Family}`);
      found.push(racerId);
      const placed = expected.total.placed.get(racerId);
      check.same(`${faces.short(racerId)} is in the race`, placed !== undefined, true);
      if (placed === undefined) continue;
      check.same(`${faces.short(racerId)} class`, named, placed.category ?? expected.race.name);
      checkPerson(reading, placed, person['Result'] as Node[]);
    }
  }
  sameRacers(reading, 'racers', found);
}

/** Of several runs each has a result of its own, and the last of them the total beside it. */
function checkPerson(reading: Reading, placed: Placed, results: readonly Node[]): void {
  const { check, faces, expected } = reading;
  const told = faces.short(placed.racer.racerId);
  if (expected.race.runs.count === 1) return checkTotal(reading, placed, results[0]!);
  check.same(
    `${told} runs`,
    results.map((result) => result['@_raceNumber']),
    runNumbers(expected.race.runs.count),
  );
  results.forEach((result, index) => {
    const run = placed.runs[index]!;
    check.same(`${told} run ${index + 1} time`, msOf(result, 'Time'), run.publishedMs ?? run.outsideMs);
    if (run.publishedMs !== null || run.status !== 'OK') {
      check.same(`${told} run ${index + 1} status`, result['Status'], run.status === 'OK' ? RAN : CODES[run.status]);
    }
  });
  checkTotal(reading, placed, (results.at(-1)?.['OverallResult'] ?? {}) as Node);
}

const RAN = 'OK';
const runNumbers = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index + 1));
const msOf = (node: Node, name: string): number | null =>
  node[name] === undefined ? null : Math.round(1000 * Number(node[name]));

function checkTotal(reading: Reading, placed: Placed, result: Node): void {
  const { check, faces, expected } = reading;
  const { racerId } = placed.racer;
  const told = faces.short(racerId);
  const own = ownRacers(expected);
  const rank = placed.category === null ? own.rankOf(racerId) : own.categoryRankOf(racerId);
  check.same(`${told} status is one of the standard`, STATUSES.has(String(result['Status'])), true);
  if (placed.status !== 'OK') check.same(`${told} status`, result['Status'], CODES[placed.status]);
  else if (placed.ms !== null) check.same(`${told} status`, result['Status'], rank === null ? 'Finished' : 'OK');
  check.same(`${told} time`, msOf(result, 'Time'), placed.ms ?? placed.outsideMs);
  const position = result['Position'] === undefined ? null : Number(result['Position']);
  check.same(`${told} position`, position, rank);
  const mates = [...expected.total.placed.values()].filter(({ category }) => category === placed.category);
  const best = Math.min(...mates.map((mate) => mate.ms ?? Infinity));
  // Where handicaps rank, times say nothing of how far a racer is behind.
  check.same(
    `${told} behind`,
    msOf(result, 'TimeBehind'),
    placed.ms === null || own.isAdjusted ? null : placed.ms - best,
  );
}

/** Readers refuse a file whose elements stand in another order. */
function checkSequences(reading: Reading, nodes: readonly Node[], parent = ''): void {
  const names = nodes.map((node) => Object.keys(node).find((name) => name !== ':@') ?? '');
  const sequence = SEQUENCES[parent];
  if (sequence !== undefined) {
    const places = names.map((name) => sequence.indexOf(name));
    reading.check.same(`order of ${parent}`, names.join(' '), isRising(places) ? names.join(' ') : sequence.join(' '));
  }
  nodes.forEach((node, index) => {
    const inner = node[names[index]!];
    if (Array.isArray(inner)) checkSequences(reading, inner as Node[], names[index]!);
  });
}

const isRising = (places: readonly number[]): boolean =>
  places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0));
