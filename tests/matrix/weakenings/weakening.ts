/** A place in the source, and what stands there instead. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  /** Stands in that file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** One check of the product, taken out. */
export interface Weakening extends Edit {
  readonly name: string;
  /** The same check a second time: with one of the two left nobody could notice. */
  readonly again?: Edit;
  /** The cells that are tried, by regular expressions over their names: one of them has to notice. */
  readonly cells: readonly string[];
}
