import { expect, test } from 'vitest';
import { createDevice, createRunServer, DETAILS } from '../../../../tests/telemetry/support/run-device.ts';
import type { RunLibrary } from './run-library.ts';

const ANNA = 'anna';
const isWaiting = (library: RunLibrary) => library.runs.getSnapshot()!.some((run) => run.isWaiting);

test('the signal is back: what waits is sent without anybody asking for it', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  const library = await device.openTab(ANNA);
  server.isReachable = false;
  await library.create(DETAILS, new Map());
  server.isReachable = true;
  device.signal('online');
  await expect.poll(() => isWaiting(library)).toBe(false);
  expect(server.runs.size).toBe(1);
});

test('a tab that sleeps with the lock is robbed of it after a minute, and not before', async () => {
  const server = createRunServer();
  const device = createDevice(server);
  const library = await device.openTab(ANNA);
  await library.refresh();
  device.isLockLost = true;
  await library.create(DETAILS, new Map());
  let waits = 0;
  while (isWaiting(library) && waits < 100) {
    waits += device.runTimers();
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  expect(waits).toBe(30);
  expect(server.runs.size).toBe(1);
});
