import { type Command, isEventCommand } from '../../../src/protocol/commands.ts';
import type { ErrorCode } from '../../../src/protocol/errors.ts';
import type { Journal, Recorded } from '../journal.ts';
import type { Tables } from '../memory-tables.ts';
import type { History } from './history.ts';

type Report = (what: string) => void;

/** Codes that never occur: bodies are frozen, ids are never reused, and no device sends an invalid command. */
const NEVER: readonly ErrorCode[] = [
  'command-conflict',
  'invalid-argument',
  'time-not-plausible',
  'event-exists',
  'racer-exists',
];

/**
 * A refusal is final, so it must not depend on the order of arrival: not on a prerequisite of the command that arrived
 * later, or has not arrived yet.
 */
export function checkJustice(
  tables: Tables,
  journal: Journal,
  histories: ReadonlyMap<string, History>,
  report: Report,
): void {
  for (const [id, answers] of journal.answers) {
    const refusal = answers.find((answer) => answer.status === 'refused');
    const made = journal.recorded.get(id);
    if (refusal === undefined || made === undefined) continue;
    const why = injustice(tables, journal, histories, made, refusal.code);
    if (why !== null) report(`unjust: ${made.command.type} ${id} was refused (${refusal.code}) though ${why}`);
  }
}

function injustice(
  tables: Tables,
  journal: Journal,
  histories: ReadonlyMap<string, History>,
  { command, person, device }: Recorded,
  code: ErrorCode,
): string | null {
  if (NEVER.includes(code)) return 'that cannot be';
  const isAccepted = (id: string): boolean => tables.receipts.get(id)?.outcome.status === 'accepted';
  if (!isEventCommand(command)) return null;
  const history = histories.get(command.eventId);
  const states = history?.states.slice(1) ?? [];
  switch (code) {
    case 'event-not-found':
    case 'permission-denied':
      // These may be refused to an owner too: an owner can neither leave nor join.
      if (command.type === 'event.duplicate' || command.type === 'admin.leave' || command.type === 'admin.join')
        return null;
      return states.length > 0 && states.every((state) => state?.ownerId === person.userId)
        ? 'its sender owns the event'
        : null;
    case 'event-deleted':
      return command.type !== 'event.duplicate' && states.every((state) => state?.deletedAt === null)
        ? 'it was never deleted'
        : null;
    case 'tap-not-found': {
      const target = 'tapId' in command ? command.tapId : '';
      // A tap that was wiped with its rehearsal was accepted too, and what a phone does with it later finds no tap.
      const isStored = states.at(-1)?.taps[target] !== undefined;
      return journal.recorded.get(target)?.device === device && isStored ? 'the tap is stored' : null;
    }
    case 'racer-not-in-event': {
      const racerId = 'racerId' in command ? command.racerId : null;
      const added = [...journal.recorded.values()].some(
        (other) =>
          other.device === device &&
          isBefore(journal, other.command, command) &&
          adds(other.command, command.eventId, racerId) &&
          isAccepted(other.command.id),
      );
      // A racer who was taken out meanwhile, on whichever device, is given no other name.
      const wasOut = command.type === 'entry.rename' && states.some((state) => state?.entries[racerId!]?.removed);
      return added && !wasOut ? 'the racer had been added on the same device' : null;
    }
    case 'racer-not-found': {
      if (command.type !== 'entries.add') return null;
      const isOwn = command.racers.every(
        ({ racerId }) => tables.racers.get(racerId)?.racer.createdBy === person.userId,
      );
      return isOwn ? 'the racers are its sender’s own' : null;
    }
    default:
      return null;
  }
}

function adds(command: Command, eventId: string, racerId: string | null): boolean {
  return (
    command.type === 'entries.add' &&
    command.eventId === eventId &&
    command.racers.some((racer) => racer.racerId === racerId)
  );
}

function isBefore({ recorded }: Journal, one: Command, other: Command): boolean {
  for (const id of recorded.keys()) {
    if (id === one.id) return true;
    if (id === other.id) return false;
  }
  return false;
}
