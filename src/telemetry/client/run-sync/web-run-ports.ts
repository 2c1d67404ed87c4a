import { viewerEpoch } from '../../../client/session/viewer.ts';
import { webIds } from '../../../client/sync/ids.ts';
import { isKeepingAQuestion, keepStorage } from '../../../client/sync/kept-storage.ts';
import { createWebDevice } from '../../../client/sync/web-device.ts';
import { createWebTabs } from '../../../client/sync/web-tabs.ts';
import type { RunLibraryPorts } from './create-run-library.ts';
import { openRunStorage } from './idb-run-storage.ts';
import { runCalls } from './run-calls.ts';
import { NOBODY } from './run-storage.ts';

/** Made once for each page; the libraries of successive users share them. */
let opening: Promise<Omit<RunLibraryPorts, 'userId' | 'isCurrent'>> | null = null;

async function openPorts(): Promise<Omit<RunLibraryPorts, 'userId' | 'isCurrent'>> {
  const device = createWebDevice();
  const storage = await openRunStorage(device.log);
  // In Firefox that is a question over the page, which 'Check this phone' and the first race of a device ask.
  if (!isKeepingAQuestion()) void keepStorage();
  return { ...device, ...createWebTabs('pushoff.runs'), storage, ids: webIds, calls: runCalls };
}

export async function createWebRunPorts(userId: string | null): Promise<RunLibraryPorts> {
  const epoch = viewerEpoch();
  opening ??= openPorts();
  return { ...(await opening), userId, isCurrent: () => viewerEpoch() === epoch };
}

/** Deletes what this device keeps of the runs of accounts; runs that no server has stay. */
export async function forgetRunsOfAccounts(): Promise<void> {
  opening ??= openPorts();
  await (await opening).storage.forgetOthers(NOBODY);
}
