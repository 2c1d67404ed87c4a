import { randomBytes, randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pack } from '../../src/telemetry/domain/pack.ts';
import type { Samples } from '../../src/telemetry/domain/recording.ts';
import { RUN_KEY_HEADER, runPaths } from '../../src/telemetry/protocol/runs.ts';
import { arriveConfirmed } from '../support/people.ts';
import { until } from '../support/purchases.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { createRun, HOME, packedSamples, runPath, runsOf, sourceOf } from '../support/runs.ts';
import { uploadAll } from '../support/uploads.ts';

const MB = 1024 * 1024;

/** The server's ends of its connections, by the client's port. */
const accepted = new Map<number, Socket>();
const note = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  if (socket.remotePort !== undefined) accepted.set(socket.remotePort, socket);
};
beforeAll(() => subscribe('net.server.socket', note));
afterAll(() => unsubscribe('net.server.socket', note));

/** Sends a request and then does not read. */
async function askInSilence(
  { url }: TestServer,
  ...requests: readonly string[]
): Promise<{ client: Socket; far: Socket }> {
  const { hostname, port } = new URL(url);
  const client = connect(Number(port), hostname);
  client.pause();
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write(requests.join(''));
  await until(async () => accepted.has(client.localPort!));
  return { client, far: accepted.get(client.localPort!)! };
}

const requestOf = (path: string, headers: Record<string, string>) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...Object.entries(headers).map((line) => line.join(': ')), '', ''].join(
    '\r\n',
  );

/** Longer than the kernel's buffers for an unread connection. */
function longSamples(): Uint8Array<ArrayBuffer> {
  const column = (value: (index: number) => number) =>
    Float64Array.from({ length: 340_000 }, (_, index) => value(index));
  const names = ['heartRate', 'cadence', 'power', 'altitude', 'temperature', 'speed'] as const;
  const channels = Object.fromEntries(names.map((name) => [name, column((index) => index % 10)]));
  return pack({
    time: column((index) => index / 10),
    channels: { ...channels, lat: column(() => HOME[0]), lon: column(() => HOME[1]) },
  } as Samples);
}

/** Replaces the thread that hides places: reports its start, and does not end while there is a file named `hang`. */
const threadIn = (folder: string) => `
  import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
  import { parentPort, workerData } from 'node:worker_threads';
  appendFileSync(${JSON.stringify(join(folder, 'begun'))}, '.');
  if (existsSync(${JSON.stringify(join(folder, 'hang'))})) setInterval(() => {}, 1000);
  else {
    writeFileSync(workerData.file, workerData.bytes);
    parentPort.postMessage(workerData.bytes.length);
  }`;

describe('readers that do not read', () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushoff-thread-'));
    const redactorFile = join(folder, 'thread.mjs');
    await writeFile(redactorFile, threadIn(folder));
    server = await startTestServer('sqlite', { redactorFile, httpTimes: { silentMs: 2000 } });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  test('[U23] a reader who does not read a long answer is cut, whatever the route', async () => {
    const { client } = await arriveConfirmed(server);
    const { cookie } = client;
    const samples = longSamples();
    const runs = runsOf(server, client);
    const { runId, sourceId } = await createRun(server, client, {}, samples);
    const key = (await runs.setLink(runId, true)).run?.sharing?.linkKey ?? '';
    await runs.saveZones([{ name: 'Elsewhere', at: [0, 0], radius: 200 }]);
    const uploadId = await uploadAll(server, client, randomBytes(12 * MB), { runId, videoId: randomUUID() });
    const path = runPath(runPaths.samples, runId, sourceId);
    const asked = [
      requestOf(path, { cookie }),
      requestOf(path, { [RUN_KEY_HEADER]: key }),
      requestOf(runPaths.video.replace(':uploadId', uploadId), { cookie }),
    ];
    // Readers who read get all of it; from here on a copy without hidden places is kept.
    for (const by of [runs, runsOf(server, { cookie: '' })]) {
      const whole = await by.readSamples(runId, sourceId, key);
      expect((await whole.arrayBuffer()).byteLength).toBe(Number(whole.headers.get('content-length')));
      expect(whole.headers.get('content-length')).toBe(String(samples.length));
    }
    await Promise.all(
      asked.map(async (each) => {
        const { client: reader, far } = await askInSilence(server, each);
        if (!far.destroyed) await once(far, 'close');
        expect(far.bytesWritten).toBeGreaterThan(MB);
        reader.destroy();
      }),
    );
  });
});

