// The limit: bare sockets and one prepared frame, nothing else. Taps arrive on a port of their own, so that viewers'
// connections need no HTTP server.
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { createTapServer, listen, toFrame } from './tap-server.mjs';

/** @type {Set<import('node:net').Socket>} */
const sockets = new Set();
const viewers = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
  socket.once('data', (head) => {
    const key = /sec-websocket-key: (\S+)/i.exec(head.toString('latin1'))?.[1];
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    sockets.add(socket);
    socket.resume();
  });
});
const taps = createTapServer((text) => {
  const frame = toFrame(text);
  for (const socket of sockets) socket.write(frame);
});
viewers.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (viewers.address());
  listen(taps, port);
});
