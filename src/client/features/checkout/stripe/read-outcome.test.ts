import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { describe, expect, test } from 'vitest';
import { readOutcome } from './read-outcome.ts';

const intent = (status: PaymentIntent['status']) => ({ status }) as PaymentIntent;
const failure = (error: Partial<StripeError>) => readOutcome({ error: error as StripeError });

describe('what Stripe says of a card', () => {
  test.each(['succeeded', 'processing'] as const)('%s is taken as it is', (status) =>
    expect(readOutcome({ paymentIntent: intent(status) })).toEqual({ status }),
  );

  test('a decline is told in the words of the bank', () => {
    expect(failure({ type: 'card_error', message: 'Your card has insufficient funds.' })).toEqual({
      status: 'failed',
      message: 'Your card has insufficient funds.',
    });
  });

  test('a bank that asked and was not answered has declined', () => {
    const error = { code: 'payment_intent_authentication_failure', message: 'We are unable to authenticate.' };
    expect(failure({ type: 'invalid_request_error', ...error })).toMatchObject({ status: 'failed' });
  });

  test.each(['api_connection_error', 'api_error'] as const)('after %s nobody knows whether it went through', (type) =>
    expect(failure({ type, message: 'Something broke.' })).toEqual({ status: 'unknown' }),
  );

  test('a payment that went through the first time is not failed by the second', () => {
    const second = { code: 'payment_intent_unexpected_state', payment_intent: intent('succeeded') };
    expect(failure({ type: 'invalid_request_error', ...second })).toEqual({ status: 'succeeded' });
  });

  test('what never came to a bank is no failed card', () => {
    expect(failure({ type: 'rate_limit_error', message: 'Too many requests.' })).toEqual({
      status: 'refused',
      message: 'Too many requests.',
    });
  });
});
