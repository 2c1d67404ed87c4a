import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A raw connection, which can write any bytes and need not read. */
export async function openRaw(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

export function requestText(url: string, path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ host: new URL(url).host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Sends a request and never reads: the answer stays in the server's memory. */
export async function askUnread(url: string, path: string, headers: Readonly<Record<string, string>>): Promise<Socket> {
  const socket = await openRaw(url);
  socket.pause();
  socket.write(requestText(url, path, headers));
  return socket;
}

/** Sends many requests in one write on one connection; returns the statuses of the answers, in order. */
export async function pipeline(url: string, requests: readonly string[]): Promise<number[]> {
  const socket = await openRaw(url);
  let text = '';
  socket.setEncoding('latin1');
  socket.write(requests.join(''));
  for await (const chunk of socket) {
    text += chunk as string;
    if ([...text.matchAll(STATUS)].length >= requests.length) break;
  }
  socket.destroy();
  return Array.from(text.matchAll(STATUS), ([, status]) => Number(status));
}

const STATUS = /HTTP\/1\.1 (\d{3}) /g;
