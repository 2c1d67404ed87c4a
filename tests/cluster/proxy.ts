import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Random } from '../simulation/random.ts';

/** A bad network between the phones and the nodes: every connection has one kind of trouble, and none lives long. */
export interface Proxy {
  readonly url: string;
  /** From now on everything passes, and stuck connections are cut. */
  calm(): void;
  stop(): Promise<void>;
  /** Connections by their trouble. */
  readonly count: Map<Trouble, number>;
}

export type Trouble = keyof typeof TROUBLES;

/** Kinds of trouble with their weights. */
const TROUBLES = {
  none: 44,
  /** Data is passed on late. */
  delayed: 14,
  /** The connection is cut in the middle of a transfer. */
  dropped: 10,
  /** The request arrives, the answer does not: the phone sends the same again. */
  unanswered: 13,
  /** Every request arrives once more a little later, at any node. */
  doubled: 11,
  /** The phone's side is closed towards the node, which may still answer. */
  'half-closed to the node': 3,
  /** The node's side is closed towards the phone, which may still send. */
  'half-closed to the phone': 3,
  /** Nothing arrives, and neither end is told. */
  silent: 2,
};

const LONGEST_DELAY_MS = 1_200;
const LONGEST_SILENCE_MS = 5_000;

export async function startProxy(pickNode: () => string | undefined, random: Random): Promise<Proxy> {
  const count = new Map<Trouble, number>();
  const open = new Set<Socket>();
  let isCalm = false;
  const troubles = (Object.keys(TROUBLES) as Trouble[]).map((name) => [TROUBLES[name], name] as const);

  function connectToNode(): Socket | undefined {
    const url = pickNode();
    if (url === undefined) return undefined;
    return keep(connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true, noDelay: true }));
  }
  function keep(socket: Socket): Socket {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    // A close follows.
    socket.on('error', () => undefined);
    return socket;
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (phone) => {
    keep(phone);
    const trouble = isCalm ? 'none' : random.weigh(troubles);
    count.set(trouble, (count.get(trouble) ?? 0) + 1);
    const node = connectToNode();
    if (node === undefined) return phone.resetAndDestroy();
    const cut = () => {
      phone.destroy();
      node.destroy();
    };
    phone.on('close', cut);
    node.on('close', cut);
    if (!isCalm) setTimeout(cut, lifeOf(trouble, random)).unref();
    if (trouble === 'silent') return;
    join(phone, node, trouble, cut);
  });

  function join(phone: Socket, node: Socket, trouble: Trouble, cut: () => void): void {
    const delay = trouble === 'delayed' ? random.between(20, LONGEST_DELAY_MS) : 0;
    const most = trouble === 'none' ? Infinity : random.between(100, 6_000);
    let [sent, answered] = [0, 0];
    /** The bytes sent since the last answer. */
    let request: Buffer[] = [];
    const later = (work: () => void) => void (delay === 0 ? work() : setTimeout(work, delay));

    phone.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      later(() => node.write(chunk));
      request.push(chunk);
      if (trouble === 'dropped' && sent > most) cut();
      if (trouble === 'half-closed to the node' && sent > most) node.end();
    });
    node.on('data', (chunk: Buffer) => {
      answered += chunk.length;
      const asked = Buffer.concat(request);
      request = [];
      if (trouble === 'unanswered' && (asked.indexOf('POST') === 0 || answered > most)) return cut();
      if (trouble === 'doubled' && asked.length > 0) setTimeout(sendAgain, random.between(0, LONGEST_DELAY_MS), asked);
      later(() => phone.write(chunk));
      if (trouble === 'dropped' && sent + answered > most) cut();
      if (trouble === 'half-closed to the phone' && answered > most) phone.end();
    });
    phone.on('end', () => later(() => node.end()));
    node.on('end', () => later(() => phone.end()));
  }

  /** Sends the request again and ignores the answer. */
  function sendAgain(request: Buffer): void {
    const twin = connectToNode();
    if (twin === undefined) return;
    twin.write(request);
    twin.resume();
    twin.on('end', () => twin.end());
    setTimeout(() => twin.destroy(), LONGEST_SILENCE_MS).unref();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calm() {
      isCalm = true;
      for (const socket of open) socket.destroy();
    },
    async stop() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
    count,
  };
}

function lifeOf(trouble: Trouble, random: Random): number {
  return trouble === 'silent' ? random.between(500, LONGEST_SILENCE_MS) : random.between(1_000, 10_000);
}
