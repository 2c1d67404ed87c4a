import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runPaths } from '../../../src/telemetry/protocol/runs.ts';
import { arriveConfirmed } from '../../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../../support/running-server.ts';
import { createRun, request } from '../../support/runs.ts';
import { type S3StandIn, startS3StandIn } from '../../support/s3-stand-in.ts';
import { metadataOf } from '../../support/uploads.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const OFFSET_TYPE = { 'content-type': 'application/offset+octet-stream' };
const SIZE = 1000;

/** Addresses that name two uploads: one that is authorised, and one that might be used. */
const addresses = (mine: string, theirs: string): readonly string[] => [
  `${mine}?/${theirs}`,
  `${mine}?a=/${theirs}/`,
  `${mine}#/${theirs}`,
  `${mine}/${theirs}`,
  `${mine}/../${theirs}`,
  `${mine}%2F..%2F${theirs}`,
  `${mine}%3F/${theirs}`,
  `${mine}\\${theirs}`,
  `${mine}?%/${theirs}`,
];

describe.each(['files', 's3'] as const)('the upload that is used is the one that was looked up, in %s', (kind) => {
  let store: S3StandIn;
  let server: TestServer;
  beforeAll(async () => {
    store = await startS3StandIn();
    const s3 = { VIDEO_STORE: 's3://videos', S3_ENDPOINT: store.url, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
    server = await startTestServer('sqlite', { environment: kind === 's3' ? s3 : {} });
  });
  afterAll(async () => {
    await server.stop();
    await store.stop();
  });

  async function begin(client: TestClient, headers: Record<string, string> = {}): Promise<Response> {
    const { runId } = await createRun(server, client);
    const metadata = metadataOf({ runId, videoId: randomUUID() });
    return request(server, client, runPaths.videos, {
      method: 'POST',
      headers: { ...TUS, 'upload-length': String(SIZE), 'upload-metadata': metadata, ...headers },
    });
  }
  const idIn = (begun: Response) => begun.headers.get('location')!.split('/').at(-1)!;
  const pathOf = (end: string) => runPaths.video.replace(':uploadId', end);

  async function offsetOf(client: TestClient, uploadId: string): Promise<string | null> {
    const head = await request(server, client, pathOf(uploadId), { method: 'HEAD', headers: TUS });
    return head.headers.get('upload-offset');
  }

  /** Sends without `fetch`, which would normalise the address. */
  async function send(client: TestClient, method: string, path: string, headers: object = {}, body?: Buffer) {
    const { hostname, port } = new URL(server.url);
    const sent = openRequest({ hostname, port, path, method, headers: { cookie: client.cookie, ...TUS, ...headers } });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer;
  }

  test('[U21] no address writes into, measures or removes another account’s upload', async () => {
    const me = (await arriveConfirmed(server)).client;
    const victim = (await arriveConfirmed(server)).client;
    const theirs = idIn(await begin(victim));
    const written = randomBytes(100);
    const patch = { ...OFFSET_TYPE, 'upload-offset': '0', 'content-length': written.length };
    const first = await send(victim, 'PATCH', pathOf(theirs), patch, written);
    expect(first.headers['upload-offset']).toBe('100');

    const tellsTheirs: string[] = [];
    for (const at of addresses('', '').keys()) {
      const end = addresses(idIn(await begin(me)), theirs)[at]!;
      const head = await send(me, 'HEAD', pathOf(end));
      if (head.headers['upload-offset'] === '100') tellsTheirs.push(`HEAD ${end}`);
      for (const method of ['PATCH', 'POST', 'PUT']) {
        for (const headers of [{}, { 'x-http-method-override': 'PATCH' }, { 'x-http-method-override': 'DELETE' }]) {
          await send(me, method, pathOf(end), { ...patch, 'upload-offset': '100', ...headers }, written);
        }
      }
      await send(me, 'DELETE', pathOf(end));
    }
    expect(tellsTheirs).toEqual([]);
    expect(await offsetOf(victim, theirs)).toBe('100');
  });

  test('[U21] the authorised upload takes the bytes, whatever follows its id in the address', async () => {
    const me = (await arriveConfirmed(server)).client;
    const mine = idIn(await begin(me));
    const patch = { ...OFFSET_TYPE, 'upload-offset': '0', 'content-length': 100 };
    const answer = await send(me, 'PATCH', `${pathOf(mine)}?/${randomUUID()}`, patch, randomBytes(100));
    expect([answer.statusCode, await offsetOf(me, mine)]).toEqual([204, '100']);
  });

  test('[U21] an upload has one size, is made of nothing else, and takes no more than it was begun with', async () => {
    const me = (await arriveConfirmed(server)).client;
    const theirs = idIn(await begin((await arriveConfirmed(server)).client));
    const refused = [
      await begin(me, { 'upload-concat': `final;${pathOf(theirs)} ${pathOf(theirs)}` }),
      await begin(me, { 'upload-concat': 'partial' }),
      await begin(me, { 'upload-defer-length': '1' }),
      await begin(me, { 'upload-length': `${SIZE}, 99999999` }),
    ];
    expect(refused.map(({ status }) => status >= 400)).toEqual([true, true, true, true]);
    const mine = idIn(
      await begin(me, {
        'upload-metadata': `${metadataOf({ runId: (await createRun(server, me)).runId, videoId: randomUUID() })},id ${btoa(theirs)},uploadId ${btoa(theirs)}`,
      }),
    );
    expect(mine).not.toBe(theirs);
    const much = randomBytes(SIZE + 1);
    const chunked = { ...OFFSET_TYPE, 'upload-offset': '0' };
    await send(me, 'PATCH', pathOf(mine), { ...chunked, 'content-length': much.length }, much);
    await send(me, 'PATCH', pathOf(mine), { ...chunked, 'transfer-encoding': 'chunked' }, much);
    await send(
      me,
      'PATCH',
      pathOf(mine),
      { ...chunked, 'upload-length': '99999999', 'content-length': 1 },
      Buffer.of(1),
    );
    expect(Number(await offsetOf(me, mine))).toBeLessThanOrEqual(SIZE);
  });
});
