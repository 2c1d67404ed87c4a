import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './reports.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});

describe('counting the tests that ran', () => {
  it('adds up the files of a Vitest report', () => {
    const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed')] };
    expect(countVitest(report)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  it('takes neither a skipped test nor one still to be written for passed', () => {
    const report = { testResults: [file('passed', 'passed', 'pending', 'skipped', 'todo')] };
    expect(countVitest(report)).toEqual({ passed: 1, failed: 0, skipped: 3 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    expect(countVitest({ testResults: [file('failed')] })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('takes a flaky Playwright test, and an error outside all tests, for failures', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3, skipped: 2 });
  });
});
