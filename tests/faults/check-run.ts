import { isDeepStrictEqual } from 'node:util';
import type { OutboxRow } from '../../src/client/sync/ports.ts';
import { viewEvent } from '../../src/domain/sights/views.ts';
import type { Command } from '../../src/protocol/commands.ts';
import { checkOutboxes, isSeen } from '../simulation/checks/devices.ts';
import { type History, readHistory } from '../simulation/checks/history.ts';
import { checkJustice } from '../simulation/checks/justice.ts';
import { checkLedger } from '../simulation/checks/ledger.ts';
import { checkAnswers, checkLogs } from '../simulation/checks/storage.ts';
import { createJournal, type Journal } from '../simulation/journal.ts';
import type { Tables } from '../simulation/memory-tables.ts';
import type { Person } from '../simulation/people.ts';
import { countBy } from './faults-log.ts';
import type { Line } from './phone/lines.ts';

/** The lines that one phone has written, and the content of its disk. */
export interface Witness {
  readonly name: string;
  readonly person: Person;
  readonly lines: readonly Line[];
  readonly rows: readonly OutboxRow[];
}

export interface Verdict {
  readonly acknowledgedTaps: number;
  /** Refused commands that phones keep, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Commands that were acknowledged or shown as recorded, and are neither stored nor kept. */
  readonly lost: readonly string[];
  /** Stored more than once. */
  readonly doubled: readonly string[];
  /** Violations of the simulator's invariants, and of what the phones show. */
  readonly violations: readonly string[];
}

export function checkRun(tables: Tables, witnesses: readonly Witness[]): Verdict {
  const found = new Set<string>();
  const report = (what: string): void => void found.add(what);
  const journal = journalOf(witnesses);
  const devices = witnesses.map(({ name, rows }) => ({
    name,
    disk: { rows: new Map(rows.map((row) => [row.command.id, row])) },
  }));
  checkLogs(tables, journal, report);
  checkAnswers(tables, journal, report);
  checkLedger(tables, journal, report);
  checkOutboxes({ journal, database: { tables }, devices }, report);
  const histories = new Map<string, History>();
  for (const [eventId, log] of tables.changes) {
    try {
      histories.set(eventId, readHistory(eventId, log));
    } catch (error) {
      report(`log: ${eventId} does not replay: ${String(error)}`);
    }
  }
  checkJustice(tables, journal, histories, report);
  for (const witness of witnesses) checkShown(witness, histories, report);
  const accepted = [...journal.answers].filter(([, answers]) => answers.some(({ status }) => status === 'accepted'));
  return {
    acknowledgedTaps: accepted.filter(([id]) => journal.recorded.get(id)?.command.type === 'tap.record').length,
    refused: countBy(witnesses.flatMap(({ rows }) => rows.flatMap(({ code }) => code ?? []))),
    lost: findLost(tables, journal, witnesses),
    doubled: findDoubled(tables),
    violations: [...found],
  };
}

function journalOf(witnesses: readonly Witness[]): Journal {
  const journal = createJournal();
  for (const { name: device, person, lines } of witnesses) {
    for (const line of lines) {
      if (line.kind === 'opened') journal.madeIds.set(line.deviceId, device);
      else if (line.kind === 'answered') journal.answered(line.answers);
      else if (line.kind === 'recorded') journal.recorded.get(line.id)!.isConfirmed = true;
      else if (line.kind === 'made') {
        const { command } = line;
        const { captured } = command;
        const made = { command, person, device, captured, trueTime: 0, isSteady: false, isConfirmed: false };
        journal.recorded.set(command.id, made);
      }
    }
  }
  return journal;
}

/** Lost commands are counted independently of the checks, by their ids alone. */
function findLost(tables: Tables, journal: Journal, witnesses: readonly Witness[]): string[] {
  const tapped = new Set(tapIds(tables));
  const kept = new Set(witnesses.flatMap(({ rows }) => rows.map(({ command }) => command.id)));
  const isStored = ({ id, type }: Command): boolean =>
    type === 'tap.record' ? tapped.has(id) : tables.receipts.get(id)?.outcome.status === 'accepted';
  const lost: string[] = [];
  for (const { command, isConfirmed } of journal.recorded.values()) {
    const isAccepted = journal.answers.get(command.id)?.some(({ status }) => status === 'accepted') ?? false;
    if ((isAccepted || (isConfirmed && !kept.has(command.id))) && !isStored(command)) lost.push(command.id);
  }
  return lost;
}

function findDoubled(tables: Tables): string[] {
  const doubled = new Set<string>();
  const seen = new Set<string>();
  for (const id of tapIds(tables)) {
    if (seen.has(id)) doubled.add(id);
    seen.add(id);
  }
  // For other commands: more changes than the receipt says.
  for (const [eventId, log] of tables.changes) {
    for (const { commandId, seq } of log) {
      const outcome = tables.receipts.get(commandId)?.outcome;
      const isOwn = outcome?.status === 'accepted' && 'eventId' in outcome && outcome.eventId === eventId;
      if (isOwn && (seq < outcome.firstSeq || seq > outcome.lastSeq)) doubled.add(commandId);
    }
  }
  return [...doubled];
}

function tapIds(tables: Tables): string[] {
  return [...tables.changes.values()].flatMap((log) =>
    log.flatMap((change) => (change.type === 'tap-recorded' ? [change.tapId] : [])),
  );
}

/** Every screen shows the stored state, as far as its user may see it. */
function checkShown({ name, lines }: Witness, histories: ReadonlyMap<string, History>, report: (what: string) => void) {
  for (const line of lines) {
    if (line.kind !== 'shown') continue;
    const { eventId, event, view, problem } = line;
    const stored = histories.get(eventId)?.states.at(-1);
    if (problem !== null) report(`differs: ${name} shows ${eventId} as gone (${problem})`);
    else if (!event || !stored || view === null) report(`differs: ${name} does not show ${eventId}`);
    else if (event.seq !== stored.seq) report(`differs: ${name} shows ${eventId} at ${event.seq}, not ${stored.seq}`);
    else if (!isSeen(event, stored, view)) {
      const where = findDifference(event, viewEvent(stored, view));
      report(`differs: ${name} shows ${eventId} at ${event.seq} otherwise than stored: ${where}`);
    }
  }
}

/** The first place at which what is shown is not what is stored, with both values. */
function findDifference(shown: unknown, stored: unknown, place = ''): string {
  if (typeof shown === 'object' && typeof stored === 'object' && shown !== null && stored !== null) {
    for (const name of new Set([...Object.keys(shown), ...Object.keys(stored)])) {
      const [one, other] = [shown, stored].map((each) => (each as Record<string, unknown>)[name]);
      if (!isDeepStrictEqual(one, other)) return findDifference(one, other, `${place}.${name}`);
    }
  }
  return `${place} is ${JSON.stringify(shown)}, not ${JSON.stringify(stored)}`;
}
