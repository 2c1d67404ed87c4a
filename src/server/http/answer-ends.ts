import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppContext } from './context.ts';

/** Calls `work` once the answer has been taken, or its reader has gone. */
export function whenAnswered({ env: { outgoing } }: AppContext, work: () => void): void {
  // An answer that is already destroyed emits no second 'close'.
  if (outgoing.destroyed) work();
  else outgoing.once('close', work);
}

/** Sends a file as fast as its reader takes it. An answer that is never read would else keep the file open for ever. */
export function streamFile(c: AppContext, file: Readable, status: ContentfulStatusCode = 200): Response {
  whenAnswered(c, () => file.destroy());
  return c.body(Readable.toWeb(file) as ReadableStream, status);
}

/**
 * Pipelined requests: Node closes only the first of their answers when the connection closes, and work for the others
 * would go on without a reader.
 */
export function tellWaitingAnswers(server: Server): void {
  server.prependListener('request', ({ socket }, response) => {
    if (response.socket !== null) return;
    const tell = () => {
      if (response.socket !== null) return;
      response.destroy();
      response.emit('close');
    };
    // Node warns of more than ten listeners; here the client decides how many requests it pipelines.
    socket.setMaxListeners(0);
    socket.once('close', tell);
    response.once('close', () => socket.off('close', tell));
  });
}
