const AGAIN_MS = 5000;

/**
 * Loads a part that the page cannot do without: at once again when the browser says that the network is back, and every
 * few seconds, because browsers do not always say so. Null when `isOver`.
 */
export async function keepTrying<Part>(
  load: () => Promise<Part>,
  isOver: () => boolean = () => false,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<Part | null> {
  while (!isOver()) {
    try {
      return await load();
    } catch (error) {
      if (isOver()) break;
      onFailure(error);
      await networkOrPause();
    }
  }
  return null;
}

function networkOrPause(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, AGAIN_MS);
    addEventListener('online', go);
  });
}
