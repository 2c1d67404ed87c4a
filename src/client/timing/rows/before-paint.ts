/** Reads the layout of the page and returns the change to make, if any. */
export type Look = () => (() => void) | void;

let waiting = new Set<Look>();
let frame = 0;

/**
 * Runs before the next paint: first all lists read the layout, then all change it. A list that moved its rows before the next
 * one has read would make the browser lay out the page once for each list.
 */
export function beforePaint(look: Look): () => void {
  waiting.add(look);
  frame ||= requestAnimationFrame(run);
  return () => void waiting.delete(look);
}

function run(): void {
  const looks = waiting;
  waiting = new Set();
  frame = 0;
  const changes = [...looks].map((look) => look());
  for (const change of changes) change?.();
}
