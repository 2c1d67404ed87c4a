import { eventsCovered, filledEventsCovered, racersCovered } from '../../../domain/credits/coverage.ts';
import type { CreditPackage } from '../../../domain/credits/prices.ts';
import { writeDecimal, writeDollars } from '../../../domain/language.ts';
import { Button } from '../../ui/button.tsx';
import { BoltIcon } from '../../ui/icons.tsx';

const EXAMPLE_RACERS = 10;

export interface PackageCardProps {
  readonly creditPackage: CreditPackage;
  readonly onBuy: (creditPackage: CreditPackage) => void;
}

export function PackageCard({ creditPackage, onBuy }: PackageCardProps) {
  const { amount, priceUsd } = creditPackage;
  const centsPerCredit = writeDecimal((priceUsd * 100) / amount, 1);
  return (
    <li className="flex flex-col rounded-card border border-line bg-card p-6 shadow-card">
      <h2 className="flex items-center gap-2 text-18 font-[650]">
        <BoltIcon className="size-5" />
        <span className="digits">{amount} credits</span>
      </h2>
      <p className="heading digits mt-3 text-44">{writeDollars(priceUsd)}</p>
      <p className="text-14 text-ink-2">{centsPerCredit} ¢ a credit</p>
      <ul className="mt-5 mb-6 flex flex-col gap-2 border-t border-line pt-5">
        <li>
          <strong className="digits font-[720]">{eventsCovered(amount)}</strong> events
        </li>
        <li>
          or <strong className="digits font-[720]">{racersCovered(amount)}</strong> racers
        </li>
        <li>
          or <strong className="digits font-[720]">{filledEventsCovered(amount, EXAMPLE_RACERS)}</strong> events with{' '}
          {EXAMPLE_RACERS} new racers each
        </li>
      </ul>
      <Button variant="primary" size="lg" className="mt-auto" onClick={() => onBuy(creditPackage)}>
        <span>
          Buy <span className="sr-only">{amount} credits </span>for ${priceUsd}
        </span>
      </Button>
    </li>
  );
}
