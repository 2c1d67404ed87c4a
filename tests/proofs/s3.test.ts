import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandAnswers } from '../../src/protocol/commands.ts';
import { api } from '../../src/protocol/routes.ts';
import { restoreMoment } from '../../src/server/admin/restore-moment.ts';
import { verify } from '../../src/server/admin/verify-commands.ts';
import { parseConfig } from '../../src/server/config.ts';
import { addRacers, batchOf, createEvent, createRacer, tap } from '../support/commands.ts';
import { arriveConfirmed } from '../support/people.ts';
import { startTestServer, type TestServer } from '../support/running-server.ts';
import { BUCKET, type S3Store, startS3Store } from '../support/s3-store.ts';
import { type S3Trouble, startTroubledWay, type TroubledWay } from '../support/s3-trouble.ts';

const PATIENCE_MS = 300_000;
const TAPS = 60;
const PAUSE_MS = 200;
const TROUBLES: S3Trouble[] = ['none', 'refused', 'unanswered', 'none', 'failed', 'slow', 'cut'];

let folder: string;
let store: S3Store;
let way: TroubledWay;
let server: TestServer;
const env = () => ({ ...store.env, BACKUP_TO: `s3://${BUCKET}/copy` });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushoff-s3-'));
  store = await startS3Store(join(folder, 'store'));
  way = await startTroubledWay(store.port);
  server = await startTestServer('sqlite', { environment: { ...env(), S3_ENDPOINT: way.url } });
}, PATIENCE_MS);
afterAll(async () => {
  await way?.stop();
  await store?.stop();
  await rm(folder, { recursive: true, force: true });
});

test(
  '[BM1] [BM3] through a store that is slow, refuses, fails and breaks off the copy is whole, and every tap is taken',
  async () => {
    const { client } = await arriveConfirmed(server);
    const [eventId, racerId] = [randomUUID(), randomUUID()];
    const begin = [createEvent(eventId), createRacer(racerId), addRacers(eventId, racerId)];
    await client.post<CommandAnswers>(api.commands, batchOf(...begin));
    way.have(...TROUBLES);
    for (let count = 0; count < TAPS; count += 1) {
      const { body } = await client.post<CommandAnswers>(api.commands, batchOf(tap(eventId, 'finish', racerId)));
      expect(body.answers[0]).toMatchObject({ status: 'accepted' });
      await sleep(PAUSE_MS);
    }
    await expect.poll(() => TROUBLES.filter((trouble) => !way.count.has(trouble))).toEqual([]);
    way.have('none');
    const changes = await server.db.selectFrom('changes').select('seq').execute();
    await server.stop();
    const there = parseConfig({ ...env(), DATA_DIR: join(folder, 'there') });
    const restored = await restoreMoment(there, 'latest');
    expect(restored.text).toContain(` ${changes.length} changes`);
    expect(await verify(there)).toMatchObject({ ok: true });
  },
  PATIENCE_MS,
);
