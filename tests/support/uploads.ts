import { request as openRequest } from 'node:http';
import { Upload, type UploadOptions } from 'tus-js-client';
import { runPaths } from '../../src/telemetry/protocol/runs.ts';
import { until } from './purchases.ts';
import type { TestClient, TestServer } from './running-server.ts';

export interface UploadOf {
  readonly runId: string;
  readonly videoId: string;
  readonly filename?: string;
  readonly filetype?: string;
  readonly chapter?: string;
}

/** The metadata header that begins an upload. */
export const metadataOf = (of: UploadOf): string =>
  Object.entries({ chapter: '0', filename: 'GX010001.MP4', filetype: 'video/mp4', ...of })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** An upload by the same client library as in the browser. */
export function createUpload(
  server: Pick<TestServer, 'url'>,
  client: Pick<TestClient, 'cookie'>,
  content: Buffer,
  of: UploadOf,
  options: Partial<UploadOptions> = {},
): { upload: Upload; done: Promise<string> } {
  let resolve: (uploadId: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const done = new Promise<string>((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  const upload = new Upload(content, {
    endpoint: server.url + runPaths.videos,
    headers: { cookie: client.cookie },
    metadata: { chapter: '0', filename: 'GX010001.MP4', filetype: 'video/mp4', ...of },
    retryDelays: null,
    onError: reject,
    onSuccess: () => resolve(upload.url!.split('/').at(-1)!),
    ...options,
  });
  return { upload, done };
}

/** Uploads everything; returns the id of the upload. */
export function uploadAll(...given: Parameters<typeof createUpload>): Promise<string> {
  const { upload, done } = createUpload(...given);
  upload.start();
  return done;
}

interface BrokenOff {
  readonly offset: number;
  readonly sent: Buffer;
  readonly announced: number;
  readonly hasArrived: () => Promise<boolean>;
}

/** Sends the beginning of an announced upload, and cuts the connection once some of it has arrived. */
export async function breakOff(
  { url }: Pick<TestServer, 'url'>,
  { cookie }: Pick<TestClient, 'cookie'>,
  uploadId: string,
  { offset, sent, announced, hasArrived }: BrokenOff,
): Promise<void> {
  const patch = openRequest(url + runPaths.video.replace(':uploadId', uploadId), {
    method: 'PATCH',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': announced,
    },
  });
  patch.on('error', () => undefined);
  await new Promise<void>((resolve) => patch.write(sent, () => resolve()));
  // Without this wait, a slow server would find the connection closed before it has read anything.
  await until(hasArrived);
  const closed = new Promise((resolve) => patch.once('close', resolve));
  patch.destroy();
  await closed;
}

/** Stops after the first chunk, as where the signal ends; answers where the upload goes on. */
export async function uploadFirstChunk(
  server: Pick<TestServer, 'url'>,
  client: Pick<TestClient, 'cookie'>,
  content: Buffer,
  of: UploadOf,
  chunkSize: number,
): Promise<string> {
  let hasPaused: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => (hasPaused = resolve));
  const { upload, done } = createUpload(server, client, content, of, {
    chunkSize,
    onChunkComplete: () => void upload.abort().then(hasPaused),
  });
  done.catch(() => undefined);
  upload.start();
  await paused;
  return upload.url!;
}
