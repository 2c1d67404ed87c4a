import type { EmbedMessage } from '../../protocol/embeds.ts';

/** The page around the frame says hello; it is answered only where it is one of the sites that the owner named. */
export function tellHeight(origins: readonly string[]): void {
  let told: ((message: EmbedMessage) => void) | null = null;
  const tell = () => told?.({ pushoff: 'height', height: document.documentElement.offsetHeight });
  addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    const { pushoff } = (data ?? {}) as { pushoff?: unknown };
    if (pushoff !== 'hello' || source !== parent || !origins.includes(origin)) return;
    told = (message) => parent.postMessage(message, origin);
    tell();
  });
  new ResizeObserver(tell).observe(document.documentElement);
}
