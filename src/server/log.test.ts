import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('each line is one JSON object with the fields of its log', () => {
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line)).with({ requestId: 'r1' });
  log.debug('not shown');
  log.warn('two\nlines', { error: new Error('oh') });
  expect(lines).toHaveLength(1);
  expect(lines[0]!.trimEnd()).not.toContain('\n');
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 'warn',
    message: 'two\nlines',
    requestId: 'r1',
    error: { message: 'oh' },
  });
});
