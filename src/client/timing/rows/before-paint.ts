/** Reads the layout of the page and returns the change to make, if any. */
export type ReadLayout = () => (() => void) | void;

let waiting = new Set<ReadLayout>();
let frame = 0;

/**
 * Runs before the next paint: first all lists read the layout, then all change it. A list that moved its rows before the next
 * one has read would make the browser lay out the page once for each list.
 */
export function beforePaint(read: ReadLayout): () => void {
  waiting.add(read);
  frame ||= requestAnimationFrame(run);
  return () => void waiting.delete(read);
}

function run(): void {
  const reads = waiting;
  waiting = new Set();
  frame = 0;
  const changes = [...reads].map((read) => read());
  for (const change of changes) change?.();
}
