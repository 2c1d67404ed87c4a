import { expect, test } from 'vitest';
import { createRoom } from './room.ts';

test('[U23] requests hold so much together, and so much of it for one', () => {
  const room = createRoom(10, 6);
  const first = room.take('one', 6);
  expect(first).toBeDefined();
  expect(room.take('one', 1)).toBeUndefined();
  const other = room.take('other', 4);
  expect(other).toBeDefined();
  expect(room.take('third', 1)).toBeUndefined();
  other!();
  expect(room.take('third', 4)).toBeDefined();
  first!();
  expect(room.take('one', 6)).toBeDefined();
});
