import { CREDIT_PACKAGES, type CreditPackage, WELCOME_CREDITS } from '../../../domain/credits/prices.ts';
import type { Credits } from '../../../domain/units.ts';

/** What an amount of credits pays for, to the last credit. */
export interface CostExample {
  readonly events: number;
  readonly racers: number;
}

const examples: Readonly<Record<number, CostExample>> = {
  100: { events: 2, racers: 20 },
  150: { events: 3, racers: 30 },
  350: { events: 10, racers: 50 },
  1000: { events: 20, racers: 200 },
};

export const exampleFor = (amount: Credits): CostExample | undefined => examples[amount];

export const centsPerCredit = ({ amount, priceUsd }: CreditPackage): string => ((priceUsd * 100) / amount).toFixed(1);

export const advertisedAmounts: readonly Credits[] = [
  WELCOME_CREDITS,
  ...CREDIT_PACKAGES.map((creditPackage) => creditPackage.amount),
];
