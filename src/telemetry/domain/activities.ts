/** Seconds between two activities from which on they are recordings of their own: nobody pauses for so long. */
const FAR_APART = 6 * 3_600;
/** Seconds in which activities that follow each other may overlap, as devices round their times. */
const MOST_OVERLAP = 60;

/** An activity as the file has it: its first sample and its name. */
export interface ActivityStart {
  readonly at: number;
  readonly name: string | null;
}

/** One recording of a file that holds several. */
export interface Activity {
  readonly name: string | null;
  /** Seconds by the file's own clock. */
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

interface Group extends Activity {
  /** Samples from and up to, in the order of the file. */
  readonly parts: readonly (readonly [from: number, to: number])[];
}

/**
 * The recordings of a file, the earliest first. Activities that follow each other, as in a triathlon, are one; those far
 * apart, and those at the same time, are not. A file in which one of them has no times is a collection, and stays whole.
 */
export function groupActivities(time: Float64Array, starts: readonly ActivityStart[]): Group[] {
  const groups: Group[] = [];
  for (const [index, { at, name }] of starts.entries()) {
    const to = starts[index + 1]?.at ?? time.length;
    if (to <= at) continue;
    let [start, end, timed] = [Infinity, -Infinity, 0];
    for (let sample = at; sample < to; sample += 1) {
      if (!Number.isNaN(time[sample]!)) timed += 1;
      if (time[sample]! < start) start = time[sample]!;
      if (time[sample]! > end) end = time[sample]!;
    }
    if (timed * 2 <= to - at) return [];
    groups.push({ name, start, end, count: to - at, parts: [[at, to]] });
  }
  const joined: Group[] = [];
  for (const group of groups.toSorted((one, other) => one.start - other.start)) {
    const before = joined.at(-1);
    const apart = before === undefined ? Infinity : group.start - before.end;
    if (before === undefined || apart > FAR_APART || apart < -MOST_OVERLAP) joined.push(group);
    else joined[joined.length - 1] = group.parts.reduce((sum, part) => join(sum, part, group.start, group.end), before);
  }
  return joined;
}

function join(group: Group, part: readonly [number, number], start: number, end: number): Group {
  return {
    name: group.name,
    start: Math.min(group.start, start),
    end: Math.max(group.end, end),
    count: group.count + part[1] - part[0],
    parts: [...group.parts, part],
  };
}
