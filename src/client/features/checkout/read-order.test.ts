import { describe, expect, test } from 'vitest';
import { CREDIT_PACKAGES } from '../../../domain/credits/prices.ts';
import { readOrder } from './read-order.ts';

describe('what an address of the checkout buys', () => {
  test.each(CREDIT_PACKAGES)('$amount for $priceUsd is a package', ({ amount, priceUsd }) =>
    expect(readOrder(new URLSearchParams({ amount: String(amount), price: String(priceUsd) }))?.amount).toBe(amount),
  );

  test.each([
    '',
    'amount=150',
    'price=9',
    'amount=1000&price=9',
    'amount=150&price=0',
    'amount=-150&price=-9',
    'amount=150&price=8.99',
    'amount=150.5&price=9',
    'amount=all&price=free',
    'amount=9007199254740993&price=9',
    'amount=&price=',
  ])('%s is none', (query) => expect(readOrder(new URLSearchParams(query))).toBeUndefined());
});
