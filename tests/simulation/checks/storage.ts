import type { Change } from '../../../src/domain/model/changes.ts';
import { isEventCommand } from '../../../src/protocol/commands.ts';
import type { ErrorCode } from '../../../src/protocol/errors.ts';
import type { Receipt } from '../../../src/server/journal/store.ts';
import type { Journal } from '../journal.ts';
import type { Tables } from '../memory-tables.ts';
import { isSame } from './history.ts';

type Report = (what: string) => void;

/**
 * The server keeps no receipt of these refusals, so that strangers cannot fill its disk with commands for things that
 * do not exist. A doubled request may then be refused first and accepted later.
 */
const notRemembered: readonly ErrorCode[] = ['event-not-found', 'racer-not-found', 'account-required'];

export const isRemembered = (code: ErrorCode | undefined): boolean =>
  code === undefined || !notRemembered.includes(code);

/**
 * Every log without gaps; every change comes from a command that was sent, has its sender as author, and is stored
 * once.
 */
export function checkLogs(tables: Tables, journal: Journal, report: Report): void {
  for (const [eventId, log] of tables.changes) {
    log.forEach((change, index) => {
      if (change.seq !== index + 1) report(`gap: change ${change.seq} of ${eventId} stands at ${index + 1}`);
      checkChange(tables, journal, change, report);
    });
    const taps = log.flatMap((change) => (change.type === 'tap-recorded' ? [change.tapId] : []));
    if (new Set(taps).size !== taps.length) report(`twice: a tap of ${eventId} is stored more than once`);
    const row = tables.events.get(eventId);
    if (row?.seq !== log.length) report(`number: ${eventId} says ${row?.seq} and has ${log.length} changes`);
  }
}

function checkChange(tables: Tables, journal: Journal, change: Change, report: Report): void {
  const { commandId, seq, eventId } = change;
  const sent = journal.recorded.get(commandId);
  if (sent === undefined) return report(`not sent: ${change.type} ${commandId} is stored and nobody sent it`);
  const { command, person } = sent;
  if (!isEventCommand(command) || command.eventId !== eventId) report(`not sent: ${commandId} was for another event`);
  if (change.by.userId !== person.userId)
    report(`author: ${commandId} of ${person.userId} is stored for ${change.by.userId}`);
  if (journal.madeIds.get(change.by.deviceId) !== sent.device)
    report(`author: ${commandId} is stored for another device`);
  const outcome = tables.receipts.get(commandId)?.outcome;
  const isCovered =
    outcome?.status === 'accepted' && 'eventId' in outcome && outcome.firstSeq <= seq && seq <= outcome.lastSeq;
  if (!isCovered) report(`twice: change ${seq} of ${eventId} is not what the receipt of ${commandId} answers for`);
  if (change.type === 'tap-recorded') {
    if (!isSame(change.captured, sent.captured)) report(`captured: the time of ${commandId} was changed`);
    if (command.type !== 'tap.record' || command.line !== change.line || command.racerId !== change.racerId) {
      report(`not sent: the tap ${commandId} is stored otherwise than it was made`);
    }
  }
  if (change.type === 'tap-corrected' && (command.type !== 'tap.correct' || command.to !== change.to)) {
    report(`not sent: the correction ${commandId} is stored otherwise than it was made`);
  }
}

/** Every answer equals the stored receipt, and is the same each time. */
export function checkAnswers(tables: Tables, journal: Journal, report: Report): void {
  for (const [id, answers] of journal.answers) {
    const outcome = tables.receipts.get(id)?.outcome;
    for (const answer of answers) {
      if (answer.status === 'later') continue;
      if (answer.status === 'accepted') {
        if (outcome?.status !== 'accepted') report(`acknowledged: ${id} was answered as accepted and is not stored`);
        else if ('eventId' in outcome) checkAnswered(tables, outcome, id, answer.changes, report);
      } else if (outcome?.status === 'accepted' && isRemembered(answer.code)) {
        report(`acknowledged: ${id} was refused (${answer.code}) and is stored`);
      }
    }
  }
  for (const receipt of tables.receipts.values()) checkReceipt(tables, journal, receipt, report);
}

type Numbered = Extract<Receipt['outcome'], { readonly firstSeq: number }>;

function checkAnswered(
  tables: Tables,
  outcome: Numbered,
  id: string,
  changes: readonly Change[],
  report: Report,
): void {
  const stored = (tables.changes.get(outcome.eventId) ?? []).slice(outcome.firstSeq - 1, outcome.lastSeq);
  if (!isSame(stored, changes)) report(`acknowledged: ${id} was answered with other changes than are stored`);
}

function checkReceipt(tables: Tables, journal: Journal, { commandId, outcome, userId }: Receipt, report: Report): void {
  const sent = journal.recorded.get(commandId);
  if (sent === undefined) report(`not sent: there is a receipt for ${commandId}, which nobody sent`);
  else if (sent.person.userId !== userId) report(`author: the receipt of ${commandId} is another person's`);
  if (outcome.status !== 'accepted' || !('eventId' in outcome)) return;
  const stored = (tables.changes.get(outcome.eventId) ?? []).slice(outcome.firstSeq - 1, outcome.lastSeq);
  if (stored.some((change) => change.commandId !== commandId)) {
    report(`acknowledged: the receipt of ${commandId} names changes of other commands`);
  }
  if (stored.length !== outcome.lastSeq - outcome.firstSeq + 1)
    report(`acknowledged: changes of ${commandId} are missing`);
  if (sent?.command.type === 'tap.record' && !stored.some((change) => change.type === 'tap-recorded')) {
    report(`lost: the tap ${commandId} was accepted and is not in the log`);
  }
}
