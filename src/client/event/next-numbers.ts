import { useMemo } from 'react';
import { bibKey } from '../../domain/racers/import/read-list.ts';
import type { Entry } from '../../domain/model/state.ts';
import { useDeviceDraft } from '../session/use-draft.ts';

export type Numbers = ReadonlyMap<string, string>;

export interface NextNumbers {
  /** Numbers by the racer's id. */
  readonly read: () => Numbers;
  readonly keep: (added: Iterable<readonly [racerId: string, bib: string]>) => void;
  /** Forgets numbers that have been given. */
  readonly drop: (racerIds: Iterable<string>) => void;
}

/**
 * Numbers of a list that was brought into the library. A number belongs to an event, so they wait on this device for the
 * next event that their racers are added to.
 */
export function useNextNumbers(): NextNumbers {
  const draft = useDeviceDraft('numbers');
  return useMemo(() => {
    const read = (): Map<string, string> => readNumbers(draft.recall());
    const write = (numbers: Map<string, string>) =>
      numbers.size === 0 ? draft.discard() : draft.keep(JSON.stringify([...numbers]));
    return {
      read,
      keep: (added) => write(new Map([...read(), ...added])),
      drop(racerIds) {
        const numbers = read();
        for (const id of racerIds) numbers.delete(id);
        write(numbers);
      },
    };
  }, [draft]);
}

/** Numbers from the device's storage; anything else that stands there is left out. */
export function readNumbers(text: string | null): Map<string, string> {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    const isPair = (pair: unknown): pair is [string, string] =>
      Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
    return new Map(Array.isArray(kept) ? kept.filter(isPair) : []);
  } catch {
    return new Map();
  }
}

/** Numbers that are free in the event: the server would refuse the whole command for one that somebody has. */
export function freeNumbers(numbers: Numbers, racerIds: readonly string[], entries: readonly Entry[]): Numbers {
  const taken = new Set(entries.flatMap(({ bib, removed }) => (bib === null || removed ? [] : bibKey(bib))));
  const free = new Map<string, string>();
  for (const id of racerIds) {
    const bib = numbers.get(id);
    if (bib === undefined || taken.has(bibKey(bib))) continue;
    taken.add(bibKey(bib));
    free.set(id, bib);
  }
  return free;
}
