import { expect, test, vi } from 'vitest';
import { announceConnectivity, createConnectivity } from './connectivity.ts';

function phone(startsOnline: boolean) {
  let online = startsOnline;
  const network = new EventTarget();
  const connectivity = createConnectivity({ network, isOnline: () => online });
  const messages = { wentOffline: vi.fn(), cameBack: vi.fn() };
  const stop = announceConnectivity(connectivity, messages);
  return {
    connectivity,
    messages,
    stop,
    turn: (next: boolean) => {
      online = next;
      network.dispatchEvent(new Event(next ? 'online' : 'offline'));
    },
  };
}

test('opening with a connection says nothing', () => {
  const { messages } = phone(true);
  expect(messages.cameBack).not.toHaveBeenCalled();
  expect(messages.wentOffline).not.toHaveBeenCalled();
});

test('opening without a connection says so at once', () => {
  const { messages } = phone(false);
  expect(messages.wentOffline).toHaveBeenCalledOnce();
});

test('each change is told once, however often the browser repeats itself', () => {
  const { messages, turn } = phone(true);
  turn(false);
  turn(false);
  expect(messages.wentOffline).toHaveBeenCalledOnce();
  turn(true);
  turn(true);
  expect(messages.cameBack).toHaveBeenCalledOnce();
});

test('nobody is told after leaving', () => {
  const { messages, turn, stop } = phone(true);
  stop();
  turn(false);
  expect(messages.wentOffline).not.toHaveBeenCalled();
});

test('a subscriber reads the state of the moment', () => {
  const { connectivity, turn } = phone(true);
  const seen: boolean[] = [];
  const leave = connectivity.subscribe(() => seen.push(connectivity.isOnline()));
  turn(false);
  turn(true);
  leave();
  turn(false);
  expect(seen).toEqual([false, true]);
});
