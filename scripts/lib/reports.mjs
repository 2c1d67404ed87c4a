import { stripVTControlCharacters } from 'node:util';

/**
 * A flaky or skipped test has not passed. `failures` says which failed and why, a line each, for the end of a long run.
 * @typedef {{ passed: number; failed: number; skipped: number; failures: string[] }} Counts
 */

/** @param {string | undefined} message */
const firstLine = (message) => stripVTControlCharacters(message ?? '').split('\n', 1)[0] ?? '';

/**
 * @typedef {{ status: string; fullName?: string; failureMessages?: string[] }} VitestTest
 * @param {{ testResults: { status: string; name?: string; message?: string; assertionResults: VitestTest[] }[] }} report Vitest's JSON
 * @returns {Counts}
 */
export function countVitest(report) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { status, name, message, assertionResults } of report.testResults) {
    const before = counts.failed;
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') {
        counts.failed += 1;
        counts.failures.push(`${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
      } else counts.skipped += 1;
    }
    // A file that could not be loaded, or whose set-up broke, fails without a failed test.
    if (status === 'failed' && counts.failed === before) {
      counts.failed += 1;
      counts.failures.push(`${name}: ${firstLine(message)}`);
    }
  }
  return counts;
}

/** @param {{ testResults: { status: string; name: string }[] }} report Vitest's JSON */
export const failedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/**
 * @typedef {{ title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }} Spec
 * @typedef {{ specs?: Spec[]; suites?: Suite[] }} Suite
 * @param {{ stats: { expected: number; unexpected: number; flaky: number; skipped: number }; errors: { message?: string }[]; suites?: Suite[] }} report Playwright's JSON
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors, suites = [] }) {
  const failures = [...suites.flatMap(failuresIn), ...errors.map(({ message }) => firstLine(message))];
  const failed = stats.unexpected + stats.flaky + errors.length;
  return { passed: stats.expected, failed, skipped: stats.skipped, failures };
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failuresIn({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ ok, tests }) => !ok || tests.some(({ results }) => results.some(({ error }) => error !== undefined)))
    .map(({ title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
      return `${title}: ${firstLine(error?.message)}`;
    });
  return [...own, ...suites.flatMap(failuresIn)];
}
