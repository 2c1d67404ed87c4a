import { racersCovered } from '../../credits/coverage.ts';
import { RACER_COST } from '../../credits/prices.ts';
import { type Credits, credits as asCredits } from '../../units.ts';
import { nameKey } from '../same-name.ts';
import type { ListedRacer } from './read-list.ts';

/** `library`: a racer of that name exists. `list`: the racer stands further up in the same list. */
type Known = 'library' | 'list' | null;

export interface MarkedRacer extends ListedRacer {
  readonly known: Known;
  /** The racer of that name, where `known` is `library`. */
  readonly racerId: string | null;
}

/**
 * Two racers of one name in the library are two racers: two lines of that name take one each. A racer with two names is one:
 * a line with the other name is the same racer again.
 */
export function markKnown(
  racers: readonly ListedRacer[],
  library: readonly { readonly id: string; readonly name: string }[],
): MarkedRacer[] {
  const ids = new Map<string, string[]>();
  for (const { id, name } of library) ids.set(nameKey(name), [...(ids.get(nameKey(name)) ?? []), id]);
  const listed = new Set<string>();
  const taken = new Set<string>();
  return racers.map((racer) => {
    const key = nameKey(racer.name);
    const left = ids.get(key);
    while (left !== undefined && taken.has(left[0]!)) left.shift();
    const racerId = left?.[0] ?? null;
    if (racerId !== null) taken.add(racerId);
    const known: Known = racerId !== null ? 'library' : left !== undefined || listed.has(key) ? 'list' : null;
    listed.add(key);
    return { ...racer, known, racerId };
  });
}

/** Whether names of the library are used again, left out, or added once more as somebody else. */
export type KnownNames = 'reuse' | 'leave' | 'add';

export interface ImportPlan {
  /** The racers to be created, each at its price. */
  readonly created: readonly MarkedRacer[];
  /** Racers of the library, free of charge. */
  readonly reused: readonly MarkedRacer[];
  readonly cost: Credits;
  /** The number of new racers that the credits pay for. */
  readonly payable: number;
}

export function planImport(racers: readonly MarkedRacer[], credits: Credits, names: KnownNames): ImportPlan {
  const created = names === 'add' ? racers : racers.filter(({ known }) => known === null);
  return {
    created,
    reused: names === 'reuse' ? racers.filter(({ known }) => known === 'library') : [],
    cost: asCredits(created.length * RACER_COST),
    payable: Math.min(created.length, racersCovered(credits)),
  };
}
