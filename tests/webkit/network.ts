import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

/** The way to a server, which can be cut: WebDriver has no command for it. */
export interface Network {
  readonly port: number;
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

/** `serverPort` may be known later than the way's own port, which the server needs for its address. */
export async function layNetwork(serverPort: number): Promise<Network> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  const way = createServer((browser) => {
    if (isCut) return void browser.destroy();
    const server = connect(serverPort, '127.0.0.1');
    for (const [socket, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  return {
    port: (way.address() as AddressInfo).port,
    cut() {
      isCut = true;
      end();
    },
    mend() {
      isCut = false;
    },
    async stop() {
      end();
      const closed = once(way, 'close');
      way.close();
      await closed;
    },
  };
}
