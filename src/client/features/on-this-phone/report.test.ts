import { expect, test } from 'vitest';
import { type Device, writeReport } from './report.ts';
import type { Outcome } from './run-check.ts';

const device: Device = { browser: 'Browser 1', model: 'Phone', screen: '390x844x3', cores: 8, memoryGb: 4 };

test('[EYE42] The report has a verdict and the figures of each check that ran, whatever its outcome', () => {
  const outcomes: Record<string, Outcome> = {
    storage: {
      is: 'done',
      finding: { verdict: 'weak', seen: 'Seen.', means: 'Slow.', figures: { isKept: false, writeP95Ms: 120.4 } },
    },
    cameras: { is: 'broken', says: 'Refused.', cause: 'NotAllowedError' },
  };
  expect(JSON.parse(writeReport(device, '2026-11-19', outcomes))).toEqual({
    report: 'on-this-phone',
    day: '2026-11-19',
    device: { browser: 'Browser 1', model: 'Phone', screen: '390x844x3', cores: 8, memoryGb: 4 },
    checks: {
      storage: { verdict: 'weak', isKept: false, writeP95Ms: 120.4 },
      cameras: { verdict: 'broken', cause: 'NotAllowedError' },
    },
  });
});

test('[EYE42] A camera whose name is a book fills no report', () => {
  const long = 'x'.repeat(100_000);
  const finding = { verdict: 'passed', seen: '', means: '', figures: { cameras: long } } as const;
  const report = writeReport({ ...device, browser: long }, '2026-11-19', { cameras: { is: 'done', finding } });
  expect(report.length).toBeLessThan(1_000);
});
