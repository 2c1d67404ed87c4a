import { isEventCommand } from '../../protocol/command-kinds.ts';
import type { Command } from '../../protocol/commands.ts';
import type { OutboxRow } from './ports.ts';

/** Commands of one sequence go in the order in which they were recorded. Sequences do not wait for each other. */
export type Sequence = string;

export function sequenceOf(command: Command): Sequence {
  return isEventCommand(command) ? `event:${command.eventId}` : `racer:${command.racerId}`;
}

/** The sequences whose earlier commands must have gone before this command makes sense. */
function sequencesBefore(command: Command): readonly Sequence[] {
  if (command.type === 'entries.add') return command.racers.map(({ racerId }) => `racer:${racerId}`);
  if (command.type === 'racer.merge') return [`racer:${command.into}`];
  return command.type === 'event.duplicate' ? [`event:${command.sourceId}`] : [];
}

/**
 * A batch is always taken from the front: commands that were sent and not answered are sent again before anything newer
 * of their sequence. So two tabs, or a request that arrives after its timeout, cannot put a sequence's commands out of order.
 */
export function pickBatch(
  rows: readonly OutboxRow[],
  isBlocked: (sequence: Sequence) => boolean,
  most: number,
): OutboxRow[] {
  const held = new Set<Sequence>();
  const batch: OutboxRow[] = [];
  for (const row of rows) {
    if (row.state !== 'pending') continue;
    const sequence = sequenceOf(row.command);
    const mustWait = [sequence, ...sequencesBefore(row.command)].some((each) => held.has(each) || isBlocked(each));
    if (mustWait) held.add(sequence);
    else if (batch.push(row) === most) break;
  }
  return batch;
}
