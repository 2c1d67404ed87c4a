import { type CopyName, type PieceName, readName, type WholeName } from './names.ts';

/** The files that make the database of a moment. */
export interface Plan {
  readonly base: WholeName;
  readonly pieces: readonly PieceName[];
  /** The moment up to which it is complete. */
  readonly until: number;
  /** Whether a piece is missing in the sequence: pieces after the gap cannot be used. */
  readonly hasGap: boolean;
}

/** Chooses the newest line with a base of that moment: a restored database goes on in a line of its own. */
export function planFor(names: readonly string[], moment: number): Plan | undefined {
  const known = names.flatMap((name) => readName(name) ?? []);
  const base = wholeOnes(known)
    .filter(({ at }) => at <= moment)
    .toSorted((one, other) => compare(one.line, other.line) || one.at - other.at)
    .at(-1);
  if (base === undefined) return undefined;
  const later = known
    .filter((name) => name.kind === 'piece' && name.line === base.line && name.sequence > base.after)
    .filter((piece): piece is PieceName => piece.kind === 'piece' && piece.at <= moment)
    .toSorted((one, other) => one.sequence - other.sequence || one.at - other.at);
  const pieces: PieceName[] = [];
  let next = base.after + 1;
  for (const piece of later) {
    // A piece is there twice when a server was killed before it knew that the first one had arrived; the second begins at
    // the same place and goes further.
    if (piece.sequence > next) break;
    pieces.push(piece);
    next = piece.sequence + 1;
  }
  const until = Math.max(base.at, pieces.at(-1)?.at ?? 0);
  return { base, pieces, until, hasGap: pieces.length < later.length };
}

/** The first moment that can be restored. */
export function oldestMoment(names: readonly string[]): number | undefined {
  const moments = wholeOnes(names.flatMap((name) => readName(name) ?? [])).map(({ at }) => at);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/** Files that no moment from `since` on needs. A line that is still being written is named, and stays. */
export function findSuperfluous(names: readonly string[], since: number, present: string): string[] {
  const known = names.flatMap((text) => {
    const name = readName(text);
    return name === undefined ? [] : [{ text, name }];
  });
  const whole = wholeOnes(known.map(({ name }) => name));
  const floor = whole
    .filter(({ at }) => at <= since)
    .toSorted((one, other) => one.at - other.at)
    .at(-1);
  const isKeptBase = (base: WholeName): boolean => base.at >= (floor?.at ?? 0);
  const keptFrom = new Map<string, number>();
  for (const { line, after } of whole.filter(isKeptBase)) {
    keptFrom.set(line, Math.min(after, keptFrom.get(line) ?? Infinity));
  }
  const lastTold = new Map<string, number>();
  for (const { name } of known) lastTold.set(name.line, Math.max(timeOf(name), lastTold.get(name.line) ?? 0));
  return known
    .filter(({ name }) => {
      const { line } = name;
      if (name.kind !== 'piece') {
        const base = whole.find((each) => each.line === line && each.begun === name.begun);
        // A base that is not whole may be in the making, here or on a machine that took over.
        return base === undefined ? name.kind === 'chunk' && name.begun < since : !isKeptBase(base);
      }
      const from = keptFrom.get(line);
      if (from !== undefined) return name.sequence <= from && name.at < since;
      return line !== present && lastTold.get(line)! < since;
    })
    .map(({ text }) => text);
}

const wholeOnes = (names: readonly CopyName[]): WholeName[] =>
  names.filter((name): name is WholeName => name.kind === 'whole');

const timeOf = (name: CopyName): number => (name.kind === 'chunk' ? name.begun : name.at);

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
