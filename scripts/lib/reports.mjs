/**
 * A flaky or skipped test has not passed.
 * @typedef {{ passed: number; failed: number; skipped: number }} Counts
 */

/**
 * @param {{ testResults: { status: string; assertionResults: { status: string }[] }[] }} report Vitest's JSON
 * @returns {Counts}
 */
export function countVitest(report) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of report.testResults) {
    const before = counts.failed;
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
    // A file that could not be loaded, or whose set-up broke, fails without a test that did.
    if (status === 'failed' && counts.failed === before) counts.failed += 1;
  }
  return counts;
}

/**
 * @param {{ stats: { expected: number; unexpected: number; flaky: number; skipped: number }; errors: unknown[] }} report Playwright's JSON
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}
