import type { EnteredRacer } from '../../../../domain/events/commands.ts';
import type { Racer } from '../../../../domain/racers/library.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { OpenEvent } from '../event-context.ts';
import { hearRefusal } from './await-answer.ts';
import { splitRacers } from './split-racers.ts';

/** Resolves when all of them are recorded on this device. */
export async function addRacers(
  { sync, eventId }: OpenEvent,
  racers: readonly Pick<Racer, 'id' | 'name' | 'groups' | 'details'>[],
): Promise<void> {
  const added = racers.map(({ id: racerId, name, groups, details }): EnteredRacer => ({
    racerId,
    name,
    groups,
    bib: null,
    ...(details !== undefined && { details }),
  }));
  for (const part of splitRacers(added)) {
    const { command } = await sync.recordForEvent(eventId, { type: 'entries.add', racers: part });
    hearRefusal(sync.status, command.id, tellRefusal);
  }
}

export function tellRefusal(): void {
  showToast('Error adding racer, please try again.', { tone: 'bad' });
}
