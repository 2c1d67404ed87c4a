import { expect, test } from 'vitest';
import { CREDIT_PACKAGES, EVENT_COST, RACER_COST } from '../../../domain/credits/prices.ts';
import { advertisedAmounts, centsPerCredit, exampleFor } from './cost-examples.ts';

test.each(advertisedAmounts)('%i credits are enough for exactly what the page says', (amount) => {
  const { events, racers } = exampleFor(amount) ?? { events: 0, racers: 0 };
  expect(events * EVENT_COST + racers * RACER_COST).toBe(amount);
});

test('a bigger package never costs more per credit', () => {
  const rates = CREDIT_PACKAGES.map((creditPackage) => Number(centsPerCredit(creditPackage)));
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
});
