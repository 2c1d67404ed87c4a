import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distanceBetween } from '../../../src/telemetry/domain/geo.ts';
import { unpack } from '../../../src/telemetry/domain/pack.ts';
import type { Samples } from '../../../src/telemetry/domain/recording.ts';
import { MAX_SAMPLES_BYTES } from '../../../src/telemetry/protocol/runs.ts';
import { enginesOf } from '../../support/database.ts';
import { arrive } from '../../support/people.ts';
import { startTestServer, type TestServer } from '../../support/running-server.ts';
import { createRun, HOME, packedSamples, runsOf, samplesOf, sourceOf } from '../../support/runs.ts';

const COUNT = 100;
const bytesIn = async (response: Response) => new Uint8Array(await response.arrayBuffer());

async function samplesIn(response: Response): Promise<Samples> {
  const unpacked = unpack(await bytesIn(response));
  if (!unpacked.ok) throw new Error(`These are no samples: ${unpacked.error}`);
  return unpacked.value;
}

describe.each(enginesOf('postgres'))('samples on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(engine);
  });
  afterAll(() => server.stop());

  /** An owner with a run that every visitor with the link may see. */
  async function publish(given: Parameters<typeof createRun>[2] = {}) {
    const { client } = await arrive(server);
    const runs = runsOf(server, client);
    const made = await createRun(server, client, given, packedSamples(COUNT));
    const key = (await runs.setLink(made.runId, true)).run?.sharing?.linkKey ?? '';
    return { ...made, runs, key, visitor: runsOf(server, { cookie: '' }) };
  }
  const around = (radius: number) => [{ name: 'Home', at: HOME, radius }];

  test('[U9] samples come back as they were sent, however many parts they are stored in', async () => {
    const { client } = await arrive(server);
    const runs = runsOf(server, client);
    const bytes = packedSamples(150_000);
    const { runId, sourceId } = await createRun(server, client, {}, bytes);
    expect((await runs.putSamples(runId, sourceId, bytes)).status).toBe(200);
    const stored = await bytesIn(await runs.readSamples(runId, sourceId));
    expect(Buffer.compare(stored, bytes)).toBe(0);
    const bodies = await server.db.selectFrom('sampleParts').select('bodyId').distinct().execute();
    expect(bodies.length).toBe(1);
    const other = packedSamples(20);
    await runs.putSamples(runId, sourceId, other);
    expect(Buffer.compare(await bytesIn(await runs.readSamples(runId, sourceId)), other)).toBe(0);
    expect((await server.db.selectFrom('sampleParts').select('bodyId').execute()).length).toBe(1);
  });

  test('[U9] samples out of bounds are refused, and the stored ones stay', async () => {
    const { client } = await arrive(server);
    const runs = runsOf(server, client);
    const good = packedSamples(COUNT);
    const { runId, sourceId } = await createRun(server, client, {}, good);
    const outside = packedSamples(COUNT);
    // The last value of the last column: a heart that beats ten million times a minute.
    new DataView(outside.buffer).setInt32(outside.length - 4, 1e9, true);
    const bad = [new Uint8Array(), new TextEncoder().encode('<gpx/>'), good.slice(0, -4), outside];
    for (const bytes of bad) {
      const refused = await runs.putSamples(runId, sourceId, bytes);
      expect(await refused.json()).toMatchObject({ error: { code: 'samples-invalid' } });
    }
    const asJson = await runs.putSamples(runId, sourceId, good, { 'content-type': 'application/json' });
    expect(asJson.status).toBe(400);
    expect((await runs.putSamples(runId, randomUUID(), good)).status).toBe(404);
    expect((await runs.putSamples(randomUUID(), sourceId, good)).status).toBe(404);
    const huge = await runs.putSamples(runId, sourceId, new Uint8Array(MAX_SAMPLES_BYTES + 1));
    expect(huge.status).toBe(413);
    expect(Buffer.compare(await bytesIn(await runs.readSamples(runId, sourceId)), good)).toBe(0);
  });

  test('[U10] others get no position of a run inside its owner’s zone', async () => {
    const away: [number, number] = [HOME[0] + 0.009, HOME[1]];
    const outline: [number, number][] = [[...HOME], away];
    const gates = {
      start: { at: outline[0]!, heading: 0, halfWidth: 10 },
      finish: { at: away, heading: 0, halfWidth: 10 },
    };
    const { runId, sourceId, details, runs, key, visitor } = await publish({ outline, gates });
    const radius = 200;
    await runs.saveZones(around(radius));
    const { lat, lon, heartRate } = (await samplesIn(await visitor.readSamples(runId, sourceId, key))).channels;
    const isNear = (index: number) =>
      distanceBetween(...HOME, samplesOf(COUNT).channels.lat![index]!, HOME[1]) <= radius;
    const near = Array.from({ length: COUNT }, (_, index) => index).filter(isNear);
    expect(near.length).toBeGreaterThan(10);
    for (const index of near) expect([lat![index], lon![index]]).toEqual([NaN, NaN]);
    expect(Number.isFinite(lat![COUNT - 1])).toBe(true);
    expect(heartRate!.every(Number.isFinite)).toBe(true);
    const seen = (await visitor.read(runId, key)).run?.details;
    expect(seen?.outline).toEqual([outline[1]]);
    expect(seen?.gates).toEqual({ start: null, finish: gates.finish });
    expect(seen?.distance, 'the whole less what is seen would say how far the door is').toBeNull();
    // The owner's own samples stay whole, and others get them again when the zone is removed.
    expect((await runs.read(runId)).run?.details).toEqual(details);
    const own = await bytesIn(await runs.readSamples(runId, sourceId));
    expect(Buffer.compare(own, packedSamples(COUNT))).toBe(0);
    await runs.saveZones([]);
    expect((await visitor.read(runId, key)).run?.details.outline).toEqual(outline);
  });

  test('[U11] a run that hides its positions is sent without any', async () => {
    const gate = { at: [...HOME] as [number, number], heading: 0, halfWidth: 10 };
    const { runId, sourceId, runs, key, visitor } = await publish({
      hidesPositions: true,
      outline: [[...HOME]],
      gates: { start: gate, finish: null },
    });
    const { channels } = await samplesIn(await visitor.readSamples(runId, sourceId, key));
    expect(Object.keys(channels)).toEqual(['heartRate']);
    const seen = await visitor.read(runId, key);
    expect(seen.run?.details).toMatchObject({
      outline: [],
      gates: { start: null, finish: null },
      sources: [{ channels: ['heartRate'] }],
    });
    expect(JSON.stringify(seen)).not.toContain(String(HOME[0]));
    const own = await samplesIn(await runs.readSamples(runId, sourceId));
    expect(Object.keys(own.channels)).toEqual(['lat', 'lon', 'heartRate']);
  });

  test('samples that have not arrived yet are said to be missing', async () => {
    const { client } = await arrive(server);
    const { runId, sourceId } = await createRun(server, client, { sources: [sourceOf(COUNT)] });
    const answer = await runsOf(server, client).readSamples(runId, sourceId);
    expect(await answer.json()).toMatchObject({ error: { code: 'samples-not-found' } });
  });

  test('zones belong to one account, and are checked', async () => {
    const { client } = await arrive(server);
    const runs = runsOf(server, client);
    expect((await runs.saveZones([{ name: 'Home', at: [46.95, 7.44], radius: 10 }])).status).toBe(400);
    expect((await runs.saveZones(around(500))).status).toBe(200);
    expect(await (await runs.ask('/api/account/privacy-zones')).json()).toEqual({ zones: around(500) });
    const other = runsOf(server, (await arrive(server)).client);
    expect(await (await other.ask('/api/account/privacy-zones')).json()).toEqual({ zones: [] });
    expect((await runsOf(server, { cookie: '' }).ask('/api/account/privacy-zones')).status).toBe(401);
  });
});
