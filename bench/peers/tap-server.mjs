import { createServer } from 'node:http';

/**
 * The part that all peers share: a tap comes by POST, is broadcast, and is answered.
 * @param {(text: string) => void} broadcast
 */
export function createTapServer(broadcast) {
  return createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      broadcast(text);
      response.end('ok');
    });
  });
}

/** Longer than any pause here: a connection that closes just as it is reused would be an error. */
export const KEEP_ALIVE_MS = 1_800_000;

/**
 * Reports the port for taps, and the port for viewers if it differs. @param {import('node:http').Server} server @param
 * {number} [viewers]
 */
export function listen(server, viewers) {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    process.send?.({ port: viewers ?? port, tapPort: port });
  });
}

/** The whole frame of a text, as servers send it. @param {string} text */
export function toFrame(text) {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : 4;
  const frame = Buffer.alloc(start + length);
  frame[0] = 0x81;
  if (start === 2) {
    frame[1] = length;
  } else {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  }
  frame.write(text, start);
  return frame;
}
