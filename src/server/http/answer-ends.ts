import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AppContext } from './context.ts';

/** Calls once the answer has been taken, or nobody is there any more to take it. */
export function whenAnswered({ env: { outgoing } }: AppContext, work: () => void): void {
  // An answer that has ended tells nobody a second time.
  if (outgoing.destroyed) work();
  else outgoing.once('close', work);
}

/** As fast as the other side takes it. An answer that nobody takes would else keep the file open for ever. */
export function streamFile(c: AppContext, file: Readable, status: ContentfulStatusCode = 200): Response {
  whenAnswered(c, () => file.destroy());
  return c.body(Readable.toWeb(file) as ReadableStream, status);
}

/**
 * Requests that were sent behind another on one connection: Node tells only the first of their answers when the
 * connection closes, and work for the others would go on for nobody.
 */
export function tellWaitingAnswers(server: Server): void {
  server.prependListener('request', ({ socket }, response) => {
    if (response.socket !== null) return;
    const tell = () => {
      if (response.socket !== null) return;
      response.destroy();
      response.emit('close');
    };
    // Node warns of more than ten, which is somebody's choice here.
    socket.setMaxListeners(0);
    socket.once('close', tell);
    response.once('close', () => socket.off('close', tell));
  });
}
