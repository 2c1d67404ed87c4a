import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { writeIof } from '../../../src/domain/exports/iof.ts';
import { readExport } from '../../../src/domain/exports/export-race.ts';
import { epochMs } from '../../../src/domain/units.ts';
import type { Placed } from '../oracle.ts';
import { ownRacers, type Reading, sameRacers, sinceStart } from './reading.ts';

type Node = Readonly<Record<string, unknown>>;

/**
 * The schema of the IOF's data standard 3.0, as far as these files use it: which elements in which order, how often (`?` none or
 * one, `*` any number), and what the innermost hold.
 */
const SCHEMA: Readonly<Record<string, string>> = {
  ResultList: 'Event ClassResult*',
  Event: 'Id? Name StartTime? EndTime?',
  ClassResult: 'Class Course* PersonResult* TeamResult*',
  Class: 'Id? Name ShortName?',
  PersonResult: 'EntryId? Person Organisation? Result*',
  Person: 'Id* Name BirthDate? Nationality?',
  Organisation: 'Id? Name ShortName?',
  Result:
    'BibNumber? StartTime? FinishTime? Time? TimeBehind? Position? Status Score* OverallResult? Course? SplitTime* ControlAnswer*',
  OverallResult: 'Time? TimeBehind? Position? Status Score*',
  SplitTime: 'ControlCode Time?',
  'ClassResult Course': 'Id? CourseFamily? Name? Length? Climb?',
  'Person Name': 'Family Given',
  'Event StartTime': 'Date Time?',
};
const SECONDS = /^-?\d+(?:\.\d+)?$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const TYPES: Readonly<Record<string, RegExp>> = {
  'Result Time': SECONDS,
  'Result TimeBehind': SECONDS,
  'Result Position': /^\d+$/,
  'Result StartTime': MOMENT,
  'Result FinishTime': MOMENT,
  'OverallResult Time': SECONDS,
  'OverallResult TimeBehind': SECONDS,
  'OverallResult Position': /^\d+$/,
  'SplitTime Time': SECONDS,
  'StartTime Date': /^\d{4}-\d\d-\d\d$/,
  'StartTime Time': /^\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
  'Course Length': SECONDS,
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
  checkSchema(reading, ordered.parse(xml) as Node[]);
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
  if (expected.race.runs.count === 1) {
    checkSplits(reading, told, placed.now, results[0]!);
    return checkTotal(reading, placed, results[0]!);
  }
  check.same(
    `${told} runs`,
    results.map((result) => result['@_raceNumber']),
    runNumbers(expected.race.runs.count),
  );
  results.forEach((result, index) => {
    const run = placed.runs[index]!;
    check.same(`${told} run ${index + 1} time`, msOf(result, 'Time'), run.publishedMs ?? run.outsideMs);
    checkSplits(reading, told, run, result);
    if (run.publishedMs !== null || run.status !== 'OK') {
      check.same(`${told} run ${index + 1} status`, result['Status'], run.status === 'OK' ? RAN : CODES[run.status]);
    }
  });
  checkTotal(reading, placed, (results.at(-1)?.['OverallResult'] ?? {}) as Node);
}

function checkSplits({ check, expected }: Reading, told: string, run: Placed['now'], result: Node): void {
  const said = ((result['SplitTime'] ?? []) as Node[]).map((split) => [split['ControlCode'], msOf(split, 'Time')]);
  const wanted = expected.race.points.flatMap(({ line, name }) => {
    const ms = sinceStart(run, line);
    return ms === null ? [] : [[name, ms]];
  });
  check.same(`${told} splits`, said, wanted);
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

/** Readers refuse a file whose elements stand in another order, are missing or doubled. */
function checkSchema(reading: Reading, nodes: readonly Node[], name = '', parent = ''): void {
  const { check } = reading;
  const names = nodes.map((node) => Object.keys(node).find((key) => key !== ':@') ?? '');
  const path = `${parent} ${name}`;
  const [text] = nodes.length === 1 && names[0] === '#text' ? [String(nodes[0]!['#text'])] : [];
  const type = TYPES[path];
  if (type !== undefined) check.same(`type of ${path}`, type.test(text ?? '') ? 'right' : text, 'right');
  const schema = SCHEMA[path] ?? SCHEMA[name];
  if (schema !== undefined && text === undefined) {
    const said = names.join(' ');
    check.same(`elements of ${path}`, patternOf(schema).test(`${said} `) ? schema : said, schema);
  }
  nodes.forEach((node, index) => {
    const inner = node[names[index]!];
    if (Array.isArray(inner)) checkSchema(reading, inner as Node[], names[index]!, name);
  });
}

/** 'A B? C*' as it reads a list of names. */
const patternOf = (schema: string): RegExp =>
  new RegExp(
    `^${schema.replaceAll(/(\w+)([?*]?)(?: |$)/g, (_, each: string, often: string) => `(?:${each} )${often}`)}$`,
  );
