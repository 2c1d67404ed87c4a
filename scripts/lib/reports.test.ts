import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, failedFiles } from './reports.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  name: 'some.test.ts',
  message: 'It cannot be loaded\n  at line 1',
  assertionResults: tests.map((test, index) => ({
    status: test,
    fullName: `test ${index}`,
    failureMessages: test === 'failed' ? ['expected 1\n  at line 2'] : [],
  })),
});

describe('counting the tests that ran', () => {
  it('adds up the files of a Vitest report, and names the failed tests', () => {
    const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed')] };
    expect(countVitest(report)).toEqual({ passed: 3, failed: 1, skipped: 0, failures: ['test 1: expected 1'] });
  });

  it('counts neither a skipped test nor a todo as passed', () => {
    const report = { testResults: [file('passed', 'passed', 'pending', 'skipped', 'todo')] };
    expect(countVitest(report)).toEqual({ passed: 1, failed: 0, skipped: 3, failures: [] });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const failures = ['some.test.ts: It cannot be loaded'];
    expect(countVitest({ testResults: [file('failed')] })).toEqual({ passed: 0, failed: 1, skipped: 0, failures });
  });

  it('counts a flaky Playwright test, and an error outside all tests, as failures', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    const spec = (title: string, ok: boolean, ...messages: (string | undefined)[]) => ({
      title,
      ok,
      tests: [{ results: messages.map((message) => (message === undefined ? {} : { error: { message } })) }],
    });
    const suites = [
      {
        specs: [spec('a good one', true, undefined)],
        suites: [{ specs: [spec('a bad one', false, 'it broke\nthere')] }],
      },
      { specs: [spec('a flaky one', true, 'at first', undefined)] },
    ];
    expect(countPlaywright({ stats, errors: [{ message: 'outside' }], suites })).toEqual({
      passed: 5,
      failed: 3,
      skipped: 2,
      failures: ['a bad one: it broke', 'a flaky one: at first', 'outside'],
    });
  });
});

it('the files of Vitest’s tests that have failed are named, to be run again', () => {
  const testResults = [
    { status: 'passed', name: 'one.test.ts' },
    { status: 'failed', name: 'two.test.ts' },
  ];
  expect(failedFiles({ testResults })).toEqual(['two.test.ts']);
});
