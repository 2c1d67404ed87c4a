import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/simulate.mjs', import.meta.url));

/** The command as a developer runs it; it fails when a check does. */
async function simulate(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { maxBuffer: 1 << 26 });
  return stdout;
}

test('2,000 worlds end without a violation', { timeout: 300_000 }, async () => {
  expect(await simulate('--seeds', '2000')).toMatch(/^2000 seeds, \d{5,} operations, \d{3,} kills, 0 violations/m);
});

test('the same seed runs the same way', { timeout: 60_000 }, async () => {
  const [one, other] = [await simulate('--seed', '7', '--trace'), await simulate('--seed', '7', '--trace')];
  expect(one).toBe(other);
  expect(one.length).toBeGreaterThan(1000);
});

test('every planted mistake is caught', { timeout: 300_000 }, async () => {
  const [, caught, planted] = /^(\d+) of (\d+) planted mistakes caught$/m.exec(await simulate('--planted')) ?? [];
  expect(caught).toBe(planted);
  expect(Number(planted)).toBeGreaterThanOrEqual(20);
});
