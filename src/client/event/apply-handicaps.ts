import type { GivenHandicap } from '../../domain/model/changes.ts';
import type { HandicapRule } from '../../domain/model/race-format.ts';
import { showUndo } from '../ui/undo-bar.tsx';
import { split } from './command-parts.ts';
import type { OpenEvent } from './event-context.ts';

/** Records the handicaps first: the board must not rank by handicaps that are still to come. */
async function record(open: OpenEvent, given: readonly GivenHandicap[], handicap: HandicapRule | null): Promise<void> {
  const { sync, eventId } = open;
  for (const part of split(given)) await sync.recordForEvent(eventId, { type: 'handicaps.set', given: part });
  await sync.recordForEvent(eventId, { type: 'format.set', format: { handicap } });
}

/** Gives these handicaps and ranks by them. The returned function takes both back. */
export function setHandicaps(open: OpenEvent, given: readonly GivenHandicap[], rule: HandicapRule | null): () => void {
  const { entries, format } = open.event;
  const before = given.map(({ racerId }) => ({ racerId, handicap: entries[racerId]?.handicap ?? null }));
  void record(open, given, rule);
  return () => void record(open, before, format.handicap);
}

export function applyHandicaps(
  open: OpenEvent,
  given: readonly GivenHandicap[],
  rule: HandicapRule | null,
  said: string,
): void {
  showUndo({ message: said, undo: setHandicaps(open, given, rule) });
}
