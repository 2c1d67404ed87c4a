import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way to a database, which can be interrupted as a network is. */
export interface Relay {
  readonly url: string;
  /** From now on nothing passes, and neither end is told. */
  silence(): void;
  /** Ends all connections, and refuses new ones until `open`. */
  cut(): void;
  open(): void;
  stop(): Promise<void>;
}

export async function startRelay(to: string): Promise<Relay> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A close follows.
    socket.on('error', () => undefined);
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (!isOpen) return void near.destroy();
    const far = keep(connect({ host: target.hostname, port: Number(target.port) }));
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = (): void => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    silence: () => sockets.forEach((socket) => socket.unpipe().pause()),
    cut,
    open: () => void (isOpen = true),
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
