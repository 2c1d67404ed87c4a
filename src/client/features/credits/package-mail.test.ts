import { expect, test } from 'vitest';
import { credits } from '../../../domain/units.ts';
import { packageMailLink } from './package-mail.ts';

test('the mail names the package in its subject and the account in its text', () => {
  const link = new URL(
    packageMailLink({
      supportEmail: 'support@example.org',
      accountEmail: 'a+b&c@example.org',
      creditPackage: { amount: credits(150), priceUsd: 9 },
    }),
  );
  expect(link.pathname).toBe('support@example.org');
  expect(link.searchParams.get('subject')).toBe('150 credits for $9');
  expect(link.searchParams.get('body')).toContain('a+b&c@example.org');
});
