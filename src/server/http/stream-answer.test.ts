import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import type { AppEnv } from './context.ts';
import { streamAnswer } from './stream-answer.ts';

const PIECE = 'x'.repeat(64 * 1024);
const MANY = 10_000;

describe('an answer that is made while it is read', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  /** Serves the pieces; `ended` resolves when the answer has ended. */
  async function serve(pieces: () => AsyncGenerator<string>, unreadMs = 60_000) {
    const app = new Hono<AppEnv>();
    let onEnd = () => {};
    const ended = new Promise<void>((resolve) => (onEnd = resolve));
    app.get('/', (c) => {
      c.set('log', createLog('silent'));
      return streamAnswer(c, pieces(), { onEnd, unreadMs });
    });
    server = createAdaptorServer({ fetch: app.fetch }) as Server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { ended, port };
  }
  function ask(port: number): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  }

  test('[A28] is not made for a reader that takes nothing, and is cut', async () => {
    let made = 0;
    let isReleased = false;
    const { ended, port } = await serve(async function* () {
      try {
        for (; made < MANY; made += 1) yield PIECE;
      } finally {
        isReleased = true;
      }
    }, 200);
    const socket = ask(port);
    socket.pause();
    await ended;
    expect(made).toBeLessThan(MANY / 10);
    expect(isReleased).toBe(true);
  });

  test('[A28] stops when its reader has gone', async () => {
    let made = 0;
    const { ended, port } = await serve(async function* () {
      for (; made < MANY; made += 1) yield PIECE;
    });
    const socket = ask(port);
    await once(socket, 'data');
    socket.destroy();
    await ended;
    expect(made).toBeLessThan(MANY);
  });

  test('[A28] that fails does not end as if it were whole, at whichever piece', async () => {
    for (const whole of [0, 1, 2, 3, 50]) {
      const { ended, port } = await serve(async function* () {
        for (let made = 0; made < whole; made += 1) yield PIECE;
        throw new Error('The database is gone');
      });
      const reading = fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
      await expect(reading, `after ${whole}`).rejects.toThrow();
      await ended;
      server.close();
    }
  });
});
