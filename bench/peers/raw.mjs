// The limit: sockets and one prepared frame, nothing else.
import { createHash } from 'node:crypto';
import { createTapServer, listen, toFrame } from './tap-server.mjs';

/** @type {Set<import('node:net').Socket>} */
const sockets = new Set();
const server = createTapServer((text) => {
  const frame = toFrame(text);
  for (const socket of sockets) socket.write(frame);
});
server.on('upgrade', (request, duplex) => {
  const socket = /** @type {import('node:net').Socket} */ (duplex);
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.setNoDelay(true);
  socket.setTimeout(0);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
  socket.resume();
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  sockets.add(socket);
});
listen(server);
