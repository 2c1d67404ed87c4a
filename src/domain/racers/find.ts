import type { Racer } from './library.ts';

export interface RacerFilter {
  /** Part of a name; case and accents do not matter. */
  readonly search: string;
  /** Null: all groups. */
  readonly group: string | null;
}

export function findRacers(racers: readonly Racer[], { search, group }: RacerFilter): readonly Racer[] {
  const wanted = plain(search.trim());
  if (wanted === '' && group === null) return racers;
  return racers.filter(
    (racer) =>
      (group === null || racer.groups.includes(group)) && (wanted === '' || plain(racer.name).includes(wanted)),
  );
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
