import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DetailedError } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '../../../src/domain/units.ts';
import { api } from '../../../src/protocol/routes.ts';
import { type RunList, runPaths, videoPath } from '../../../src/telemetry/protocol/runs.ts';
import { runsJob } from '../../../src/telemetry/server/runs/upkeep-job.ts';
import { createFileVideoStore } from '../../../src/telemetry/server/runs/video-store.ts';
import { createTestDatabase, enginesOf } from '../../support/database.ts';
import { findFreePort } from '../../support/free-port.ts';
import { arrive, arriveConfirmed, confirmAddress } from '../../support/people.ts';
import { until } from '../../support/purchases.ts';
import { createClient, startTestServer, type TestServer } from '../../support/running-server.ts';
import { createRun, request, runsOf, videoOf } from '../../support/runs.ts';
import { passOnce } from '../../support/upkeep.ts';
import { breakOff, createUpload, metadataOf, uploadAll } from '../../support/uploads.ts';

const MB = 1024 * 1024;
const DAY = 24 * 3_600_000;
const videoId = randomUUID();
const pathOf = (uploadId: string) => runPaths.video.replace(':uploadId', uploadId);
const TUS = { 'tus-resumable': '1.0.0' };

/** The server's answer to a refused upload. */
async function refusalOf(upload: Promise<string>): Promise<{ status: number; code: string }> {
  const error = await upload.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DetailedError)) throw new Error(`It was not refused: ${String(error)}`);
  const response = error.originalResponse!;
  const { code } = (JSON.parse(response.getBody()) as { error: { code: string } }).error;
  return { status: response.getStatus(), code };
}

