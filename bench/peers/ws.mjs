// `ws` as its own examples use it (text), with a Buffer made once, and with one frame made once and written to the
// sockets directly.
import { WebSocketServer } from 'ws';
import { createTapServer, listen, toFrame } from './tap-server.mjs';

/** @type {Record<string, (text: string) => void>} */
const broadcasts = {
  text(text) {
    for (const client of wss.clients) if (client.readyState === client.OPEN) client.send(text);
  },
  buffer(text) {
    const bytes = Buffer.from(text);
    for (const client of wss.clients) if (client.readyState === client.OPEN) client.send(bytes, { binary: false });
  },
  frame(text) {
    const frame = toFrame(text);
    for (const socket of sockets) socket.write(frame);
  },
};
/** @type {Set<import('node:stream').Duplex>} */
const sockets = new Set();
const server = createTapServer(/** @type {(text: string) => void} */ (broadcasts[process.argv[2] ?? '']));
const wss = new WebSocketServer({ server, perMessageDeflate: false });
wss.on('connection', (client, request) => {
  client.on('error', () => undefined);
  client.on('close', () => sockets.delete(request.socket));
  sockets.add(request.socket);
});
listen(server);
