/** The last row of the page before. Neither of its values ever changes, so that no change moves a row to another page. */
export interface Cursor {
  readonly createdAt: number;
  readonly id: string;
}
