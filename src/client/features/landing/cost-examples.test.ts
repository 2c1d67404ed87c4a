import { expect, test } from 'vitest';
import { CREDIT_PACKAGES, EVENT_COST, RACER_COST } from '../../../domain/credits/prices.ts';
import { advertisedAmounts, centsPerCredit, costOfNight, exampleFor } from './cost-examples.ts';

test.each(advertisedAmounts)('%i credits are enough for exactly what the page says', (amount) => {
  const { events, racers } = exampleFor(amount) ?? { events: 0, racers: 0 };
  expect(events * EVENT_COST + racers * RACER_COST).toBe(amount);
});

test('a bigger package never costs more per credit', () => {
  const rates = CREDIT_PACKAGES.map((creditPackage) => Number(centsPerCredit(creditPackage)));
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
});

test('the first night of a club pays for its racers, with the smallest package that is enough', () => {
  expect(costOfNight(20)).toEqual({ racers: 20, first: 80, next: EVENT_COST, buys: null });
  expect(costOfNight(45)).toEqual({ racers: 45, first: 155, next: EVENT_COST, buys: CREDIT_PACKAGES[0] });
  expect(costOfNight(77).buys, 'to the last credit').toEqual(CREDIT_PACKAGES[1]);
  expect(costOfNight(76).buys).toEqual(CREDIT_PACKAGES[0]);
});
