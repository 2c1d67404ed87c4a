import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../src/protocol/routes.ts';
import { runPaths } from '../../../src/telemetry/protocol/runs.ts';
import { UNCONFIRMED_BYTES } from '../../../src/telemetry/server/runs/storage-room.ts';
import { measureStored } from '../../../src/telemetry/server/storage/stored-bytes.ts';
import { addRacers, batchOf, createEvent, createRacer, tap } from '../../support/commands.ts';
import { engines } from '../../support/database.ts';
import { arrive, arriveConfirmed, confirmAddress } from '../../support/people.ts';
import { startTestServer, type TestClient, type TestServer } from '../../support/running-server.ts';
import { createRun, detailsOf, packedSamples, request, runsOf, sourceOf } from '../../support/runs.ts';
import { metadataOf, uploadAll } from '../../support/uploads.ts';

const codeIn = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: { code: string } }).error.code,
];

const begin = (server: TestServer, client: TestClient, runId: string, bytes: number) =>
  request(server, client, runPaths.videos, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': metadataOf({ runId, videoId: randomUUID() }),
    },
  });

describe.each(engines)('room on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  test('[U24] until an address is confirmed an account holds a few runs and no video, and then all of it', async () => {
    const { client, person } = await arrive(server);
    const runs = runsOf(server, client);
    const first = await createRun(server, client, {}, packedSamples(200_000));
    expect(await codeIn(await begin(server, client, first.runId, 100))).toEqual([403, 'email-not-confirmed']);
    const much = packedSamples(200_000);
    expect(2 * much.length).toBeGreaterThan(UNCONFIRMED_BYTES);
    const second = await createRun(server, client);
    const refused = await runs.putSamples(second.runId, second.sourceId, much);
    expect(await codeIn(refused)).toEqual([403, 'email-not-confirmed']);
    // The first runs of an unconfirmed account are stored, and there is room for a short one.
    expect((await runs.readSamples(first.runId, first.sourceId)).status).toBe(200);
    expect((await runs.putSamples(second.runId, second.sourceId, packedSamples(1000))).status).toBe(200);
    const { all, unconfirmed } = await measureStored(server.db);
    expect([unconfirmed, unconfirmed < UNCONFIRMED_BYTES]).toEqual([all, true]);
    const { client: other, person: another } = await arrive(server);
    const { runId, sourceId } = await createRun(server, other);
    expect((await runsOf(server, other).putSamples(runId, sourceId, much)).status, 'others have theirs').toBe(200);
    await confirmAddress(server, another.email);

    await confirmAddress(server, person.email);
    expect((await runs.putSamples(second.runId, second.sourceId, much)).status).toBe(200);
    await uploadAll(server, client, randomBytes(100), { runId: first.runId, videoId: randomUUID() });
    const after = await measureStored(server.db);
    expect(after.unconfirmed).toBe(0);
    expect(after.all).toBeGreaterThan(2 * much.length + 100);
  });
});

describe.each([
  ['everybody together holds as much as they may', { STORAGE_CAP_GB: '0' }],
  ['the disk is nearly full', { FREE_SPACE_FLOOR_MB: '1000000000' }],
])('[U25] when %s', (_, environment) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer('sqlite', { environment });
  });
  afterAll(() => server.stop());

  test('uploads stop with a code, whatever they are, and taps and deletions go on', async () => {
    const { client } = await arriveConfirmed(server);
    const runs = runsOf(server, client);
    const [runId, source] = [randomUUID(), sourceOf(100)];
    const details = detailsOf({ sources: [source] });
    const refused = await runs.put(runId, { details });
    expect([refused.status, refused.error?.code]).toEqual([503, 'storage-full']);
    // A run that was stored while there was room.
    const { userId } = (await client.boot()).viewer as { userId: string };
    const text = JSON.stringify(details);
    await server.db
      .insertInto('runs')
      .values({ id: runId, ownerId: userId, createdAt: 1, version: 1, details: text, bytes: text.length })
      .execute();
    expect(await codeIn(await runs.putSamples(runId, source.id, packedSamples(100)))).toEqual([503, 'storage-full']);
    expect(await codeIn(await begin(server, client, runId, 100))).toEqual([503, 'storage-full']);

    const [eventId, racerId] = [randomUUID(), randomUUID()];
    const race = [createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId)];
    const { body } = await client.post<{ answers: readonly { status: string }[] }>(
      api.commands,
      batchOf(...race, tap(eventId, 'start', racerId)),
    );
    expect(body.answers.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'accepted'));
    expect((await runs.put(runId, { basedOn: 1, details, isDeleted: true })).status).toBe(200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});
