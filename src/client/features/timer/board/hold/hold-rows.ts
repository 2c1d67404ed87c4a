/** Racers with a timing button, as they stand one below the other: first the racers on course, then the inactive ones. */
export interface Lists {
  readonly onCourse: readonly string[];
  readonly inactive: readonly string[];
}

/** A list as it is on the screen. Racers who have left it stay in their place, as done. */
interface HeldList {
  readonly ids: readonly string[];
  /** When a racer was first seen to have left. */
  readonly doneAt: ReadonlyMap<string, number>;
}

export interface HeldRows {
  readonly onCourse: HeldList;
  readonly inactive: HeldList;
}

/** A row is seen as done for so long before anything may take its place. */
export const DONE_MS = 2_000;

const NONE: ReadonlyMap<string, number> = new Map();

export function showRows({ onCourse, inactive }: Lists): HeldRows {
  return { onCourse: { ids: onCourse, doneAt: NONE }, inactive: { ids: inactive, doneAt: NONE } };
}

/**
 * The rows to show: as wanted when the hands are calm. Otherwise no row moves: racers who left stay as done, and new ones
 * take the place of a row that has been done for long, or come last where no button stands below, or wait. Returns the
 * same object where nothing changes.
 */
export function holdRows(held: HeldRows, wanted: Lists, now: number, isCalm: boolean): HeldRows {
  if (isCalm) return isShown(held, wanted) ? held : showRows(wanted);
  const inactive = holdList(held.inactive, wanted.inactive, now, true);
  const onCourse = holdList(held.onCourse, wanted.onCourse, now, held.inactive.ids.length === 0);
  return inactive === held.inactive && onCourse === held.onCourse ? held : { onCourse, inactive };
}

/** True when there is nothing left to close up. */
export function isShown({ onCourse, inactive }: HeldRows, wanted: Lists): boolean {
  return isSame(onCourse.ids, wanted.onCourse) && isSame(inactive.ids, wanted.inactive);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

function holdList(list: HeldList, wanted: readonly string[], now: number, mayGrow: boolean): HeldList {
  const { doneAt } = list;
  const isWanted = new Set(wanted);
  const isHere = new Set(list.ids);
  const waiting = wanted.filter((id) => !isHere.has(id));
  const done = list.ids.filter((id) => !isWanted.has(id));
  if (waiting.length === 0 && done.length === doneAt.size && done.every((id) => doneAt.has(id))) return list;

  const since = new Map(done.map((id) => [id, doneAt.get(id) ?? now]));
  const ids = list.ids.map((id) => {
    const at = since.get(id);
    if (at === undefined || now - at < DONE_MS || waiting.length === 0) return id;
    since.delete(id);
    return waiting.shift()!;
  });
  if (mayGrow) ids.push(...waiting);
  return isSame(ids, list.ids) && isSameMap(since, doneAt) ? list : { ids, doneAt: since };
}

function isSameMap(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([id, at]) => other.get(id) === at);
}
