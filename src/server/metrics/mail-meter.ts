import type { Registry } from './registry.ts';
import type { SlowLog } from './slow-log.ts';

const OUTCOMES = ['sent', 'postponed', 'given up'] as const;

export interface MailMeter {
  attempted(outcome: (typeof OUTCOMES)[number], ms: number): void;
}

export function createMailMeter(registry: Registry, slow: SlowLog): MailMeter {
  const outcomes = registry.counters('pushoff_mails_total', 'Attempts to deliver a mail.', 'outcome', OUTCOMES);
  const duration = registry.histogram('pushoff_mail_seconds', 'One attempt to deliver a mail.', {
    bounds: [10, 50, 100, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000],
    unit: 1000,
  });
  return {
    attempted(outcome, ms) {
      outcomes[outcome].add();
      duration.observe(ms);
      slow.note('mail', ms, { outcome });
    },
  };
}
