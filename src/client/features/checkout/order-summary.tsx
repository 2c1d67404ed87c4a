import { eventsCovered, filledEventsCovered, racersCovered } from '../../../domain/credits/coverage.ts';
import type { CreditPackage } from '../../../domain/credits/prices.ts';
import { writeDollars } from '../../../domain/language.ts';
import { BoltIcon } from '../../ui/icons.tsx';

const EXAMPLE_RACERS = 10;

export interface OrderSummaryProps {
  readonly order: CreditPackage;
  readonly balance: number;
  readonly email: string;
  /** Nothing has been paid yet, so the coming balance can be shown. Later the balance may have changed already. */
  readonly isToCome: boolean;
}

export function OrderSummary({ order: { amount, priceUsd }, balance, email, isToCome }: OrderSummaryProps) {
  return (
    <section
      aria-labelledby="order"
      className="rounded-board bg-board p-6 text-on-board shadow-board sm:p-8 lg:sticky lg:top-6"
    >
      <h2 id="order" className="digits flex items-center gap-2 text-20 font-[720]">
        <BoltIcon className="size-5 text-accent" />
        {amount} credits
      </h2>
      <p className="heading digits mt-2 text-44">{writeDollars(priceUsd)}</p>
      <p className="mt-2 text-on-board-2">
        {eventsCovered(amount)} events, or {racersCovered(amount)} racers, or{' '}
        {filledEventsCovered(amount, EXAMPLE_RACERS)} events with {EXAMPLE_RACERS} new racers each.
      </p>
      <dl className="digits mt-5 flex flex-col gap-2 border-t border-board-line pt-5">
        <Row what="Your credits now" value={balance} />
        {isToCome && <Row what="After this purchase" value={balance + amount} />}
      </dl>
      <p className="mt-5 border-t border-board-line pt-5 text-14 text-on-board-2 max-lg:hidden">
        Paid once, in US dollars. The receipt goes to <span className="wrap-anywhere">{email}</span>.
      </p>
    </section>
  );
}

function Row({ what, value }: { readonly what: string; readonly value: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-on-board-2">{what}</dt>
      <dd className="font-[720]">{value}</dd>
    </div>
  );
}
