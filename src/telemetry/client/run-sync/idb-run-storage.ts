import type { DBSchema } from 'idb';
import { webIds } from '../../../client/sync/ids.ts';
import type { SyncPorts } from '../../../client/sync/ports.ts';
import { createReopenedDatabase, withoutEmpty } from '../../../client/sync/reopened-database.ts';
import { createMemoryRunStorage } from './memory-run-storage.ts';
import { NOBODY, type RememberedFile, type RunStorage } from './run-storage.ts';
import { isOnlyHere, type StoredRun } from './stored-run.ts';

interface RunSchema extends DBSchema {
  runs: { key: [userId: string, runId: string]; value: StoredRun };
  samples: { key: [runId: string, sourceId: string]; value: Uint8Array };
  files: { key: string; value: RememberedFile };
  mappings: { key: string; value: object };
}

/** Only with strict durability does a finished transaction mean that the disk has the data. */
const STRICT = { durability: 'strict' } as const;
/** Samples of hours take a while to write. */
const ANSWER_WITHIN_MS = 20_000;

/** The device's own storage, or, where the browser gives none, memory that says so. */
export async function openRunStorage(log: SyncPorts['log'], name = 'pushoff-runs'): Promise<RunStorage> {
  const storage = createIdbRunStorage(name, log);
  try {
    await storage.readMapping('');
    return storage;
  } catch (error) {
    log('This browser keeps nothing: runs last as long as the page', { error });
    return createMemoryRunStorage();
  }
}

function createIdbRunStorage(name: string, log: SyncPorts['log']): RunStorage {
  const { run } = createReopenedDatabase<RunSchema>(name, {
    version: 1,
    upgrade(database) {
      for (const store of ['runs', 'samples', 'files', 'mappings'] as const) database.createObjectStore(store);
    },
    answerWithinMs: ANSWER_WITHIN_MS,
    // Not repeated: a change that succeeded without an answer would be made twice.
    repeatsUnanswered: false,
    log,
  });
  const ofUser = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);
  return {
    isDurable: true,
    listRuns: (userId) => run(async (database) => withoutEmpty(await database.getAll('runs', ofUser(userId)))),
    readRun: (userId, runId) => run((database) => database.get('runs', [userId, runId])),
    updateRun: (userId, runId, update, samples = new Map()) =>
      run(async (database) => {
        const tx = database.transaction(['runs', 'samples'], 'readwrite', STRICT);
        const work = async () => {
          const runs = tx.objectStore('runs');
          const next = update(await runs.get([userId, runId]));
          if (next === undefined) return;
          if (next === null) {
            await runs.delete([userId, runId]);
            await tx.objectStore('samples').delete(ofUser(runId));
            return;
          }
          await runs.put({ ...next, stamp: webIds.make() }, [userId, runId]);
          for (const [sourceId, bytes] of samples) await tx.objectStore('samples').put(bytes, [runId, sourceId]);
        };
        await Promise.all([work(), tx.done]);
      }),
    readSamples: (runId, sourceId) => run((database) => database.get('samples', [runId, sourceId])),
    saveSamples: (runId, sourceId, bytes) =>
      run(async (database) => void (await database.put('samples', bytes, [runId, sourceId]))),
    adopt: (from, to) =>
      run(async (database) => {
        const tx = database.transaction('runs', 'readwrite', STRICT);
        const work = async () => {
          for (const stored of withoutEmpty(await tx.store.getAll(ofUser(from)))) {
            await tx.store.put({ ...stored, userId: to }, [to, stored.id]);
            await tx.store.delete([from, stored.id]);
          }
        };
        await Promise.all([work(), tx.done]);
      }),
    forgetOthers: (userId) =>
      run(async (database) => {
        const tx = database.transaction(['runs', 'samples'], 'readwrite');
        const work = async () => {
          for (const stored of withoutEmpty(await tx.objectStore('runs').getAll())) {
            if (stored.userId === userId || stored.userId === NOBODY || isOnlyHere(stored)) continue;
            await tx.objectStore('runs').delete([stored.userId, stored.id]);
            await tx.objectStore('samples').delete(ofUser(stored.id));
          }
        };
        await Promise.all([work(), tx.done]);
      }),
    rememberFile: (key, file) => run(async (database) => void (await database.put('files', file, key))),
    recallFile: (key) => run((database) => database.get('files', key)),
    saveMapping: (signature, mapping) =>
      run(async (database) => void (await database.put('mappings', mapping, signature))),
    readMapping: (signature) => run((database) => database.get('mappings', signature)),
  };
}
