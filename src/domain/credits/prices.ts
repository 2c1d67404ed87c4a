import { type Credits, credits } from '../units.ts';

export const WELCOME_CREDITS: Credits = credits(100);
export const RACER_COST: Credits = credits(3);
export const EVENT_COST: Credits = credits(20);

export interface CreditPackage {
  readonly amount: Credits;
  readonly priceUsd: number;
}

export const CREDIT_PACKAGES: readonly CreditPackage[] = [
  { amount: credits(150), priceUsd: 9 },
  { amount: credits(350), priceUsd: 19 },
  { amount: credits(1000), priceUsd: 49 },
];

/** The package of this amount, at this price where one is given. Both come from an address and may be anything. */
export function findPackage(amount: unknown, priceUsd?: unknown): CreditPackage | undefined {
  return CREDIT_PACKAGES.find(
    (each) => each.amount === amount && (priceUsd === undefined || each.priceUsd === priceUsd),
  );
}
