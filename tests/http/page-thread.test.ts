import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { viewEvent } from '../../src/domain/sights/views.ts';
import { projectPlaces } from '../../src/domain/results/projected.ts';
import { epochMs } from '../../src/domain/units.ts';
import type { PageBlock, RenderPage } from '../../src/protocol/page-data.ts';
import { api, guestPath } from '../../src/protocol/routes.ts';
import { readEvent } from '../../src/server/storage/event-reads.ts';
import { giveCredits } from '../../src/server/storage/ledger.ts';
import { addRacers, batchOf, createRacer, tap } from '../support/commands.ts';
import { arrive } from '../support/people.ts';
import { until } from '../support/purchases.ts';
import { newRace } from '../support/races.ts';
import { createGatedLane } from '../support/readers.ts';
import { startTestServer, type TestClient, type TestServer } from '../support/running-server.ts';

/** More racers than a page may have that is drawn where taps are stored. */
const MANY = 201;
/** Where a page is drawn on the wrong thread, nobody can let it go on: it gives up after this time. */
const GIVES_UP_MS = 20_000;

/**
 * Renderer that names who is in the race and the places that they are heading for. While there is a file named `hold` it
 * does not let go of its thread; with one named `broken` it fails.
 */
const rendererIn = (folder: string) => `
  import { existsSync, writeFileSync } from 'node:fs';
  const is = (name) => existsSync(${JSON.stringify(folder)} + '/' + name);
  export async function renderPage({ url, entry, page: { event, at, places } }) {
    if (is('broken')) throw new Error('The renderer is broken');
    const until = Date.now() + ${GIVES_UP_MS};
    if (is('hold')) writeFileSync(${JSON.stringify(folder)} + '/begun', '');
    while (is('hold') && Date.now() < until);
    writeFileSync(${JSON.stringify(folder)} + '/let-go', '');
    const rows = Object.values(event.entries).map(({ racerId, name }) => [racerId, name, places[racerId]?.rank]);
    const body = [is('hold') ? 'gave up' : 'drawn', url, entry, at, Object.keys(event.taps).length, ...rows].join();
    return { body: '<main>' + body + '</main>', title: event.name, description: 'At ' + at };
  }`;

const pageWorkerFile = fileURLToPath(new URL('../support/page-worker.mjs', import.meta.url));
const now = epochMs(Date.now());

let folder = '';
let pieces: ReturnType<typeof createGatedLane>;
let server: TestServer;
let client: TestClient;
let race: { eventId: string; racerIds: readonly string[]; path: string };
let threads: Worker[] = [];
const note = (worker: Worker) => threads.push(worker);

