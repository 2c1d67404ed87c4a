import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What goes wrong with a request to the store. */
export type S3Trouble =
  | 'none'
  /** The store answers 503, as Amazon's does when it is busy. */
  | 'refused'
  | 'failed'
  /** The request arrives, and the connection breaks before the answer does. */
  | 'unanswered'
  /** The connection breaks in the middle of the answer. */
  | 'cut'
  | 'slow'
  /** The connection is taken, and nothing comes. */
  | 'silent';

/** The way to a store, with troubles one after the other. */
export interface TroubledWay {
  readonly url: string;
  /** From now on each request gets the next of these, again and again. */
  have(...troubles: S3Trouble[]): void;
  readonly count: ReadonlyMap<S3Trouble, number>;
  stop(): Promise<void>;
}

const SLOW_MS = 400;

export async function startTroubledWay(port: number): Promise<TroubledWay> {
  const count = new Map<S3Trouble, number>();
  let troubles: readonly S3Trouble[] = ['none'];
  let turn = 0;

  function answer(asked: IncomingMessage, response: ServerResponse): void {
    const trouble = troubles[turn++ % troubles.length]!;
    count.set(trouble, 1 + (count.get(trouble) ?? 0));
    if (trouble === 'silent') return;
    if (trouble === 'refused' || trouble === 'failed') {
      asked.resume().on('end', () => {
        const [status, code] = trouble === 'refused' ? [503, 'SlowDown'] : [500, 'InternalError'];
        response.writeHead(status as number, { 'content-type': 'application/xml' });
        response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Please try again.</Message></Error>`);
      });
      return;
    }
    // The store checks the signature, which has the host in it.
    const { method, url: path } = asked;
    // Node has answered what the header asks for, and would wait for the store to do it again.
    const { expect: _, ...headers } = asked.headers;
    const passed = request({ port, host: '127.0.0.1', agent: false, method, path, headers });
    // Swift answers HEAD with a body now and then, which is an error after the answer.
    passed.on('error', () => {
      if (!response.headersSent) response.destroy();
    });
    passed.on('response', (from) => {
      if (trouble === 'unanswered') return void response.destroy();
      response.writeHead(from.statusCode!, from.headers);
      if (trouble === 'cut') {
        from.once('data', (chunk: Buffer) =>
          response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy()),
        );
        from.once('end', () => response.destroy());
      } else if (trouble === 'slow') setTimeout(() => from.pipe(response), SLOW_MS);
      else from.pipe(response);
    });
    asked.pipe(passed);
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    have(...next) {
      troubles = next;
      turn = 0;
    },
    count,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
