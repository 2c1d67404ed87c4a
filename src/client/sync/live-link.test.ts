import { expect, test } from 'vitest';
import { refuse } from '../../domain/result.ts';
import { createRandom } from '../../../tests/support/sync-device.ts';
import { createLiveLink } from './live-link.ts';
import type { SocketHandlers } from './ports.ts';

/** The delays after which many viewers try again, once their node has gone and so many tries have failed. */
function delaysAfter(failures: number, viewers: number): number[] {
  const random = createRandom(1);
  return Array.from({ length: viewers }, () => {
    const planned: { ms: number; run: () => void; isOff: boolean }[] = [];
    let socket: SocketHandlers | undefined;
    const link = createLiveLink({
      ports: {
        random,
        timers: {
          after(ms, run) {
            const timer = { ms, run, isOff: false };
            planned.push(timer);
            return () => (timer.isOff = true);
          },
        },
        transport: {
          openSocket(handlers) {
            socket = handlers;
            return { send: () => undefined, close: () => undefined };
          },
          exchangeClock: async () => refuse({ code: 'unavailable' }),
        },
      },
      onOpen: () => undefined,
      onMessage: () => undefined,
      onConnection: () => undefined,
      poll: async () => false,
    });
    link.start();
    socket!.onOpen();
    socket!.onMessage({ type: 'alive' });
    let delay = 0;
    for (let failure = 0; failure < failures; failure += 1) {
      const before = planned.length;
      socket!.onClose();
      const retry = planned.slice(before).findLast(({ isOff }) => !isOff)!;
      delay = retry.ms;
      retry.run();
    }
    link.stop();
    return delay;
  });
}

test('a thousand viewers of a node that has gone come back spread evenly, over a window that grows', () => {
  const windows = [1, 2, 3].map((failures) => {
    const delays = delaysAfter(failures, 1000);
    const window = Math.max(...delays);
    const quarters = [0, 0, 0, 0];
    for (const delay of delays) quarters[Math.min(3, Math.floor((4 * delay) / window))]! += 1;
    for (const share of quarters) {
      expect(share).toBeGreaterThan(200);
      expect(share).toBeLessThan(300);
    }
    return window;
  });
  expect(windows[1]! / windows[0]!).toBeGreaterThan(1.5);
  expect(windows[2]! / windows[1]!).toBeGreaterThan(1.5);
});
