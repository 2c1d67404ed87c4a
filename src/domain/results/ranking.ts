import type { RaceSettings } from '../events/race-settings.ts';
import { type DurationMs, durationMs } from '../units.ts';
import type { EntryResult } from './entry-result.ts';
import { byEntry } from './lists.ts';

type Finished = EntryResult & { readonly duration: DurationMs };

export interface Ranked {
  readonly duration: DurationMs;
  readonly rank: number;
  /** Time behind the first, as published: the difference of the two times on the board. */
  readonly gap: DurationMs;
}

export type RankedResult = EntryResult & Ranked;

type Ties = RaceSettings['ties'];

/** Ranks by the published time: equal times share a rank, and the next is counted on: #1, #1, #3. */
export function rankResults<Racer extends EntryResult>(
  results: readonly Racer[],
  ties: Ties = 'shared',
): (Racer & Ranked)[] {
  const finished = results
    .filter((racer): racer is Racer & { readonly duration: DurationMs } => racer.duration !== null)
    .toSorted((one, other) => one.duration - other.duration || byTie[ties](one, other) || byEntry(one, other));
  let rank = 0;
  return finished.map((racer, index) => {
    if (racer.duration !== finished[index - 1]?.duration) rank = index + 1;
    return { ...racer, rank, gap: durationMs(racer.duration - finished[0]!.duration) };
  });
}

/** The order of racers who share a rank: by net time, or the higher start number first, as FIS 617.3.3 lists them. */
const byTie: Readonly<Record<Ties, (one: Finished, other: Finished) => number>> = {
  shared: (one, other) => one.net! - other.net!,
  'higher-number-first': (one, other) => numberOf(other) - numberOf(one),
};

/** Racers without a number are listed last. */
function numberOf({ entry: { bib } }: Finished): number {
  const number = Number.parseInt(bib ?? '', 10);
  return Number.isNaN(number) ? -1 : number;
}
