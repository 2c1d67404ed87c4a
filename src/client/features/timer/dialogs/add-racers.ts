import type { EnteredRacer } from '../../../../domain/events/commands.ts';
import type { Racer } from '../../../../domain/racers/library.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { splitRacers } from '../../../event/split-racers.ts';

/** Resolves when all of them are recorded on this device, with the ids of the commands: `tellAdded` says how it went. */
export async function addRacers(
  { sync, eventId }: OpenEvent,
  racers: readonly Pick<Racer, 'id' | 'name' | 'groups' | 'details'>[],
): Promise<readonly string[]> {
  const added = racers.map(({ id: racerId, name, groups, details }): EnteredRacer => ({
    racerId,
    name,
    groups,
    bib: null,
    ...(details !== undefined && { details }),
  }));
  const commandIds: string[] = [];
  for (const part of splitRacers(added)) {
    const { command } = await sync.recordForEvent(eventId, { type: 'entries.add', racers: part });
    commandIds.push(command.id);
  }
  return commandIds;
}
