import { isDeepStrictEqual } from 'node:util';
import { applyAll } from '../../domain/events/apply.ts';
import type { Change } from '../../domain/model/changes.ts';
import type { EventState } from '../../domain/model/state.ts';
import { SCHEMA_VERSION } from '../../protocol/schema-version.ts';
import { hashTap, type RecordedTap } from '../journal/hash-command.ts';
import { columnsOf, subjectsOf } from './command-store.ts';
import type { Database } from './engine.ts';
import { type Erasure, listErasures, subjectWithoutErased, withoutErased } from './erasures.ts';
import { compareResults } from './verify-results.ts';

export interface VerifiedEvent {
  readonly changes: number;
  /** Number of result rows. */
  readonly results: number;
  readonly findings: readonly string[];
}

/**
 * Replays the log of an event from its first change, and compares the outcome with everything that is stored beside it.
 * Hand it a connection that sees one moment. It holds `atOnce` changes of the log at a time.
 */
export async function verifyEvent(db: Database, eventId: string, atOnce: number): Promise<VerifiedEvent> {
  const row = await db
    .selectFrom('events')
    .leftJoin('stateSnapshots', (join) =>
      // A snapshot of another schema version is never read, so it is not checked.
      join.onRef('stateSnapshots.eventId', '=', 'events.id').on('stateSnapshots.schema', '=', SCHEMA_VERSION),
    )
    .selectAll('events')
    .select('state')
    .where('id', '=', eventId)
    .executeTakeFirst();
  // The event is gone since the list was read, or being removed: some of its rows are missing.
  if (row === undefined || row.goneAt !== null) return { changes: 0, results: 0, findings: [] };
  const { state: stored, ...columns } = row;
  const snapshot = stored === null ? undefined : attempt(() => JSON.parse(stored) as EventState);
  const findings: string[] = stored !== null && snapshot === undefined ? ['its snapshot cannot be read'] : [];
  const erasures = await listErasures(db);
  const replay = createReplay(snapshot, erasures, (finding) => findings.push(finding));
  while (!replay.isBroken) {
    const page = await db
      .selectFrom('changes')
      .select(['seq', 'body'])
      .where('eventId', '=', eventId)
      .where('seq', '>', replay.seq)
      .orderBy('seq')
      .limit(atOnce)
      .execute();
    if (page.length === 0) break;
    const changes = replay.take(eventId, page);
    findings.push(...(await verifyTaps(db, changes)));
  }
  const { state } = replay;
  let results = 0;
  // The outcome of a broken log cannot be compared: the break is the finding.
  if (!replay.isBroken) {
    if (snapshot !== undefined && snapshot.seq > replay.seq) {
      findings.push(`its snapshot is at change ${snapshot.seq}, its log ends at ${replay.seq}`);
    }
    if (state === null) findings.push('it has no changes');
    else {
      // Rows of the release before are complete once this one has written them anew.
      const isOfBefore = columns.ranking === null;
      const expected = { ...columnsOf(state), ...(isOfBefore && { ranking: null }) };
      const [made, kept] = [expected, columns].map((each) => withoutErased(erasures, eventId, each));
      findings.push(...compareColumns(made!, kept!), ...(await compareAdmins(db, state, erasures)));
      const compared = await compareResults(db, state, isOfBefore ? 0 : columns.resultsSeq);
      results = compared.rows;
      findings.push(...compared.findings);
    }
  }
  const keys = await db.selectFrom('eventKeys').select('eventId').where('eventId', '=', eventId).executeTakeFirst();
  if (keys === undefined) findings.push('it has no guest keys');
  return { changes: replay.seq, results, findings: findings.map((finding) => `Event ${eventId}: ${finding}`) };
}

interface Row {
  readonly seq: number;
  readonly body: string;
}

