import { expect, test } from 'vitest';
import { runMoney } from '../money/run-money.ts';

/** `tests/proofs/money.test.ts` and `npm run money` run more operations, on both engines. */
test('every credit is accounted for when clients spend and buy, and the server is killed under them', async () => {
  const report = await runMoney({ engine: 'sqlite', operations: 80, clients: 6, kills: 1 });
  expect(report.surprises).toEqual([]);
  expect(report.audit).toContain('Everything balances.');
  expect(report).toMatchObject({ kills: 1, starts: 2, ledger: { sum: 0 } });
});
