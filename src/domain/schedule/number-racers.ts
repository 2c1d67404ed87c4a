import { ok, refuse, type Result } from '../result.ts';
import { type Starter, startGroup } from './order.ts';

export interface Numbering {
  readonly from: number;
  /** Each group begins at a hundred of its own: 1, 101, 201. */
  readonly perGroup: boolean;
  /** Racers who have a number keep it. */
  readonly keeps: boolean;
}

const MAX_NUMBER = 999_999;
const GROUP_STEP = 100;

/** Numbers for everybody, in the order of the list. Nobody gets a number that another racer keeps. */
export function numberRacers(
  starters: readonly Starter[],
  { from, perGroup, keeps }: Numbering,
): Result<{ readonly racerId: string; readonly bib: string }[], 'number-not-possible'> {
  if (!Number.isInteger(from) || from < 0) return refuse('number-not-possible');
  const wanting = starters.filter(({ bib }) => !keeps || bib === null);
  const kept = new Set(starters.filter((starter) => !wanting.includes(starter)).map(({ bib }) => bib));
  const firsts = perGroup ? firstNumbers(starters, from) : new Map<string | null, number>();
  const next = new Map<string | null, number>();
  const numbered = wanting.map((starter) => {
    const group = perGroup ? startGroup(starter) : null;
    let number = next.get(group) ?? firsts.get(group) ?? from;
    while (kept.has(String(number))) number += 1;
    next.set(group, number + 1);
    return { racerId: starter.racerId, bib: String(number) };
  });
  const isPossible = numbered.every(({ bib }) => Number(bib) <= MAX_NUMBER);
  return isPossible && new Set(numbered.map(({ bib }) => bib)).size === numbered.length
    ? ok(numbered)
    : refuse('number-not-possible');
}

/** A group of more than a hundred takes as many hundreds as it needs, kept numbers included. */
function firstNumbers(starters: readonly Starter[], from: number): Map<string | null, number> {
  const sizes = new Map<string | null, number>();
  for (const starter of starters) sizes.set(startGroup(starter), (sizes.get(startGroup(starter)) ?? 0) + 1);
  const firsts = new Map<string | null, number>();
  let first = from;
  for (const [group, size] of sizes) {
    firsts.set(group, first);
    first += GROUP_STEP * Math.ceil(size / GROUP_STEP);
  }
  return firsts;
}