function createReplay(
  snapshot: EventState | undefined,
  erasures: readonly Erasure[],
  report: (finding: string) => void,
) {
  const replay = {
    state: null as EventState | null,
    seq: 0,
    isBroken: false,
    /** Answers the changes that it applied: fewer than the page when one is wrong. */
    take(eventId: string, rows: readonly Row[]): readonly Change[] {
      const changes: Change[] = [];
      for (const [index, row] of rows.entries()) {
        const change = attempt(() => JSON.parse(row.body) as Change);
        const problem = findProblem(eventId, row, change, replay.seq + index + 1);
        if (problem !== null) {
          report(problem);
          replay.isBroken = true;
          break;
        }
        changes.push(change!);
      }
      const applied = advanceTo(changes);
      replay.seq += applied;
      return changes.slice(0, applied);
    },
  };
  function advanceTo(changes: readonly Change[]): number {
    const middle = changes.findIndex(({ seq }) => seq === snapshot?.seq) + 1;
    try {
      replay.state = applyAll(replay.state, changes.slice(0, middle));
      if (middle > 0) {
        const [stored, made] = [snapshot!, replay.state!].map((each) => withoutErased(erasures, each.id, each));
        compareSnapshot(stored!, made!, report);
      }
      replay.state = applyAll(replay.state, changes.slice(middle));
      return changes.length;
    } catch (error) {
      report(`its log cannot be replayed after change ${replay.seq}: ${String(error)}`);
      replay.isBroken = true;
      return 0;
    }
  }
  return replay;
}

function findProblem(eventId: string, row: Row, change: Change | undefined, expected: number): string | null {
  if (row.seq !== expected) return `change ${expected} is missing, the next one is ${row.seq}`;
  if (change === undefined) return `change ${row.seq} cannot be read`;
  if (change.seq !== row.seq || change.eventId !== eventId) {
    return `change ${row.seq} says that it is change ${change.seq} of ${change.eventId}`;
  }
  return null;
}

/** The log up to the snapshot's seq must make the snapshot; the same changes after it then lead to the same state. */
function compareSnapshot(snapshot: EventState, replayed: EventState, report: (finding: string) => void): void {
  const plain = JSON.parse(JSON.stringify(replayed)) as EventState;
  if (isDeepStrictEqual(plain, snapshot)) return;
  const fields = Object.keys({ ...plain, ...snapshot }).filter(
    (key) => !isDeepStrictEqual(plain[key as keyof EventState], snapshot[key as keyof EventState]),
  );
  report(`the log up to change ${snapshot.seq} does not make its snapshot: ${fields.join(', ')} differ`);
}

function compareColumns(made: Record<string, unknown>, stored: Record<string, unknown>): string[] {
  return Object.keys(made)
    .filter((column) => made[column] !== stored[column])
    .map(
      (column) =>
        `its log makes ${column} ${JSON.stringify(made[column])}, stored is ${JSON.stringify(stored[column])}`,
    );
}

async function compareAdmins(db: Database, event: EventState, erasures: readonly Erasure[]): Promise<string[]> {
  const rows = await db.selectFrom('eventAdmins').select('subject').where('eventId', '=', event.id).execute();
  const lasting = (subject: string) => subjectWithoutErased(erasures, event.id, subject);
  const stored = new Set(rows.map(({ subject }) => lasting(subject)));
  const made = new Set(subjectsOf(event).map(lasting));
  return [
    ...[...made].filter((subject) => !stored.has(subject)).map((subject) => `${subject} runs it and is not listed`),
    ...[...stored].filter((subject) => !made.has(subject)).map((subject) => `${subject} is listed and does not run it`),
  ];
}

/**
 * A tap holds everything that its command said, and the receipt has the hash of that: a reading, a line or a racer that
 * was changed in the log afterwards shows, also if no snapshot has it yet.
 */
async function verifyTaps(db: Database, changes: readonly Change[]): Promise<string[]> {
  const taps = changes.filter((change): change is RecordedTap => change.type === 'tap-recorded');
  if (taps.length === 0) return [];
  const receipts = await db
    .selectFrom('receipts')
    .select(['commandId', 'bodyHash', 'erasedHash'])
    .where(
      'commandId',
      'in',
      taps.map(({ commandId }) => commandId),
    )
    .execute();
  const hashes = new Map(receipts.map(({ commandId, ...each }) => [commandId, [each.bodyHash, each.erasedHash]]));
  return taps.flatMap((tap) => {
    const known = hashes.get(tap.commandId);
    if (known === undefined) return [`change ${tap.seq} is a tap that has no receipt`];
    return known.includes(hashTap(tap)) ? [] : [`change ${tap.seq} is not the tap that was sent`];
  });
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
