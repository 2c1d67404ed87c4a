import type { EmbedMessage } from '../../protocol/embeds.ts';

/**
 * The script on a page of another site: puts the board after its own tag and makes the frame as tall as the board.
 * It reads nothing of that page, and only messages of its own frame, from the site that the script came from.
 */
const FIRST_HEIGHT = 320;
/** A page of another site must not be made endless by a message. */
const TALLEST = 20_000;

function putBoard(tag: HTMLScriptElement): void {
  const { origin } = new URL(tag.src);
  const { event = '', key = '', theme, category, rows, language } = tag.dataset;
  const asked = Object.entries({ eventId: event, key, theme, category, rows, language });
  const query = asked.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]));
  const frame = document.createElement('iframe');
  frame.src = `${origin}/embed?${query.join('&')}`;
  frame.title = tag.dataset['title'] ?? 'Pushoff';
  frame.loading = 'lazy';
  Object.assign(frame.style, { width: '100%', height: `${FIRST_HEIGHT}px`, border: '0', display: 'block' });
  addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (from !== origin || source !== frame.contentWindow) return;
    const { pushoff, height } = (data ?? {}) as { pushoff?: unknown; height?: unknown };
    if (pushoff !== 'height' || typeof height !== 'number' || !(height > 0)) return;
    frame.style.height = `${Math.min(TALLEST, Math.ceil(height))}px`;
  });
  const hello: EmbedMessage = { pushoff: 'hello' };
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(hello, origin));
  tag.after(frame);
}

if (document.currentScript instanceof HTMLScriptElement) putBoard(document.currentScript);
