import { expect, test } from 'vitest';
import { runMoney } from '../money/run-money.ts';
import { engines } from '../support/database.ts';

test.each(engines)(
  'every credit is accounted for when many clients spend and buy, and the server is killed under them, on %s',
  async (engine) => {
    const report = await runMoney({ engine, operations: 250, clients: 12, kills: 2 });
    expect(report.surprises).toEqual([]);
    expect(report.audit).toContain('Everything balances.');
    expect(report).toMatchObject({ kills: 2, starts: 3, ledger: { sum: 0 } });
    expect(report.cutOff).toBeGreaterThan(0);
    expect(report.payments.paid).toBeGreaterThan(1);
    expect(report.payments.refunded).toBeGreaterThan(0);
  },
);
