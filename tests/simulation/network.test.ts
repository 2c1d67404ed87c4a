import { expect, test } from 'vitest';
import type { ServerMessage } from '../../src/protocol/live.ts';
import { Link } from './network.ts';
import { createRandom } from './random.ts';
import { createScheduler } from './scheduler.ts';
import type { ServerNode } from './server-node.ts';
import type { Far, ServerSocket } from './server-socket.ts';

const nothing = (): void => {};

/** The numbers that a page hears when they are sent behind a slow message. */
async function hearBehindSlowOne(seed: number, count: number): Promise<number[]> {
  const scheduler = createScheduler();
  const random = createRandom(seed);
  let far: Far | undefined;
  const node = {
    isUp: true,
    onDown: () => nothing,
    openSocket: async (_token: string | null, end: Far) => {
      far = end;
      return { ended: nothing } as unknown as ServerSocket;
    },
  } as unknown as ServerNode;
  const faults = { drop: 0, double: 0, slow: 0, answerOtherwise: 0, closeSocket: 0 };
  const heard: number[] = [];
  const onMessage = (message: ServerMessage): void => void (message.type === 'credits' && heard.push(message.credits));
  const link = new Link({ scheduler, random, nodes: [node], faults }, 'phone');
  link.openSocket(null, { onOpen: nothing, onMessage, onClose: nothing }, nothing);
  await scheduler.runUntil(random.between(200.1, 300));
  for (let number = 0; number < count; number += 1) {
    faults.slow = number === 0 ? 1 : 0;
    far!.deliver({ kind: 'message', message: { type: 'credits', credits: number } });
    await scheduler.runUntil(scheduler.now + random.between(0.1, 4000));
  }
  await scheduler.runUntil(200_000);
  return heard;
}

/** Seed 14820 failed here: the time of arrival of an older balance was rounded up, and the newer one overtook it. */
test('messages on a socket arrive in the order in which they were sent, also behind a slow one', async () => {
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  for (let seed = 1; seed <= 30; seed += 1) expect(await hearBehindSlowOne(seed, numbers.length)).toEqual(numbers);
});
