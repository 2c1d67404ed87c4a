import { initialsOf, type Order, type Race } from './oracle.ts';

/** A value that an output says and the oracle does not. */
interface Difference {
  readonly output: string;
  readonly seed: number;
  readonly what: string;
}

/** Counts what was compared, for each output, and keeps what differs. */
export interface Tally {
  readonly counts: ReadonlyMap<string, number>;
  readonly differences: readonly Difference[];
  /** The tally of one output of one event. */
  of(output: string, seed: number): Checker;
}

export interface Checker {
  /** `said` is what the output says; compared as JSON, so that null, 0 and an empty text are three things. */
  same(what: string, said: unknown, expected: unknown): void;
  /** Everybody in `order` and nobody else, in that order; those in one group in any order. */
  inOrder(what: string, said: readonly string[], order: Order): void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const differences: Difference[] = [];
  return {
    counts,
    differences,
    of(output, seed) {
      const count = (number: number) => counts.set(output, (counts.get(output) ?? 0) + number);
      const differ = (what: string) => differences.push({ output, seed, what });
      count(0);
      return {
        same(what, said, expected) {
          count(1);
          const [one, other] = [JSON.stringify(said), JSON.stringify(expected)];
          if (one !== other) differ(`${what}: ${one}, expected ${other}`);
        },
        inOrder(what, said, order) {
          count(said.length);
          let from = 0;
          for (const group of order) {
            const next = said.slice(from, from + group.length);
            from += group.length;
            if (next.toSorted().join() === group.toSorted().join()) continue;
            differ(`${what}: the order is ${said.join(' ') || 'empty'}, expected ${writeOrder(order) || 'empty'}`);
            return;
          }
          if (said.length !== from) differ(`${what}: ${said.slice(from).join(' ')} more than expected`);
        },
      };
    },
  };
}

const writeOrder = (order: Order): string =>
  order.map((group) => (group.length === 1 ? group[0] : `(${group.join(' ')})`)).join(' ');

/** Racers by what outputs call them. `short` is what differences are told with. */
export interface Faces {
  /** The id of the racer who is called so; a text that names nobody is an unknown id of its own. */
  find(text: string): string;
  short(racerId: string): string;
  shortOrder(order: Order): Order;
  name(racerId: string, isViewer: boolean): string;
}

export function facesOf({ racers, initialsOnly }: Race): Faces {
  const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
  const words = (text: string) => plain(text).toLowerCase().split(' ').toSorted().join(' ');
  const known = new Map(
    racers.flatMap(({ racerId, name }) => [
      [words(name), racerId],
      [initialsOf(name), racerId],
    ]),
  );
  const nameOf = new Map(racers.map(({ racerId, name }) => [racerId, name]));
  const short = (racerId: string) => plain(nameOf.get(racerId) ?? `?${racerId}`).split(' ')[0]!;
  return {
    find: (text) => known.get(text.trim()) ?? known.get(words(text)) ?? text,
    short,
    shortOrder: (order) => order.map((group) => group.map(short)),
    name: (racerId, isViewer) => {
      const name = nameOf.get(racerId) ?? racerId;
      return isViewer && initialsOnly ? initialsOf(name) : name;
    },
  };
}

/** `1:02:03.45`, `04:38.1`, `+3.20`, `−5.00`, `12`: milliseconds. Null for an empty text. */
export function readTime(text: string): number | null {
  const found = /^([+−-]?)(?:(?:(\d+):)?(\d+):)?(\d+)(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (found === null) return null;
  const [, sign, hours = '0', minutes = '0', seconds = '0', part = ''] = found;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part.padEnd(3, '0'));
  return sign === '−' || sign === '-' ? -ms : ms;
}
