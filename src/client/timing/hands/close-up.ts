/** A scroll: the hand itself moves the rows, and looks where they come to rest before it taps. */
export type Wish = 'by-button' | 'by-scroll';

const asked = new Set<(wish: Wish) => void>();

/** Hears when a person asks for the lists to close up. */
export function onCloseUp(listener: (wish: Wish) => void): () => void {
  asked.add(listener);
  return () => void asked.delete(listener);
}

export function closeUp(wish: Wish): void {
  for (const listener of asked) listener(wish);
}
