/** A place in the source, and what stands there instead. */
export interface Edit {
  /** What the check stands in: the name of a function or a table at the top of a file, whichever file that is. */
  readonly guard: string;
  /** The words of the check, which stand in there once (`plant.ts`): however they are laid out, and whatever is where `…` is. */
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
