/** A list that a phone lays out in no time needs no tricks. */
const FROM = 40;

// The heights are those of a row with one line under its name, so that the scroll bar does not jump.
const HEIGHTS = {
  cards: '*:[content-visibility:auto] *:[contain-intrinsic-size:auto_86px]',
  rows: '*:[content-visibility:auto] *:[contain-intrinsic-size:auto_72px]',
};

/** Classes for a list whose rows out of view cost no layout: 500 racers are 500 rows, and a tap is answered in its own frame. */
export function skipHidden(count: number, kind: keyof typeof HEIGHTS): string {
  return count < FROM ? '' : HEIGHTS[kind];
}
