import { expect, test } from 'vitest';
import { isSnapshotDue } from './numbering.ts';

/** Counts how many changes are stored again in snapshots, for each change of a log that grows one by one. */
function rewrittenPerChange(length: number): number {
  let rewritten = 0;
  for (let seq = 1; seq <= length; seq += 1) if (isSnapshotDue(seq - 1, seq)) rewritten += seq;
  return rewritten / length;
}

test('a short log is stored whole every 64 changes', () => {
  const due = Array.from({ length: 300 }, (_, index) => index + 1).filter((seq) => isSnapshotDue(seq - 1, seq));
  expect(due).toEqual([64, 128, 192, 256]);
});

test('a long log does not cost more for each change than a shorter one', () => {
  expect(rewrittenPerChange(100_000)).toBeLessThan(4);
  expect(rewrittenPerChange(100_000) / rewrittenPerChange(10_000)).toBeLessThan(1.5);
});

test('at most a third of a log comes after its last snapshot', () => {
  let [last, most] = [0, 0];
  for (let seq = 1; seq <= 50_000; seq += 1) {
    if (isSnapshotDue(seq - 1, seq)) last = seq;
    if (seq > 512) most = Math.max(most, (seq - last) / seq);
  }
  expect(most).toBeLessThanOrEqual(1 / 3);
});

test('a batch that passes over a boundary is followed by a snapshot', () => {
  expect(isSnapshotDue(60, 70)).toBe(true);
  expect(isSnapshotDue(64, 70)).toBe(false);
  expect(isSnapshotDue(4000, 4200)).toBe(true);
});
