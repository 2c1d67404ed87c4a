import { viewerEpoch } from '../session/viewer.ts';
import { makeUuidV7 } from '../sync/ids.ts';
import type { RunLibraryPorts } from './create-run-library.ts';
import { openRunStorage } from './idb-run-storage.ts';
import { runCalls } from './run-calls.ts';
import type { RunStorage } from './run-storage.ts';

const NAME = 'pushoff.runs';
/** A tab that the browser has put to sleep may hold the lock; sending twice does no harm, waiting for ever does. */
const PATIENCE_MS = 60_000;

/** Once for each page; the libraries of successive users share it. */
let opening: Promise<RunStorage> | null = null;

export async function createWebRunPorts(userId: string | null): Promise<RunLibraryPorts> {
  const epoch = viewerEpoch();
  opening ??= openRunStorage();
  const storage = await opening;
  // Without it a browser that runs short of space may clear what waits.
  void navigator.storage?.persist?.().catch(() => false);
  return {
    userId,
    storage,
    isCurrent: () => viewerEpoch() === epoch,
    calls: runCalls,
    lock: runAlone,
    random: Math.random,
    now: Date.now,
    makeId: makeRunId,
    setTimer(work, ms) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    tabs: createTabs(),
  };
}

export const makeRunId = (): string => makeUuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(16)));

async function runAlone(task: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  if (locks === undefined) return task();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return task();
  };
  try {
    await locks.request(NAME, { signal: AbortSignal.timeout(PATIENCE_MS) }, begin);
  } catch (error) {
    if (hasBegun) throw error;
    await locks.request(NAME, { steal: true }, begin);
  }
}

function createTabs(): RunLibraryPorts['tabs'] {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  return {
    announce: (userId) => channel?.postMessage(userId),
    listen(hear) {
      const follow = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') hear(data);
      };
      channel?.addEventListener('message', follow);
      return () => {
        channel?.removeEventListener('message', follow);
        channel?.close();
      };
    },
  };
}
