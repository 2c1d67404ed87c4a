import { isEventCommand } from '../../protocol/command-kinds.ts';
import type { Command } from '../../protocol/commands.ts';
import type { OutboxRow } from './ports.ts';

/** Commands of one lane go in the order in which they were recorded. Lanes do not wait for each other. */
export type Lane = string;

export function laneOf(command: Command): Lane {
  return isEventCommand(command) ? `event:${command.eventId}` : `racer:${command.racerId}`;
}

/** The lanes whose earlier commands must have gone before this command makes sense. */
function lanesBefore(command: Command): readonly Lane[] {
  if (command.type === 'entries.add') return command.racers.map(({ racerId }) => `racer:${racerId}`);
  if (command.type === 'racer.merge') return [`racer:${command.into}`];
  return command.type === 'event.duplicate' ? [`event:${command.sourceId}`] : [];
}

/**
 * A batch is always taken from the front: commands that were sent and not answered are sent again before anything newer
 * of their lane. So two tabs, or a request that arrives after its timeout, cannot put a lane's commands out of order.
 */
export function pickBatch(rows: readonly OutboxRow[], isBlocked: (lane: Lane) => boolean, most: number): OutboxRow[] {
  const held = new Set<Lane>();
  const batch: OutboxRow[] = [];
  for (const row of rows) {
    if (row.state !== 'pending') continue;
    const lane = laneOf(row.command);
    const mustWait = [lane, ...lanesBefore(row.command)].some((each) => held.has(each) || isBlocked(each));
    if (mustWait) held.add(lane);
    else if (batch.push(row) === most) break;
  }
  return batch;
}
