import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { createSlowLog, SLOW } from './slow-log.ts';

test('[O4] a bad day writes one line of each kind in ten seconds, and the next says how many it stands for', () => {
  const lines: Record<string, unknown>[] = [];
  let now = 0;
  const log = createLog('info', (line) => lines.push(JSON.parse(line) as Record<string, unknown>));
  const slow = createSlowLog(log, SLOW, () => now);
  slow.note('commit', 500);
  expect(lines, 'what takes as long as it may is not slow').toEqual([]);
  for (; now < 9_000; now += 100) slow.note('commit', 700, { commands: 3 });
  slow.note('request', 1001.4);
  now = 10_000;
  slow.note('commit', 900);
  now = 60_000;
  slow.note('commit', 600);
  expect(lines.map(({ what, ms, commands, unsaid }) => [what, ms, commands, unsaid])).toEqual([
    ['commit', 700, 3, undefined],
    ['request', 1001, undefined, undefined],
    ['commit', 900, undefined, 89],
    ['commit', 600, undefined, undefined],
  ]);
});
