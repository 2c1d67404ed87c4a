import type { EnteredRacer } from '../../../../domain/events/commands.ts';
import type { MarkedRacer } from '../../../../domain/racers/import/plan.ts';
import { listStarters } from '../../../../domain/schedule/order.ts';
import { arrangeAt } from '../../../../domain/schedule/slots.ts';
import type { EpochMs } from '../../../../domain/units.ts';
import { MAX_DESCRIBED_PER_COMMAND } from '../../../../protocol/limits.ts';
import { split } from '../../../event/command-parts.ts';
import { bringCategories, createRacers, enterRacers } from '../../../event/enter-racers.ts';
import type { OpenEvent } from '../../../event/event-context.ts';
import { giveNumbers } from './give-numbers.ts';
import { recordAll, recordPlaces } from './use-start-list.ts';

export interface ImportedList {
  /** New racers of the library, at their price. */
  readonly created: readonly MarkedRacer[];
  /** Racers of the library or of the event. */
  readonly reused: readonly MarkedRacer[];
  /** The moment of a start time of the list. */
  readonly momentOf: (racer: MarkedRacer) => EpochMs | null;
}

export interface Imported {
  /** How many racers could not be recorded. */
  readonly failed: number;
  /** The commands that add racers, for `tellAdded`. */
  readonly commandIds: readonly string[];
}

/** Racers into the library, into the event with their numbers, then their places. */
export async function importStarters(
  open: OpenEvent,
  { created, reused, momentOf }: ImportedList,
  onProgress: (done: number) => void,
): Promise<Imported> {
  const { sync, eventId, event, may } = open;
  const { created: made, failed, commandIds } = await createRacers(sync, created, onProgress);
  const known = reused.flatMap((racer) => (racer.racerId === null ? [] : { ...racer, racerId: racer.racerId }));
  const all = [...made, ...known].toSorted((one, other) => one.line - other.line);
  const isIn = (racerId: string) => event.entries[racerId]?.removed === false;
  const numbered = all.filter(
    ({ racerId, bib }) => isIn(racerId) && bib !== null && event.entries[racerId]!.bib !== bib,
  );
  const libraryDetails = new Map(sync.account.getSnapshot().racers.map(({ id, details }) => [id, details]));
  const added = all
    .filter(({ racerId }) => !isIn(racerId))
    .map(({ racerId, name, groups, bib, details }): EnteredRacer => {
      // The list knows better than the library, for this event.
      const told = { ...libraryDetails.get(racerId), ...details };
      return { racerId, name, groups, bib, ...(Object.keys(told).length > 0 && { details: told }) };
    });
  const described = all.flatMap(({ racerId, details }) =>
    isIn(racerId) && details !== undefined
      ? [{ racerId, details: { ...event.entries[racerId]!.details, ...details } }]
      : [],
  );
  // Numbers of racers in the event come first: one that is given up is free for a racer who is added.
  for (const body of giveNumbers(numbered)) await recordAll(open, [body]);
  for (const part of split(described, MAX_DESCRIBED_PER_COMMAND))
    await recordAll(open, [{ type: 'details.set', given: part }]);
  const entered = await enterRacers(open, added);
  if (may('configure')) await bringCategories(open, event.format.categories, all);
  const placed = all.map((racer) => ({ racerId: racer.racerId, at: momentOf(racer) }));
  const now = sync.event(eventId).getSnapshot().event ?? event;
  await placeInOrder({ ...open, event: now }, placed);
  return { failed, commandIds: [...commandIds, ...entered] };
}

/** The list's order after those who are there already; where there are start times, everybody by them. */
async function placeInOrder(
  open: OpenEvent,
  placed: readonly { readonly racerId: string; readonly at: EpochMs | null }[],
): Promise<void> {
  const starters = listStarters(open.event.entries);
  const byId = new Map(starters.map((starter) => [starter.racerId, starter]));
  const listed = new Set(placed.map(({ racerId }) => racerId));
  const imported = placed.flatMap(({ racerId, at }) => {
    const starter = byId.get(racerId);
    return starter === undefined ? [] : { ...starter, at: at ?? starter.at };
  });
  const ordered = [...starters.filter(({ racerId }) => !listed.has(racerId)), ...imported].toSorted((one, other) =>
    one.at === other.at ? 0 : (one.at ?? Infinity) - (other.at ?? Infinity),
  );
  const times = ordered.flatMap(({ at }) => at ?? []);
  await recordPlaces(open, arrangeAt(ordered, times));
}
