import type { AppContext } from './context.ts';

/** A reader that takes nothing for this long is cut: its unread text holds memory, and its turn. */
const UNREAD_MS = 30_000;

export interface StreamOptions {
  /** Called at the end, in good order or not. */
  onEnd(): void;
  readonly unreadMs?: number;
}

/**
 * Answer that is made while it is read: the next piece when the last one has left. If making it fails, or it is not
 * read, the connection is cut: an end in good order would make half an answer look like a whole one.
 */
export function streamAnswer(c: AppContext, pieces: AsyncGenerator<string>, options: StreamOptions): Response {
  const { outgoing } = c.env;
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;

  function end(): void {
    clearTimeout(timer);
    if (hasEnded) return;
    hasEnded = true;
    options.onEnd();
  }
  function waitForReader(): void {
    timer = setTimeout(() => {
      c.get('log').warn('An answer was not read, and is cut', { path: c.req.path });
      void cut();
    }, options.unreadMs ?? UNREAD_MS);
  }
  async function cut(): Promise<void> {
    outgoing.destroy();
    // The read from storage ends before the turn does.
    await pieces.return(undefined).catch(() => undefined);
    end();
  }
  outgoing.once('close', () => void cut());
  waitForReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(timer);
        try {
          const { done, value } = await pieces.next();
          if (done === true) {
            controller.close();
            return end();
          }
          controller.enqueue(encoder.encode(value));
          if (!hasEnded) waitForReader();
        } catch (error) {
          c.get('log').error('An answer broke off', { path: c.req.path, error });
          await cut();
        }
      },
      cancel: cut,
    },
    { highWaterMark: 0 },
  );
  // The header makes the server send chunks: without them it gathers the beginning, and a failure there looks like the end.
  c.header('Transfer-Encoding', 'chunked');
  return c.body(body);
}
