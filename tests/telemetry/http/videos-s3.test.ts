import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPaths } from '../../../src/telemetry/protocol/runs.ts';
import { arriveConfirmed } from '../../support/people.ts';
import { until } from '../../support/purchases.ts';
import { startTestServer, type TestServer } from '../../support/running-server.ts';
import { createRun, request } from '../../support/runs.ts';
import { type S3StandIn, startS3StandIn } from '../../support/s3-stand-in.ts';
import { createUpload, uploadFirstChunk } from '../../support/uploads.ts';

const MB = 1024 * 1024;
let store: S3StandIn;
let server: TestServer;
beforeAll(async () => {
  store = await startS3StandIn();
  server = await startTestServer('sqlite', {
    environment: {
      VIDEO_STORE: 's3://videos',
      S3_ENDPOINT: store.url,
      S3_ACCESS_KEY_ID: 'somebody',
      S3_SECRET_ACCESS_KEY: 'something',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await store.stop();
});

test('[U15] with a store that speaks S3, a video is uploaded with a pause, played in part and deleted', async () => {
  const { client } = await arriveConfirmed(server);
  const { runId } = await createRun(server, client);
  const content = randomBytes(13 * MB);
  const of = { runId, videoId: randomUUID() };
  const uploadUrl = await uploadFirstChunk(server, client, content, of, 6 * MB);
  const sent: number[] = [];
  const second = createUpload(server, client, content, of, {
    chunkSize: 6 * MB,
    uploadUrl,
    onProgress: (bytes) => sent.push(bytes),
  });
  second.upload.start();
  const uploadId = await second.done;
  expect(sent[0]).toBeGreaterThanOrEqual(6 * MB);

  const path = runPaths.video.replace(':uploadId', uploadId);
  const whole = await request(server, client, path);
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  const part = await request(server, client, path, { headers: { range: 'bytes=5000000-7999999' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(5_000_000, 8_000_000))).toBe(true);

  const headers = { 'tus-resumable': '1.0.0' };
  expect((await request(server, client, path, { method: 'DELETE', headers })).status).toBe(204);
  await until(async () => store.names().length === 0);
  expect((await request(server, client, path)).status).toBe(404);
});
