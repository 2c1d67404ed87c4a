import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pack, unpack } from '../../domain/pack.ts';
import { createRedactor } from './redactor.ts';

const packed = () =>
  pack({ time: new Float64Array([0, 1]), channels: { lat: new Float64Array([1, 2]), lon: new Float64Array([3, 4]) } });
const hidesPositions = { hidesPositions: true, zones: [] };
const stays = new AbortController().signal;

describe('what others get of samples', () => {
  let folder = '';
  const file = () => join(folder, 'copy');
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushoff-redactor-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('without a thread it is done all the same', async () => {
    for (const redact of [createRedactor(undefined), createRedactor(join(folder, 'missing.mjs'))]) {
      const size = await redact(packed(), hidesPositions, file(), stays);
      const written = await readFile(file());
      expect(written.length).toBe(size);
      expect(unpack(written)).toMatchObject({ ok: true, value: { channels: {} } });
    }
  });

  test('a thread does it, and one that fails or that nobody waits for ends', async () => {
    const thread = join(folder, 'thread.mjs');
    await writeFile(
      thread,
      `import { writeFileSync } from 'node:fs';
       import { parentPort, workerData } from 'node:worker_threads';
       const { bytes, redaction, file } = workerData;
       if (bytes[0] === 0) throw new Error('damaged');
       if (bytes[0] === 9) setInterval(() => {}, 1000);
       else {
         writeFileSync(file, new Uint8Array([bytes[0], Number(redaction.hidesPositions)]));
         parentPort.postMessage(2);
       }`,
    );
    const redact = createRedactor(thread);
    expect(await redact(new Uint8Array([7]), hidesPositions, file(), stays)).toBe(2);
    expect([...(await readFile(file()))]).toEqual([7, 1]);
    await expect(redact(new Uint8Array([0]), hidesPositions, file(), stays)).rejects.toThrow('damaged');
    const gone = new AbortController();
    const hanging = redact(new Uint8Array([9]), hidesPositions, file(), gone.signal);
    gone.abort();
    await expect(hanging).rejects.toThrow();
  });
});
