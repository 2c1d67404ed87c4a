/** A page in the background paints nothing, and must not wait for it. */
const AT_MOST_MS = 200;

/** Once the screen shows what has just been changed: what is less urgent comes in a frame of its own. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AT_MOST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
