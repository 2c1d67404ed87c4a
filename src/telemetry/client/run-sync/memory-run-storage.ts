import { NOBODY, type RememberedFile, type RunStorage } from './run-storage.ts';
import { isOnlyHere, type StoredRun } from './stored-run.ts';

/** Storage for a browser that keeps nothing: all works as usual until the page is closed. */
export function createMemoryRunStorage(): RunStorage {
  const runs = new Map<string, StoredRun>();
  const samples = new Map<string, Uint8Array>();
  const files = new Map<string, RememberedFile>();
  const mappings = new Map<string, object>();
  let stamps = 0;

  const keyOf = (first: string, second: string) => `${first} ${second}`;
  const of = (userId: string) => [...runs.values()].filter((stored) => stored.userId === userId);
  const drop = (stored: StoredRun) => {
    runs.delete(keyOf(stored.userId, stored.id));
    for (const key of samples.keys()) if (key.startsWith(`${stored.id} `)) samples.delete(key);
  };

  return {
    isDurable: false,
    listRuns: async (userId) => of(userId),
    readRun: async (userId, runId) => runs.get(keyOf(userId, runId)),
    async updateRun(userId, runId, update, added = new Map()) {
      const before = runs.get(keyOf(userId, runId));
      const next = update(before);
      if (next === undefined) return;
      if (next === null) return before && drop(before);
      runs.set(keyOf(userId, runId), { ...structuredClone(next), stamp: String((stamps += 1)) });
      for (const [sourceId, bytes] of added) samples.set(keyOf(runId, sourceId), bytes);
    },
    readSamples: async (runId, sourceId) => samples.get(keyOf(runId, sourceId)),
    saveSamples: async (runId, sourceId, bytes) => void samples.set(keyOf(runId, sourceId), bytes),
    async adopt(from, to) {
      for (const stored of of(from)) {
        runs.delete(keyOf(from, stored.id));
        runs.set(keyOf(to, stored.id), { ...stored, userId: to });
      }
    },
    async forgetOthers(userId) {
      for (const stored of runs.values()) {
        if (stored.userId !== userId && stored.userId !== NOBODY && !isOnlyHere(stored)) drop(stored);
      }
    },
    rememberFile: async (key, file) => void files.set(key, file),
    recallFile: async (key) => files.get(key),
    saveMapping: async (signature, mapping) => void mappings.set(signature, mapping),
    readMapping: async (signature) => mappings.get(signature),
  };
}
