import { LANGUAGE } from '../language.ts';
import type { EpochMs } from '../units.ts';

/** A racer of the start list. */
export interface Starter {
  readonly racerId: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly bib: string | null;
  /** The planned start; null where only the order is known, or not even that. */
  readonly at: EpochMs | null;
  /** The number by which the list is sorted; null for a racer who has no place in it yet. */
  readonly order: number | null;
}

interface StartEntry {
  readonly racerId: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly bib: string | null;
  readonly addedSeq: number;
  readonly removed: boolean;
  readonly slot?: { readonly order: number; readonly at: EpochMs | null };
}

/** Everybody in the event, in the order of the start list. Racers without a place stand at its end, as they were added. */
export function listStarters(entries: Readonly<Record<string, StartEntry>>): Starter[] {
  return Object.values(entries)
    .filter(({ removed }) => !removed)
    .toSorted(
      (one, other) =>
        (one.slot?.order ?? Infinity) - (other.slot?.order ?? Infinity) ||
        one.addedSeq - other.addedSeq ||
        // Racers who were added together: the same order on every device.
        (one.racerId < other.racerId ? -1 : 1),
    )
    .map(({ racerId, name, groups, bib, slot }) => ({
      racerId,
      name,
      groups,
      bib,
      at: slot?.at ?? null,
      order: slot?.order ?? null,
    }));
}

/** The group that a racer starts with: the first one. Null without any. */
export const startGroup = ({ groups }: Pick<Starter, 'groups'>): string | null => groups[0] ?? null;

const collator = new Intl.Collator(LANGUAGE, { numeric: true, sensitivity: 'base' });

export const orderByName = (starters: readonly Starter[]): Starter[] =>
  starters.toSorted((one, other) => collator.compare(one.name, other.name));

/** Racers without a number come last. */
export const orderByBib = (starters: readonly Starter[]): Starter[] =>
  starters.toSorted((one, other) =>
    one.bib === null || other.bib === null
      ? Number(one.bib === null) - Number(other.bib === null)
      : collator.compare(one.bib, other.bib),
  );

/** Inside of a group the present order stays; racers without a group come last. */
export const orderByGroup = (starters: readonly Starter[]): Starter[] =>
  starters.toSorted((one, other) => {
    const [mine, theirs] = [startGroup(one), startGroup(other)];
    if (mine === null || theirs === null) return Number(mine === null) - Number(theirs === null);
    return collator.compare(mine, theirs);
  });

/** The team that a racer starts with; null where the racer starts alone. */
export type TeamOf = (starter: Pick<Starter, 'racerId'>) => string | null;

/** Moves each team to its first racer; the order is otherwise as it was. */
export function orderByTeam(starters: readonly Starter[], teamOf: TeamOf): Starter[] {
  const keyOf = (starter: Starter) => teamOf(starter) ?? starter.racerId;
  const first = new Map(starters.map((starter, index): [string, number] => [keyOf(starter), index]).toReversed());
  return starters.toSorted((one, other) => first.get(keyOf(one))! - first.get(keyOf(other))!);
}

/** `random` gives numbers from 0 up to, but not including, 1. */
export function shuffle(starters: readonly Starter[], random: () => number): Starter[] {
  const drawn = [...starters];
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const at = Math.floor(random() * (last + 1));
    [drawn[last], drawn[at]] = [drawn[at]!, drawn[last]!];
  }
  return drawn;
}

/** The larger the figure, the earlier the start. Racers without one start first, in the present order. */
export function orderByFigure(starters: readonly Starter[], figures: ReadonlyMap<string, number>): Starter[] {
  const figure = ({ racerId }: Starter) => figures.get(racerId) ?? Infinity;
  return starters.toSorted((one, other) => (figure(one) === figure(other) ? 0 : figure(other) - figure(one)));
}

/**
 * Order by the times of an earlier run: the best `count` in reverse, the fastest of them last, then the others as they were
 * ranked, then those without a time, in the present order.
 */
export function orderByRun(starters: readonly Starter[], times: ReadonlyMap<string, number>, count: number): Starter[] {
  const timeOf = ({ racerId }: Starter) => times.get(racerId);
  const timed = starters
    .filter((starter) => timeOf(starter) !== undefined)
    .toSorted((one, other) => timeOf(one)! - timeOf(other)!);
  const untimed = starters.filter((starter) => timeOf(starter) === undefined);
  return [...timed.slice(0, count).toReversed(), ...timed.slice(count), ...untimed];
}

export function moveStarter(starters: readonly Starter[], racerId: string, to: number): Starter[] {
  const moved = starters.filter((starter) => starter.racerId === racerId);
  const others = starters.filter((starter) => starter.racerId !== racerId);
  return [...others.slice(0, Math.max(0, to)), ...moved, ...others.slice(Math.max(0, to))];
}
