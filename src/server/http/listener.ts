import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';

/** Time for requests in flight once the server has been asked to stop. */
const STOP_MS = 10_000;
const CLOSE_AGAIN_MS = 100;

/** Address by which this machine reaches the server. */
export function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`;
}

export function listen(server: Server, { host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Lets requests in flight finish, and cuts those that take too long. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A connection whose answer is being sent becomes idle a moment later, and `close` would wait for it.
  const again = setInterval(() => server.closeIdleConnections(), CLOSE_AGAIN_MS);
  const timer = setTimeout(() => server.closeAllConnections(), STOP_MS);
  await closed;
  clearInterval(again);
  clearTimeout(timer);
}
