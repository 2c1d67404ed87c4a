import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';

/** Stands between the browser and the server, so that a page can be sent as it was sent before it had its content. */
export interface PageProxy {
  readonly url: string;
  /** The port of the server. */
  target: number;
  /** True: the app's pages come without content, and without asking for the parts that they will need. */
  isPlain: boolean;
  stop(): void;
}

export async function startPageProxy(): Promise<PageProxy> {
  const server = createServer((incoming, answer) => {
    const isPage = proxy.isPlain && incoming.url?.startsWith('/timer') === true;
    // A page that is changed on its way must not come compressed.
    const headers = { ...incoming.headers, ...(isPage && { 'accept-encoding': 'identity' }) };
    const { method, url: path } = incoming;
    const asked = request({ port: proxy.target, method, path, headers }, (given) => {
      if (isPage) return void sendPlain(given, answer);
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    asked.on('error', () => answer.destroy());
    incoming.pipe(asked);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    const upstream = connect(proxy.target, '127.0.0.1', () => {
      const lines = incoming.rawHeaders.flatMap((name, index, all) =>
        index % 2 ? [] : [`${name}: ${all[index + 1]}`],
      );
      upstream.write(`${[`GET ${incoming.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const each of [upstream, socket]) each.on('error', () => [upstream, socket].forEach((one) => one.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: PageProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: 0,
    isPlain: false,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}

async function sendPlain(given: IncomingMessage, answer: ServerResponse): Promise<void> {
  let html = '';
  for await (const part of given.setEncoding('utf8')) html += part as string;
  const body = gzipSync(withoutContent(html));
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = given.headers;
  answer.writeHead(given.statusCode ?? 502, { ...headers, 'content-encoding': 'gzip', 'content-length': body.length });
  answer.end(body);
}

const BOOT = /(<script type="application\/json" id="boot">)(.*?)(<\/script>)/s;

export function withoutContent(html: string): string {
  return html
    .replaceAll(/<link rel="preload" as="fetch"[^>]*>/g, '')
    .replace(BOOT, (_, start: string, json: string, end: string) => {
      const { page: _page, ...block } = JSON.parse(json) as { page?: unknown };
      return start + JSON.stringify(block).replaceAll('<', String.raw`\u003c`) + end;
    })
    .replace(/<div id="root">.*<\/div>(?=\s*<noscript>)/s, '<div id="root"></div>');
}
