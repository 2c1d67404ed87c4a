import {
  CREDIT_PACKAGES,
  type CreditPackage,
  EVENT_COST,
  RACER_COST,
  WELCOME_CREDITS,
} from '../../../domain/credits/prices.ts';
import { writeDecimal } from '../../../domain/language.ts';
import { type Credits, credits } from '../../../domain/units.ts';

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

export const centsPerCredit = ({ amount, priceUsd }: CreditPackage): string =>
  writeDecimal((priceUsd * 100) / amount, 1);

export const advertisedAmounts: readonly Credits[] = [
  WELCOME_CREDITS,
  ...CREDIT_PACKAGES.map((creditPackage) => creditPackage.amount),
];

/** The first night of a club pays for its racers as well; the nights after it only for the event. */
export interface NightCost {
  readonly racers: number;
  readonly first: Credits;
  readonly next: Credits;
  /** The smallest package that, with the credits of the sign-up, pays for the first night; null where none is needed. */
  readonly buys: CreditPackage | null;
}

export function costOfNight(racers: number): NightCost {
  const first = credits(EVENT_COST + racers * RACER_COST);
  const missing = first - WELCOME_CREDITS;
  const buys = missing <= 0 ? null : (CREDIT_PACKAGES.find(({ amount }) => amount >= missing) ?? null);
  return { racers, first, next: EVENT_COST, buys };
}
