import type { EnteredRacer } from '../../domain/events/commands.ts';
import type { Category } from '../../domain/model/race-format.ts';
import type { Details } from '../../domain/racers/details.ts';
import type { MarkedRacer } from '../../domain/racers/import/plan.ts';
import { addCategories, categoriesOfRacers } from '../../domain/results/make-categories.ts';
import { MAX_CATEGORIES } from '../../protocol/limits.ts';
import { addAll } from '../racer-import/add-all.ts';
import type { SyncClient } from '../sync/sync-client.ts';
import type { OpenEvent } from './event-context.ts';
import { splitRacers } from './split-racers.ts';

/** Resolves when all are recorded on this device, with the ids of the commands: `tellAdded` says how it went. */
export async function enterRacers(
  { sync, eventId }: Pick<OpenEvent, 'sync' | 'eventId'>,
  racers: readonly EnteredRacer[],
): Promise<readonly string[]> {
  const commandIds: string[] = [];
  for (const part of splitRacers(racers)) {
    const { command } = await sync.recordForEvent(eventId, { type: 'entries.add', racers: part });
    commandIds.push(command.id);
  }
  return commandIds;
}

/** Categories that racers bring along become the event's: the board ranks by them, so the owner must find them there. */
export async function bringCategories(
  { sync, eventId }: Pick<OpenEvent, 'sync' | 'eventId'>,
  known: readonly Category[],
  racers: readonly { readonly details?: Details | undefined }[],
): Promise<void> {
  const categories = addCategories(known, categoriesOfRacers(racers)).slice(0, MAX_CATEGORIES);
  if (categories.length > known.length)
    await sync.recordForEvent(eventId, { type: 'format.set', format: { categories } });
}

export interface CreatedRacers {
  readonly created: readonly (MarkedRacer & { readonly racerId: string })[];
  /** Number of racers who could not be recorded. */
  readonly failed: number;
  readonly commandIds: readonly string[];
}

/** Lines of a list that become racers of the library, each at its price. */
export async function createRacers(
  sync: SyncClient,
  racers: readonly MarkedRacer[],
  onProgress: (done: number) => void,
): Promise<CreatedRacers> {
  const commandIds: string[] = [];
  const withIds = racers.map((racer) => ({ ...racer, racerId: sync.makeId() }));
  const failed = await addAll(
    withIds,
    async ({ racerId, name, groups, details }) => {
      const { command } = await sync.recordForRacer(racerId, {
        type: 'racer.create',
        name,
        groups,
        ...(details && { details }),
      });
      commandIds.push(command.id);
    },
    onProgress,
  );
  return { created: withIds.filter((racer) => !failed.includes(racer)), failed: failed.length, commandIds };
}
