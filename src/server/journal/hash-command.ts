import { createHash } from 'node:crypto';
import type { Change } from '../../domain/model/changes.ts';
import { attemptOf } from '../../domain/model/state.ts';
import type { Command } from '../../protocol/commands.ts';

/** Hash of the command's content, whatever the order of its keys. */
export function hashCommand(command: Command): string {
  return createHash('sha256').update(canonical(command)).digest('base64url');
}

export type RecordedTap = Change & { readonly type: 'tap-recorded' };

/** A tap holds everything that its command said: for an untouched tap this is the hash in its receipt. */
export function hashTap({
  tapId: id,
  eventId,
  by: { deviceId },
  captured,
  line,
  racerId,
  ...said
}: RecordedTap): string {
  const { run } = attemptOf(said);
  const command = { type: 'tap.record', id, eventId, deviceId, captured, line, run, racerId };
  return hashCommand(command as Command);
}

/**
 * The text of sorted keys is written in one go: put together part by part, it takes twice as long. A key that looks like a
 * number would not stay in its place; commands have none.
 */
const canonical = (value: object): string => JSON.stringify(sorted(value));

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const inOrder: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) inOrder[key] = sorted((value as Readonly<Record<string, unknown>>)[key]);
  return inOrder;
}
