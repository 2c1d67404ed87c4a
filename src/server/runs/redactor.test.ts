import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pack, unpack } from '../../domain/telemetry/pack.ts';
import { createRedactor } from './redactor.ts';

const packed = Buffer.from(
  pack({ time: new Float64Array([0, 1]), channels: { lat: new Float64Array([1, 2]), lon: new Float64Array([3, 4]) } }),
);
const hidesPositions = { hidesPositions: true, zones: [] };

describe('what others get of samples', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushoff-redactor-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('nothing is taken out where nothing is hidden', async () => {
    const sent = await createRedactor(undefined)(packed, { hidesPositions: false, zones: [] });
    expect(Buffer.compare(sent, packed)).toBe(0);
  });

  test('without a thread it is done all the same', async () => {
    for (const redact of [createRedactor(undefined), createRedactor(join(folder, 'missing.mjs'))]) {
      const samples = unpack(await redact(packed, hidesPositions));
      expect(samples).toMatchObject({ ok: true, value: { channels: {} } });
    }
  });

  test('threads do it one after the other, and one that fails takes no other with it', async () => {
    const file = join(folder, 'thread.mjs');
    await writeFile(
      file,
      `import { parentPort, workerData } from 'node:worker_threads';
       if (workerData.bytes[0] === 0) throw new Error('damaged');
       parentPort.postMessage(new Uint8Array([workerData.bytes[0], Number(workerData.redaction.hidesPositions)]));`,
    );
    const redact = createRedactor(file);
    const tried = await Promise.allSettled(
      [1, 0, 2, 0, 3].map((first) => redact(Buffer.from([first]), hidesPositions)),
    );
    expect(tried.map((one) => (one.status === 'fulfilled' ? [...one.value] : one.status))).toEqual([
      [1, 1],
      'rejected',
      [2, 1],
      'rejected',
      [3, 1],
    ]);
  });
});
