import { expect, test } from 'vitest';
import { readComparison } from './bench-comparison.mjs';

const results = `# Results of \`npm run bench\`

## Which aims hold

- DOES NOT HOLD: SQLite, 1 event: durable taps/s, ratio at least 0.15 (0.09)
- DOES NOT HOLD: viewer's page, limit: beta-0.23: ms until it is live, ratio at most 1.10 (1.20)
- holds: viewer's page, limit: beta-0.23: KB in all until it is live, ratio at most 1.05 (1.01)

| viewer's page, limit: beta-0.23: ms until it is live | 1200 |
`;

test('a figure that is worse than in the release before is named', () => {
  expect(readComparison(results, 'beta-0.23')).toEqual({
    compared: 2,
    worse: ["DOES NOT HOLD: viewer's page, limit: beta-0.23: ms until it is live, ratio at most 1.10 (1.20)"],
  });
});

test('results that compare with another release say nothing of this one', () => {
  expect(readComparison(results, 'beta-0.2')).toEqual({ compared: 0, worse: [] });
});
