/** A place in the source, and its replacement. */
export interface Edit {
  /** The guard that contains the check: the name of a function or a table at the top of any file. */
  readonly guard: string;
  /** The tokens of the check, which occur once in the guard (`plant.ts`), in any layout; `…` stands for anything. */
  readonly find: string;
  readonly replace: string;
}

/** One check of the product, removed. */
export interface Weakening extends Edit {
  readonly name: string;
  /** A second place of the same check: with one of the two left no cell could notice. */
  readonly again?: Edit;
  /** Regular expressions over the names of the cells that are tried: one of them has to notice. */
  readonly cells: readonly string[];
}
