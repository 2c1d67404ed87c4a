import { expect, test } from 'vitest';
import { createLineLimit } from './limit-lines.ts';

test('lines that fit are left as they are, also where the text comes in pieces', () => {
  const limit = createLineLimit(10);
  expect(limit.take('a,b\r\nc,') + limit.take('d\n12345') + limit.take('67890\nx')).toBe('a,b\r\nc,d\n1234567890\nx');
  expect(limit.cut()).toBe(0);
});

test('a line that never ends is cut once, and the line after it is read', () => {
  const limit = createLineLimit(10);
  const read = limit.take('time,lat\n0123456789') + limit.take('0'.repeat(50)) + limit.take('0\n1,2\n');
  expect(read).toBe('time,lat\n0123456789\n1,2\n');
  expect(limit.cut()).toBe(1);
});
