import type { MarkedRacer } from './plan.ts';
import { bibKey, type FaultyLine } from './read-list.ts';

interface NumberedEntry {
  readonly racerId: string;
  readonly name: string;
  readonly bib: string | null;
  readonly removed: boolean;
}

/** Lines whose number another racer of the event keeps. A racer who gets a new number by the list gives up the old one. */
export function findTakenBibs(racers: readonly MarkedRacer[], entries: readonly NumberedEntry[]): FaultyLine[] {
  const renumbered = new Set(racers.filter(({ bib }) => bib !== null).map(({ racerId }) => racerId));
  const holders = new Map(
    entries
      .filter(({ bib, removed, racerId }) => bib !== null && !removed && !renumbered.has(racerId))
      .map(({ bib, name }) => [bibKey(bib!), name]),
  );
  return racers.flatMap(({ line, bib }): FaultyLine[] => {
    const holder = bib === null ? undefined : holders.get(bibKey(bib));
    return holder === undefined ? [] : [{ line, text: `${bib!}, ${holder}`, fault: 'bib-taken' }];
  });
}
