import type { Entry, EventState } from '../model/state.ts';
import type { Handicap } from '../model/race-format.ts';
import type { Result } from '../result.ts';
import type { FoundHandicap } from './look-up.ts';
import { type Looked, lookedOf, type NoHandicap } from './looked.ts';

/** Handicap that a racer would get, or the reason why there is none. */
export interface Proposal {
  readonly entry: Entry;
  readonly looked: Looked;
  readonly found: Result<FoundHandicap, NoHandicap>;
}

type Find = (looked: Looked, racerId: string) => Result<FoundHandicap, NoHandicap>;

/** Everybody in the event: those without a handicap first, because somebody has to look at them; each part by name. */
export function propose(event: EventState, find: Find): Proposal[] {
  return Object.values(event.entries)
    .filter(({ removed }) => !removed)
    .map((entry) => {
      const looked = lookedOf(event, entry.details);
      return { entry, looked, found: find(looked, entry.racerId) };
    })
    .toSorted(
      (one, other) =>
        Number(one.found.ok) - Number(other.found.ok) || one.entry.name.localeCompare(other.entry.name, 'en'),
    );
}

/** The proposal as a command: racers without a proposed handicap lose the one that they have. */
export function giveHandicaps(
  proposals: readonly Proposal[],
  source: string,
): { readonly racerId: string; readonly handicap: Handicap | null }[] {
  return proposals.map(({ entry, found }) => ({
    racerId: entry.racerId,
    handicap: found.ok ? { ms: found.value.ms, source } : null,
  }));
}
