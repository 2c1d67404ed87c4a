import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findOutdated, readAudit } from './audit.mjs';

const lockOf = (packages: Record<string, string>) => ({
  packages: Object.fromEntries(Object.entries(packages).map(([path, version]) => [path, { version }])),
});

test('every package with a known weakness is at a version without it', () => {
  const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
  expect(findOutdated(JSON.parse(lock))).toEqual([]);
});

test.each([
  ['8.21.0', []],
  ['8.21.1', []],
  ['9.0.0', []],
  ['8.100.0', []],
  ['8.20.9', ['node_modules/ws']],
  ['7.99.99', ['node_modules/ws']],
  ['8.21.0-beta.1', ['node_modules/ws']],
])('with a floor of 8.21.0, %s is found: %j', (version, found) => {
  const outdated = findOutdated(lockOf({ 'node_modules/ws': version }), { ws: '8.21.0' });
  expect(outdated.map((line) => line.split(' ')[0])).toEqual(found);
});

test('a copy deep in the tree counts, a package of a similar name does not, and a floor without a package is reported', () => {
  const lock = lockOf({
    'node_modules/ws': '8.22.2',
    'node_modules/a/node_modules/ws': '8.0.0',
    'node_modules/a/node_modules/@b/ws': '1.0.0',
    'node_modules/not-ws': '1.0.0',
  });
  expect(findOutdated(lock, { ws: '8.21.0' })).toEqual([expect.stringContaining('node_modules/a/node_modules/ws')]);
  expect(findOutdated(lock, { hono: '4.12.21' })).toEqual([expect.stringContaining('hono is not in the lockfile')]);
});

const report = (high: number) =>
  JSON.stringify({
    vulnerabilities: high > 0 ? { leftpad: { severity: 'high' } } : {},
    metadata: { vulnerabilities: { low: 1, high, critical: 0, total: high + 1 } },
  });

test.each([
  ['a clean report', report(0), true, 'npm audit: 0 high findings of 1'],
  ['a report with a warning before it', `npm warn old config\n${report(0)}`, true, 'npm audit: 0 high findings of 1'],
  ['a high finding', report(1), false, 'npm audit: 1 high findings of 2: leftpad (high)'],
  ['no network', '{"message":"request failed, reason: ENOTFOUND"}', true, 'not checked'],
  [
    'an error of the service',
    '{"error":{"code":"E404","summary":"no such endpoint\\nmore"}}',
    true,
    'no such endpoint)',
  ],
  ['nothing', '', true, 'not checked (its service cannot be reached: gave up after 20 s)'],
])('%s', (_what, output, ok, text) => {
  const audit = readAudit(output, 'gave up after 20 s');
  expect(audit.ok).toBe(ok);
  expect(audit.text).toContain(text);
});