describe('samples by link', () => {
  let server: TestServer;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushoff-thread-'));
    const redactorFile = join(folder, 'thread.mjs');
    await writeFile(redactorFile, threadIn(folder));
    server = await startTestServer('sqlite', { redactorFile });
  });
  afterEach(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  const countBegun = async () => (await readFile(join(folder, 'begun'), 'utf8').catch(() => '')).length;

  async function publish() {
    const { client } = await arriveConfirmed(server);
    const runs = runsOf(server, client);
    const sources = Array.from({ length: 8 }, () => sourceOf(100));
    const { runId } = await createRun(server, client, { sources, hidesPositions: true });
    for (const { id } of sources) await runs.putSamples(runId, id, packedSamples(100));
    const key = (await runs.setLink(runId, true)).run?.sharing?.linkKey ?? '';
    const asked = sources.map(({ id }) => requestOf(runPath(runPaths.samples, runId, id), { [RUN_KEY_HEADER]: key }));
    /** Uses a connection of its own: `fetch` opens another one after each abort. */
    const read = async (at: number, signal?: AbortSignal) => {
      const path = runPath(runPaths.samples, runId, sources[at]!.id);
      const headers = { [RUN_KEY_HEADER]: key };
      const sent = openRequest(server.url + path, { agent: false, headers, ...(signal && { signal }) }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const body = Buffer.concat((await answer.toArray()) as Buffer[]);
      return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body };
    };
    return { runs, runId, sources, asked, read };
  }

  test('[U22] a request beyond the bound is told so, and a closed connection leaves its turn to others', async () => {
    const { read } = await publish();
    await writeFile(join(folder, 'hang'), '');
    const hangUp = new AbortController();
    const all = Array.from({ length: 7 }, (_, at) => read(at, hangUp.signal));
    for (const each of all) each.catch(() => undefined);
    // Two requests have their turn and do not end, four wait.
    const refused = await Promise.race(all);
    expect([refused.status, refused.retryAfter]).toEqual([503, '5']);
    expect(JSON.parse(refused.body.toString())).toMatchObject({ error: { code: 'busy' } });
    await until(async () => (await countBegun()) === 2);
    hangUp.abort();
    await Promise.allSettled(all);
    await rm(join(folder, 'hang'));
    await until(async () => (await read(7)).status === 200);
    expect(await countBegun(), 'nothing was begun for those who had gone').toBe(3);
  });

  test('[U22] a closed connection also ends the requests pipelined behind the first', async () => {
    const { asked, read } = await publish();
    await writeFile(join(folder, 'hang'), '');
    const { client, far } = await askInSilence(server, ...asked.slice(0, 4));
    await until(async () => (await countBegun()) === 2);
    client.destroy();
    await once(far, 'close');
    await rm(join(folder, 'hang'));
    expect((await read(7)).status).toBe(200);
    expect(await countBegun()).toBe(3);
  });

  test('[U22] a popular link costs once, until its samples or its hidden places change', async () => {
    const { runs, runId, sources, read } = await publish();
    const all = await Promise.all(Array.from({ length: 10 }, () => read(0)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    await read(0);
    expect(await countBegun()).toBe(1);
    await runs.saveZones([{ name: 'Home', at: HOME, radius: 200 }]);
    await read(0);
    expect(await countBegun()).toBe(2);
    await runs.putSamples(runId, sources[0]!.id, packedSamples(50));
    expect((await read(0)).body.length).toBe(packedSamples(50).length);
    expect(await countBegun()).toBe(3);
  });
});
