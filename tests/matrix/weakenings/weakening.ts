/** One check of the product, taken out. */
export interface Weakening {
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Stands in that file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The cells that are tried, by regular expressions over their names: one of them has to notice. */
  readonly cells: readonly string[];
}
