import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClientFiles, loadClientFiles } from './client-files.ts';
import type { AppEnv } from './context.ts';

let folder: string;
let files: ClientFiles;
const app = new Hono<AppEnv>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushoff-client-'));
  await mkdir(join(folder, 'assets'));
  for (const name of ['index.html', 'sw.js', 'manifest.webmanifest', 'assets/app-1a2b.js', 'demo.mp4'])
    await writeFile(join(folder, name), `this is ${name}`);
  for (const name of ['viewer.html', 'timer.html', 'index.de.html', 'viewer.de.html', 'sw.de.js'])
    await writeFile(join(folder, name), `this is ${name}`);
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), 'compressed by the build');
  files = await loadClientFiles(folder);
  app.get('*', async (c) => (await files.respond(c)) ?? c.notFound());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const headersOf = async (path: string) => Object.fromEntries((await app.request(path)).headers);

test('the worker is asked for anew each time, and may look after the whole site', async () => {
  expect(await headersOf('/sw.js')).toMatchObject({
    'cache-control': 'public, no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    'service-worker-allowed': '/',
  });
  expect(await headersOf('/assets/app-1a2b.js')).not.toHaveProperty('service-worker-allowed');
});

test('the shell is the page with nobody in it, under a name of its own', async () => {
  const shell = await app.request('/shell.html');
  expect(await shell.text()).toBe('this is index.html');
  expect(shell.headers.get('cache-control')).toBe('public, no-cache');
  expect((await app.request('/index.html')).status).toBe(404);
});

test('a file that the build compressed is sent as it is, and only to clients that accept it', async () => {
  const path = '/assets/app-1a2b.js';
  const [taken, other] = await Promise.all(
    ['gzip, br', 'gzip'].map((encodings) => app.request(path, { headers: { 'accept-encoding': encodings } })),
  );
  expect(taken!.headers.get('content-encoding')).toBe('br');
  expect(await taken!.text()).toBe('compressed by the build');
  expect(other!.headers.get('content-encoding')).toBe('gzip');
  expect(await (await app.request(path)).text()).toBe('this is assets/app-1a2b.js');
  expect((await app.request(`${path}.br`)).status).toBe(404);
});

test.each(['/viewer.html', '/timer.html'])('%s is for the server to fill, and not a file', async (path) => {
  expect((await app.request(path)).status).toBe(404);
});

test('the manifest says what it is', async () => {
  expect(await headersOf('/manifest.webmanifest')).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
  });
});

test.each([
  ['bytes=0-3', 206, 'this', 'bytes 0-3/16'],
  ['bytes=8-', 206, 'demo.mp4', 'bytes 8-15/16'],
  ['bytes=-3', 206, 'mp4', 'bytes 13-15/16'],
  ['bytes=16-', 416, '', 'bytes */16'],
])('a part of a video: %s', async (range, status, text, contentRange) => {
  const answer = await app.request('/demo.mp4', { headers: { range } });
  expect(answer.status).toBe(status);
  expect(await answer.text()).toBe(text);
  expect(answer.headers.get('content-range')).toBe(contentRange);
});

test('[LG3] each language has its pages, its shell and its worker', async () => {
  expect(Object.fromEntries(files.pages)).toEqual({
    en: {
      html: 'this is index.html',
      timerHtml: 'this is timer.html',
      seriesHtml: 'this is index.html',
      viewerHtml: 'this is viewer.html',
    },
    de: {
      html: 'this is index.de.html',
      timerHtml: 'this is index.de.html',
      seriesHtml: 'this is index.de.html',
      viewerHtml: 'this is viewer.de.html',
    },
  });
  expect(await (await app.request('/shell.de.html')).text()).toBe('this is index.de.html');
  expect(await headersOf('/sw.de.js')).toMatchObject({ 'service-worker-allowed': '/' });
  for (const path of ['/index.de.html', '/viewer.de.html']) expect((await app.request(path)).status).toBe(404);
});

test('[LG10] a language that is built while the server runs is found, and what pages have loaded stays as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pushoff-growing-'));
  await mkdir(join(folder, 'assets'));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  await write('index.html', 'English');
  await write('assets/app-1a2b.js', 'as it was loaded');
  // The build was interrupted: the other pages of a language say nothing without its own.
  await write('viewer.fr.html', 'French board');
  const growing = await loadClientFiles(folder);
  expect([...growing.pages.keys()]).toEqual(['en']);
  await write('index.html', 'another English');
  await write('assets/app-1a2b.js', 'something else');
  await write('assets/app-3c4d.js', 'German parts');
  await write('index.de.html', 'German');
  await write('index.fr.html', 'French');
  await growing.readNew();
  expect(growing.pages.get('de')).toMatchObject({ html: 'German', viewerHtml: 'German' });
  expect(growing.pages.get('fr')).toMatchObject({ html: 'French', viewerHtml: 'French board' });
  expect(growing.pages.get('en')!.html).toBe('English');
  const served = new Hono<AppEnv>();
  served.get('*', async (c) => (await growing.respond(c)) ?? c.notFound());
  const textOf = async (path: string) => (await served.request(path)).text();
  expect(await textOf('/assets/app-1a2b.js')).toBe('as it was loaded');
  expect(await textOf('/assets/app-3c4d.js')).toBe('German parts');
  await rm(folder, { recursive: true, force: true });
});