describe.each(enginesOf('sqlite'))('videos on %s', (engine) => {
  let server: TestServer;
  let later = 0;
  beforeAll(async () => {
    const clock = { now: () => epochMs(Date.now() + later) };
    server = await startTestServer(engine, { clock, environment: { VIDEO_QUOTA_GB: '1' } });
  });
  afterAll(() => server.stop());
  const ask = (cookie: string, path: string, sent = {}) => request(server, { cookie }, path, sent);
  const folder = () => join(server.dataDir, 'videos');

  test('[U15] a video is uploaded in pieces and plays in byte ranges, for those who may see its run', async () => {
    const { client } = await arriveConfirmed(server);
    const friend = await arrive(server);
    const { runId } = await createRun(server, client);
    const content = randomBytes(MB + 12_345);
    const uploadId = await uploadAll(server, client, content, { runId, videoId }, { chunkSize: 300_000 });

    const whole = await ask(client.cookie, pathOf(uploadId));
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      'content-disposition': "attachment; filename*=UTF-8''GX010001.MP4",
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.compare(Buffer.from(await whole.arrayBuffer()), content)).toBe(0);
    const part = await ask(client.cookie, pathOf(uploadId), { headers: { range: 'bytes=1000-1999' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${content.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true);
    const tail = await ask(client.cookie, pathOf(uploadId), { headers: { range: 'bytes=-10' } });
    expect(Buffer.from(await tail.arrayBuffer()).equals(content.subarray(-10))).toBe(true);
    const etag = whole.headers.get('etag')!;
    const headers = { range: 'bytes=0-9' };
    const same = await ask(client.cookie, pathOf(uploadId), { headers: { ...headers, 'if-range': etag } });
    expect(same.status).toBe(206);
    const other = await ask(client.cookie, pathOf(uploadId), { headers: { ...headers, 'if-range': '"other"' } });
    expect(other.status).toBe(200);
    await other.body?.cancel();
    const beyond = await ask(client.cookie, pathOf(uploadId), { headers: { range: `bytes=${content.length}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`]);
    const head = await ask(client.cookie, pathOf(uploadId), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)]);

    const stranger = await ask(friend.client.cookie, pathOf(uploadId));
    expect(await stranger.json()).toMatchObject({ error: { code: 'video-not-found' } });
    expect((await ask('', pathOf(uploadId))).status).toBe(404);
    await runsOf(server, client).share(runId, friend.person.email);
    await confirmAddress(server, friend.person.email);
    const shared = await ask(friend.client.cookie, pathOf(uploadId), { headers });
    expect(shared.status).toBe(206);
  });

  test('[U16] a visitor by link plays with a ticket, for some hours and until the link is withdrawn', async () => {
    const { client } = await arriveConfirmed(server);
    const { runId } = await createRun(server, client);
    const other = await createRun(server, client);
    const runs = runsOf(server, client);
    const uploadId = await uploadAll(server, client, randomBytes(1000), { runId, videoId });
    const elsewhere = await uploadAll(server, client, randomBytes(1000), { runId: other.runId, videoId });
    const key = (await runs.setLink(runId, true)).run?.sharing?.linkKey ?? '';
    await runs.setLink(other.runId, true);
    const visitor = await runsOf(server, { cookie: '' }).read(runId, key);
    const path = videoPath(visitor.run!, uploadId);
    expect(path).toContain('?ticket=');
    expect(path).not.toContain(key);
    expect((await ask('', path)).status).toBe(200);
    expect((await ask('', videoPath(visitor.run!, elsewhere))).status).toBe(404);
    expect((await ask('', `${path}x`)).status).toBe(404);
    later = DAY;
    expect((await ask('', path)).status).toBe(404);
    later = 0;
    await runs.setLink(runId, false);
    expect((await ask('', path)).status).toBe(404);
    await runs.setLink(runId, true);
    expect((await ask('', path)).status).toBe(404);
  });

  test('[U17] only the owner of a run uploads to it, and only with an account', async () => {
    const { client } = await arriveConfirmed(server);
    const stranger = await arriveConfirmed(server);
    const guest = server.client();
    await guest.post(api.anonymous);
    const { runId } = await createRun(server, client);
    const content = randomBytes(100);
    const of = { runId, videoId };
    expect(await refusalOf(uploadAll(server, stranger.client, content, of))).toEqual({
      status: 404,
      code: 'run-not-found',
    });
    expect((await refusalOf(uploadAll(server, guest, content, of))).code).toBe('account-required');
    expect((await refusalOf(uploadAll(server, { cookie: '' }, content, of))).code).toBe('unauthenticated');
    const wrong = { ...of, chapter: 'first' };
    expect((await refusalOf(uploadAll(server, client, content, wrong))).code).toBe('invalid-argument');

    const uploadId = await uploadAll(server, client, content, of);
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const headers = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      const tried = await ask(stranger.client.cookie, pathOf(uploadId), { method, headers });
      expect([method, tried.status]).toEqual([method, 404]);
    }
    expect((await ask(client.cookie, pathOf(uploadId))).status).toBe(200);
  });

  test('[U18] an account has a quota for video, and deleted uploads make room', async () => {
    const { client } = await arriveConfirmed(server);
    const { runId } = await createRun(server, client);
    const of = { runId, videoId };
    const uploadId = await uploadAll(server, client, randomBytes(MB), of);
    const begin = (bytes: number) =>
      ask(client.cookie, runPaths.videos, {
        method: 'POST',
        headers: {
          ...TUS,
          'upload-length': String(bytes),
          'upload-metadata': metadataOf(of),
        },
      });
    const refused = await begin(1024 * MB);
    expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
      413,
      'video-quota',
    ]);
    const list = async () => (await (await ask(client.cookie, runPaths.runs)).json()) as RunList;
    expect((await list()).videoBytes).toEqual({ used: MB, limit: 1024 * MB });
    const deleted = await ask(client.cookie, pathOf(uploadId), { method: 'DELETE', headers: TUS });
    expect(deleted.status).toBe(204);
    expect((await ask(client.cookie, pathOf(uploadId))).status).toBe(404);
    expect((await list()).videoBytes?.used).toBe(0);
    await until(async () => !(await readdir(folder())).includes(uploadId));
    // Room is reserved before the first byte, and two uploads at once cannot both get the last of it.
    const both = await Promise.all([begin(600 * MB), begin(600 * MB)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 413]);
  });

  test('[U19] videos are deleted when taken out of the run, with the run, and with the account', async () => {
    const { client, person } = await arriveConfirmed(server);
    const runs = runsOf(server, client);
    const { runId, details } = await createRun(server, client);
    const video = videoOf([], videoId);
    const named = await uploadAll(server, client, randomBytes(1000), { runId, videoId });
    const kept = await uploadAll(server, client, randomBytes(1000), { runId, videoId });
    await runs.put(runId, { basedOn: 1, details: { ...details, videos: [{ ...video, uploadIds: [named, kept] }] } });
    await runs.put(runId, { basedOn: 2, details: { ...details, videos: [{ ...video, uploadIds: [kept] }] } });
    expect((await ask(client.cookie, pathOf(named))).status).toBe(404);
    expect((await ask(client.cookie, pathOf(kept))).status).toBe(200);
    expect(await readdir(folder())).toContain(kept);
    expect((await client.post(api.deleteAccount, { password: person.password })).status).toBe(200);
    await until(async () => {
      const files = await readdir(folder());
      return !files.includes(named) && !files.includes(kept);
    });
  });

  test('[U20] an upload without further bytes is deleted after a week', async () => {
    const { client } = await arriveConfirmed(server);
    const { runId } = await createRun(server, client);
    const { upload, done } = createUpload(
      server,
      client,
      randomBytes(MB),
      { runId, videoId },
      {
        chunkSize: 300_000,
        onChunkComplete: () => void upload.abort(),
      },
    );
    done.catch(() => undefined);
    upload.start();
    await until(
      async () =>
        upload.url !== null && (await stat(join(folder(), idOf(upload.url))).catch(() => null))?.size === 300_000,
    );
    const uploadId = idOf(upload.url!);
    expect((await ask(client.cookie, pathOf(uploadId))).status).toBe(404);
    const { db } = server;
    const videos = createFileVideoStore(folder(), db);
    const passAfter = (ms: number) => passOnce(runsJob({ db, videos }), Date.now() + ms);
    await passAfter(6 * DAY);
    expect(await readdir(folder())).toContain(uploadId);
    await passAfter(8 * DAY);
    expect(await readdir(folder())).not.toContain(uploadId);
  });
});

