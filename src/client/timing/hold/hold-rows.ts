/** Racers with a timing button, as they stand one below the other: first the racers on course, then the inactive ones. */
export interface Lists {
  readonly onCourse: readonly string[];
  readonly inactive: readonly string[];
}

type ListName = keyof Lists | 'gone';

/** A row that no longer says what its list says: the racer has started, finished, left the event or come back. */
interface Changed {
  readonly to: ListName;
  /** When the change was first seen. */
  readonly at: number;
  /** The row has no button yet for what comes next; after a finish nothing comes. */
  readonly isResting: boolean;
}

/** The rows on the screen. A row keeps its place whatever happens to its racer, until the lists close up. */
export interface HeldRows extends Lists {
  readonly changed: ReadonlyMap<string, Changed>;
}

/** A started racer's row rests as done for so long before Finish comes where Start was: a nervous thumb taps twice. */
export const REST_MS = 2_000;
/** The lists close up by themselves once nobody was touched for so long, here or on another phone. */
export const QUIET_MS = 15_000;

const NONE: ReadonlyMap<string, Changed> = new Map();

export function showRows({ onCourse, inactive }: Lists): HeldRows {
  return { onCourse, inactive, changed: NONE };
}

/**
 * The rows to show while the line is live: no row in sight moves. Racers who have started are added last to those on course
 * where that is below the screen; otherwise they keep their row among the inactive ones, with their Finish in it.
 * Returns the same object where nothing changes.
 */
export function holdRows(held: HeldRows, wanted: Lists, now: number, isInactiveInSight: () => boolean): HeldRows {
  const places = listsOfRacers(wanted);
  const isOnCourse = new Set(held.onCourse);
  const isHeld = new Set([...held.onCourse, ...held.inactive]);
  const started = wanted.onCourse.filter((id) => !isOnCourse.has(id));
  const added = wanted.inactive.filter((id) => !isHeld.has(id));
  const isBelow = started.length > 0 && (held.inactive.length === 0 || !isInactiveInSight());
  const moved = new Set(isBelow ? started : []);
  const late = isBelow ? added : [...started.filter((id) => !isHeld.has(id)), ...added];
  const onCourse = moved.size === 0 ? held.onCourse : [...held.onCourse, ...moved];
  const inactive =
    moved.size === 0 && late.length === 0 ? held.inactive : [...held.inactive.filter((id) => !moved.has(id)), ...late];
  const changed = new Map<string, Changed>();
  for (const [list, ids] of [['onCourse', onCourse] as const, ['inactive', inactive] as const]) {
    for (const id of ids) {
      const to = places.get(id) ?? 'gone';
      const before = held.changed.get(id);
      if (to !== list)
        changed.set(id, before?.to === to ? restOn(before, now) : { to, at: now, isResting: to !== 'gone' });
    }
  }
  const isSame = onCourse === held.onCourse && inactive === held.inactive && isSameMap(changed, held.changed);
  return isSame ? held : { onCourse, inactive, changed };
}

/** True when there is nothing to close up. */
export function isShown({ onCourse, inactive }: Lists, wanted: Lists): boolean {
  return isSameList(onCourse, wanted.onCourse) && isSameList(inactive, wanted.inactive);
}

function restOn(change: Changed, now: number): Changed {
  return change.isResting && now - change.at >= REST_MS ? { ...change, isResting: false } : change;
}

/** The row shows its racer as done: gone from the lists, or resting before the button of the next step. */
export function isDone({ changed }: HeldRows, racerId: string): boolean {
  const change = changed.get(racerId);
  return change !== undefined && (change.to === 'gone' || change.isResting);
}

/** When the next resting row gets its button; `Infinity` where none rests. */
export function restsUntil({ changed }: HeldRows): number {
  const ends = [...changed.values()].flatMap(({ at, isResting }) => (isResting ? at + REST_MS : []));
  return Math.min(Infinity, ...ends);
}

/** Moment from which a finish that was seen on any phone no longer keeps the rows in their places. */
export function quietAt({ changed }: HeldRows): number {
  const gone = [...changed.values()].flatMap(({ to, at }) => (to === 'gone' ? at : []));
  return Math.max(-Infinity, ...gone) + QUIET_MS;
}

function listsOfRacers({ onCourse, inactive }: Lists): ReadonlyMap<string, ListName> {
  return new Map([
    ...onCourse.map((id) => [id, 'onCourse'] as const),
    ...inactive.map((id) => [id, 'inactive'] as const),
  ]);
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

function isSameMap(one: ReadonlyMap<string, Changed>, other: ReadonlyMap<string, Changed>): boolean {
  return one.size === other.size && [...one].every(([id, change]) => other.get(id) === change);
}
