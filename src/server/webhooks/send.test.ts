import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { lookUpLocally } from '../addresses/judged-lookup.ts';
import { mayCall, readWebhookUrl, send, type SendRules } from './send.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

async function listen(listener: RequestListener): Promise<number> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const open: SendRules = { toPrivate: true };
const closed: SendRules = { toPrivate: false };
const post = (url: string, rules: SendRules) => send({ url, headers: {}, body: '{}' }, rules);

test('[AP31] an address is https, without a name or password in it, and not at a low port', () => {
  const good = ['https://example.org/hook?key=1', 'https://example.org:8443/'];
  for (const url of good) expect(readWebhookUrl(url, closed)?.href, url).toBe(url);
  for (const url of [
    'http://example.org/',
    'ftp://example.org/',
    'https://me:secret@example.org/',
    'https://example.org:25/',
    'https://example.org/#part',
    'example.org',
    '',
  ]) {
    expect(readWebhookUrl(url, closed), url).toBeNull();
  }
});

test('[AP30] loopback, written in any way, and names that lead to it are refused before anything is sent', async () => {
  let calls = 0;
  const port = await listen((_request, response) => {
    calls += 1;
    response.end();
  });
  const rules = { ...closed, resolve: lookUpLocally };
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
    expect(await post(`https://${host}:${port}/`, rules), host).toBe('address refused');
    expect(await mayCall(new URL(`https://${host}:${port}/`), rules), host).toBe(false);
  }
  expect(calls).toBe(0);
});

test('[AP30] a name with one private address among public ones is refused', async () => {
  const resolve = async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.7', family: 4 },
  ];
  expect(await mayCall(new URL('https://example.org/'), { ...closed, resolve })).toBe(false);
  expect(await post('https://example.org/', { ...closed, resolve })).toBe('address refused');
});

test('[AP30] the connection goes to the address that was checked, and the name is asked once for it', async () => {
  const port = await listen((_request, response) => void response.end());
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: '127.0.0.1', family: 4 }];
  };
  expect(await post(`http://receiver.example:${port}/`, { ...open, resolve })).toBe('ok');
  expect(asked).toBe(1);
});

test('[AP31] redirects are not followed, and a long answer is cut', async () => {
  const paths: string[] = [];
  const port = await listen((request, response) => {
    paths.push(request.url!);
    if (request.url === '/moved') response.writeHead(302, { location: '/secret' }).end();
    else response.write('x'.repeat(100_000));
  });
  expect(await post(`http://127.0.0.1:${port}/moved`, open)).toBe('status 302');
  expect(await post(`http://127.0.0.1:${port}/long`, open)).toBe('ok');
  expect(paths).toEqual(['/moved', '/long']);
  server!.closeAllConnections();
});

test('[AP31] a receiver that is not there is named without details of our network', async () => {
  const port = await listen(() => {});
  await new Promise((resolve) => server!.close(resolve));
  expect(await post(`http://127.0.0.1:${port}/`, open)).toBe('no connection');
});