beforeEach(async () => {
  threads = [];
  process.on('worker', note);
  folder = await mkdtemp(join(tmpdir(), 'pushoff-pages-'));
  pieces = createGatedLane();
  server = await startTestServer('sqlite', {
    renderer: rendererIn(folder),
    pageWorkerFile,
    clock: { now: () => now },
    lane: pieces.lane,
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  client = (await arrive(server)).client;
  const { viewer } = await client.boot();
  const userId = viewer.kind === 'user' ? viewer.userId : '';
  const gift = { userId, kind: 'grant', cause: 'many racers', amount: 10_000, now: 1 } as const;
  await server.db.transaction().execute((trx) => giveCredits(trx, gift));
  race = await newLargeRace();
});
afterEach(async () => {
  await server.stop();
  process.off('worker', note);
  await rm(folder, { recursive: true });
  // The thread was started by a page, and goes with its server.
  expect(threads.map(({ threadId }) => threadId)).toEqual(threads.map(() => -1));
});

async function newLargeRace() {
  const { eventId, racerId, keys } = await newRace(client);
  const others = Array.from({ length: MANY - 1 }, () => randomUUID());
  for (let at = 0; at < others.length; at += 100) {
    const some = others.slice(at, at + 100);
    await send(...some.map((each) => createRacer(each)));
    await send(addRacers(eventId, ...some));
  }
  const racerIds = [racerId, ...others];
  const taps = (line: string, count: number, first: number) =>
    racerIds.slice(0, count).map((each, index) => tap(eventId, line, each, { at: first - 99 * index }));
  await send(...taps('start', 30, now - 100_000), ...taps('finish', 10, now - 50_000));
  return { eventId, racerIds, path: guestPath(eventId, 'viewer', keys.viewer) };
}

async function send(...commands: Parameters<typeof batchOf>) {
  const { status, body } = await client.post<{ answers: { status: string }[] }>(api.commands, batchOf(...commands));
  expect([status, ...new Set(body.answers.map((each) => each.status))]).toEqual([200, 'accepted']);
}

/** Uses a connection of its own: `fetch` opens another one after each abort, for which a stopping server waits. */
async function read(address = '192.0.2.1', signal?: AbortSignal): Promise<string> {
  const headers = { 'x-forwarded-for': address };
  const sent = openRequest(server.url + race.path, { agent: false, headers, ...(signal && { signal }) }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return Buffer.concat((await answer.toArray()) as Buffer[]).toString();
}
const hold = () => writeFile(join(folder, 'hold'), '');
const begun = () => until(async () => existsSync(join(folder, 'begun')));
const letGo = () => rm(join(folder, 'hold'));

test('[V39] while the page of a large event is drawn, taps are stored and other requests answered', async () => {
  await hold();
  const page = read();
  await begun();
  await send(tap(race.eventId, 'start', race.racerIds[50]!, { at: now - 5_000 }));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await letGo();
  expect(await page).toContain('<main>drawn,');
});

test('[V39] the page of a large event is the one that the server itself would draw', async () => {
  const page = await read();
  expect(threads).toHaveLength(1);
  const event = viewEvent((await readEvent(server.db, race.eventId))!, 'viewer');
  const places = Object.fromEntries(projectPlaces(event, now).places);
  expect(Object.keys(places)).toHaveLength(20);
  const data = { kind: 'event', event, view: 'viewer', at: now, places } as const;
  const rendererFile = pathToFileURL(join(server.dataDir, 'renderer.mjs')).href;
  const { renderPage } = (await import(rendererFile)) as { readonly renderPage: RenderPage };
  const block = JSON.parse(/id="boot">(.*?)<\/script>/.exec(page)![1]!) as PageBlock;
  const { body } = await renderPage({ url: race.path, boot: block, entry: 'viewer', page: data });
  expect(page).toContain(`<div id="root">${body}</div>`);
  expect(JSON.stringify(block.page)).toContain(`,"view":"viewer","at":${now},"places":${JSON.stringify(places)}}`);
  expect(block.page).toEqual(JSON.parse(JSON.stringify(data)));
});

test('[V39] the thread ends when all of its readers have hung up, and not before', async () => {
  await hold();
  const [first, second] = [new AbortController(), new AbortController()];
  const pages = Promise.allSettled([read('192.0.2.1', first.signal), read('192.0.2.2', second.signal)]);
  await until(async () => pieces.begun.length === 1 && pieces.joined.length === 1);
  await begun();
  const [thread] = threads;
  first.abort();
  await until(async () => server.logged.some((line) => line.includes('"path":"/timer"')));
  expect(thread!.threadId).toBeGreaterThan(0);
  second.abort();
  await once(thread!, 'exit');
  expect(existsSync(join(folder, 'let-go')), 'it was ended in the middle of its work').toBe(false);
  expect((await pages).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(server.logged.filter((line) => line.includes('could not be rendered'))).toEqual([]);
  await letGo();
  expect(await read()).toContain('<main>drawn,');
});

test('[V39] a page that cannot be drawn comes without its content, and the failure is logged', async () => {
  await writeFile(join(folder, 'broken'), '');
  const page = await read();
  expect(page).toContain('"viewer":{"kind":"nobody"}');
  expect(page).not.toContain('<main>');
  const failure = server.logged.find((line) => line.includes('A public page could not be rendered'));
  expect(failure).toContain('The renderer is broken');
  await rm(join(folder, 'broken'));
  expect(await read()).toContain('<main>drawn,');
});
