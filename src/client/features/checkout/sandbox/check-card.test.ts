import { describe, expect, test } from 'vitest';
import { TEST_CARDS } from '../../../../protocol/payments.ts';
import { formatNumber } from './card-text.ts';
import { checkCard } from './check-card.ts';

const today = new Date(2026, 0, 15);
const whole = { number: '4242 4242 4242 4242', expiry: '12/30', cvc: '123' };

describe('before a card is sent', () => {
  test.each(TEST_CARDS)('$number can be', ({ number }) =>
    expect(checkCard({ ...whole, number: formatNumber(number) }, today)).toEqual({}),
  );

  test('a number that is not for tests cannot, whichever bank issued it', () => {
    expect(checkCard({ ...whole, number: '4111 1111 1111 1111' }, today)).toEqual({
      number: 'This is a test checkout. It takes only the test card numbers.',
    });
  });

  test('everything that is missing is named at its place', () => {
    expect(Object.keys(checkCard({ number: '', expiry: '', cvc: '' }, today))).toEqual(['number', 'expiry', 'cvc']);
    expect(checkCard({ ...whole, expiry: '12/25' }, today)).toEqual({
      expiry: 'The expiry date must be in the future.',
    });
    expect(checkCard({ ...whole, cvc: '12' }, today)).toEqual({ cvc: 'Enter 3 or 4 digits.' });
  });
});
