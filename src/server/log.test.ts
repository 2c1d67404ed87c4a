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

test('no field replaces the time, the level or the text of a line', () => {
  const lines: string[] = [];
  const fields = { message: 'mine', level: 'mine', time: 'mine', id: 'm1' };
  // @ts-expect-error A field with the name of one of the line's own.
  const log = createLog('info', (line) => lines.push(line)).with(fields);
  // @ts-expect-error The same, in a call.
  log.warn('A message was refused', fields);
  // @ts-expect-error The same, with one field.
  log.info('A message was refused', { message: 'm1' });
  for (const line of lines) {
    const entry = JSON.parse(line) as Record<string, string>;
    expect(Object.keys(entry).slice(0, 3)).toEqual(['time', 'level', 'message']);
    expect(entry).toMatchObject({ message: 'A message was refused', id: 'm1' });
    expect([entry['level'], entry['time']]).not.toContain('mine');
  }
  expect(lines).toHaveLength(2);
});

const linesOf = (log: (to: ReturnType<typeof createLog>) => void): string[] => {
  const lines: string[] = [];
  log(createLog('info', (line) => lines.push(line)));
  return lines;
};

test('a word with an @ in it is an address, and what only begins with one is a package', () => {
  const text = 'to ann@example.org, smtp://user:pass@host:25 (x@y) at node_modules/@hono/node-server';
  expect(JSON.parse(linesOf((log) => log.info(text))[0]!).message).toBe(
    'to (address), smtp://user:(address):25 ((address)) at node_modules/@hono/node-server',
  );
});

test('a text that is too long is cut, and the word that the cut goes through is left out', () => {
  const [line] = linesOf((log) => log.info('x', { long: `${'word '.repeat(799)}pass${'w'.repeat(50)}@host` }));
  expect(line).toContain('word …');
  expect(line).not.toContain('pass');
});

function costOf(text: string): number {
  const before = process.cpuUsage();
  for (let round = 0; round < 20; round += 1) linesOf((log) => log.info('request', { path: text }));
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test.each(['a', 'a@', '@', 'a.b-c', ' a', 'a@a '])('%j over and over costs about as much as plain text', (part) => {
  const plain = 'a plain line of the log, as long. '.repeat(200);
  costOf(plain);
  expect(costOf(part.repeat(6_000 / part.length))).toBeLessThan(20 * costOf(plain));
});