const idOf = (url: string): string => url.split('/').at(-1)!;

test('[U15] an upload resumes after the connection broke and the server restarted', async () => {
  const database = await createTestDatabase('sqlite');
  const port = await findFreePort();
  const start = () =>
    startTestServer('sqlite', { database, environment: { DATA_DIR: database.dataDir, PORT: String(port) } });
  const url = `http://127.0.0.1:${port}`;
  const there = { url, client: () => createClient(url) };
  let server = await start();
  try {
    const { client, person } = await arrive(there);
    await confirmAddress(server, person.email);
    const { runId } = await createRun(there, client);
    const content = randomBytes(2 * MB);
    const first = createUpload(
      there,
      client,
      content,
      { runId, videoId },
      {
        chunkSize: 500_000,
        onChunkComplete: () => void first.upload.abort(),
      },
    );
    first.done.catch(() => undefined);
    first.upload.start();
    const sizeOf = async (url: string | null) =>
      url === null ? 0 : ((await stat(join(database.dataDir, 'videos', idOf(url))).catch(() => null))?.size ?? 0);
    await until(async () => (await sizeOf(first.upload.url)) === 500_000);
    const uploadUrl = first.upload.url!;
    const sent = content.subarray(500_000, 700_000);
    const hasArrived = async () => (await sizeOf(uploadUrl)) > 500_000;
    await breakOff(there, client, idOf(uploadUrl), { offset: 500_000, sent, announced: MB, hasArrived });
    await server.stop();

    server = await start();
    const offsets: number[] = [];
    const second = createUpload(
      there,
      client,
      content,
      { runId, videoId },
      {
        uploadUrl,
        onProgress: (at) => offsets.push(at),
      },
    );
    second.upload.start();
    const uploadId = await second.done;
    expect(offsets[0]).toBeGreaterThan(500_000);
    const played = await request(there, client, pathOf(uploadId));
    expect(Buffer.from(await played.arrayBuffer()).equals(content)).toBe(true);
  } finally {
    await server.stop();
    await database.remove();
  }
});

test('[U18] where uploading is turned off it is refused, and clients are told', async () => {
  const server = await startTestServer('sqlite', { environment: { VIDEO_QUOTA_GB: '0' } });
  try {
    const { client } = await arriveConfirmed(server);
    const { runId } = await createRun(server, client);
    const list = (await (await client.get(runPaths.runs)).json()) as RunList;
    expect(list.videoBytes).toEqual({ used: 0, limit: 0 });
    const refused = await refusalOf(uploadAll(server, client, randomBytes(10), { runId, videoId }));
    expect(refused.code).toBe('unimplemented');
  } finally {
    await server.stop();
  }
});
