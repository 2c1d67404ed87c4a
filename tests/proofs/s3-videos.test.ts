import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { runPaths } from '../../src/telemetry/protocol/runs.ts';
import { addRacers, batchOf, createEvent, createRacer, tap } from '../support/commands.ts';
import { arriveConfirmed } from '../support/people.ts';
import { until } from '../support/purchases.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { createRun, request } from '../support/runs.ts';
import { BUCKET, type S3Store } from '../support/s3-store.ts';
import { type S3Trouble, startTroubledWay, type TroubledWay } from '../support/s3-trouble.ts';
import { startSwift } from '../support/swift.ts';
import { uploadAll, uploadFirstChunk } from '../support/uploads.ts';

const MB = 1024 * 1024;
const PATIENCE_MS = 300_000;
const TRIES = Array.from({ length: 60 }, () => 50);

const KINDS: S3Trouble[] = ['slow', 'refused', 'unanswered', 'failed', 'cut'];
/** One request in ten has trouble: with more, no try of a few requests would ever come through. */
const TROUBLES = KINDS.flatMap((kind): S3Trouble[] => [...Array.from({ length: 9 }, () => 'none' as const), kind]);

let folder: string;
let store: S3Store;
let way: TroubledWay;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushoff-s3-'));
  await chmod(folder, 0o755);
  store = await startSwift(folder);
  way = await startTroubledWay(store.port);
  server = await startTestServer('sqlite', {
    environment: {
      ...store.env,
      S3_ENDPOINT: way.url,
      VIDEO_STORE: `s3://${BUCKET}`,
    },
  });
}, PATIENCE_MS);
afterAll(async () => {
  way?.have('none');
  await server?.stop();
  await way?.stop();
  await store?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => way.have('none'));

async function namesInStore(): Promise<string[]> {
  const {
    S3_ENDPOINT: endpoint = '',
    S3_ACCESS_KEY_ID: accessKeyId = '',
    S3_SECRET_ACCESS_KEY: secretAccessKey = '',
  } = store.env;
  const s3 = new S3({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const { Contents = [] } = await s3.listObjectsV2({ Bucket: BUCKET });
  return Contents.map(({ Key }) => Key!);
}

const pathOf = (uploadId: string) => runPaths.video.replace(':uploadId', uploadId);

test(
  '[U15] a store by others takes a video with a pause, plays it in part and deletes it',
  async () => {
    const { client } = await arriveConfirmed(server);
    const { runId } = await createRun(server, client);
    const content = randomBytes(13 * MB);
    const of = { runId, videoId: randomUUID() };
    const uploadUrl = await uploadFirstChunk(server, client, content, of, 6 * MB);
    const uploadId = await uploadAll(server, client, content, of, { chunkSize: 6 * MB, uploadUrl });
    const whole = await request(server, client, pathOf(uploadId));
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    const part = await request(server, client, pathOf(uploadId), { headers: { range: 'bytes=5000000-7999999' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(5_000_000, 8_000_000))).toBe(true);
    const headers = { 'tus-resumable': '1.0.0' };
    expect((await request(server, client, pathOf(uploadId), { method: 'DELETE', headers })).status).toBe(204);
    await until(async () => (await namesInStore()).length === 0);
    expect((await request(server, client, pathOf(uploadId))).status).toBe(404);
  },
  PATIENCE_MS,
);

test(
  '[U15] a video arrives whole through a store that is slow, refuses, fails and breaks off',
  async () => {
    const { client } = await arriveConfirmed(server);
    const { runId } = await createRun(server, client);
    const content = randomBytes(40 * MB);
    way.have(...TROUBLES);
    const of = { runId, videoId: randomUUID() };
    const uploadId = await uploadAll(server, client, content, of, { chunkSize: 3 * MB, retryDelays: TRIES });
    way.have('none');
    const whole = await request(server, client, pathOf(uploadId));
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(KINDS.filter((kind) => !way.count.has(kind))).toEqual([]);
  },
  PATIENCE_MS,
);

test(
  '[U15] while the store is out of order a video says try again, a tap is answered first, and nothing is deleted by mistake',
  async () => {
    const { client } = await arriveConfirmed(server);
    const { runId } = await createRun(server, client);
    const content = randomBytes(2 * MB);
    const uploadId = await uploadAll(server, client, content, { runId, videoId: randomUUID() });
    for (const trouble of ['refused', 'failed', 'unanswered'] as const) {
      way.have(trouble);
      const answer = await request(server, client, pathOf(uploadId));
      expect(answer.status, trouble).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    way.have('silent');
    const order: string[] = [];
    const playing = request(server, client, pathOf(uploadId)).then(({ status }) => order.push(`video ${status}`));
    const [eventId, racerId] = [randomUUID(), randomUUID()];
    const commands = [
      createEvent(eventId),
      createRacer(racerId),
      addRacers(eventId, racerId),
      tap(eventId, 'finish', racerId),
    ];
    const { body } = await client.post<CommandAnswers>(api.commands, batchOf(...commands));
    order.push(...body.answers.map(({ status }) => status));
    await playing;
    expect(order).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'video 503']);

    way.have('refused');
    const headers = { 'tus-resumable': '1.0.0' };
    expect((await request(server, client, pathOf(uploadId), { method: 'DELETE', headers })).status).toBe(204);
    await server.upkeep.workOff('runs');
    way.have('none');
    expect((await namesInStore()).length).toBeGreaterThan(0);
    await server.upkeep.workOff('runs');
    await until(async () => !(await namesInStore()).some((name) => name.startsWith(uploadId)));
  },
  PATIENCE_MS,
);
