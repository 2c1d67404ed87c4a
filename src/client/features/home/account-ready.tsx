import { eventsCovered, filledEventsCovered, racersCovered } from '../../../domain/credits/coverage.ts';
import { EVENT_COST, RACER_COST } from '../../../domain/credits/prices.ts';
import { credits as asCredits } from '../../../domain/units.ts';

const EXAMPLE_RACERS = 10;

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

export function AccountReady({ credits }: { readonly credits: number }) {
  const balance = asCredits(credits);
  const filled = filledEventsCovered(balance, EXAMPLE_RACERS);
  return (
    <section className="rounded-board bg-board p-6 text-on-board shadow-board sm:p-8">
      <h2 className="heading text-24 sm:text-32">Your account is ready</h2>
      <p className="mt-2 text-18 text-on-board-2">
        You have {counted(credits, 'credit')}. They pay for what you create; timing, sharing and watching are free.
      </p>
      <dl className="mt-6 grid gap-3 sm:grid-cols-2">
        <Cost what="An event" price={EVENT_COST} covered={eventsCovered(balance)} one="event" />
        <Cost what="A racer" price={RACER_COST} covered={racersCovered(balance)} one="racer" />
      </dl>
      {filled > 0 && (
        <p className="mt-5 text-on-board-2">
          For example: {counted(filled, 'event')} with {EXAMPLE_RACERS} new racers{filled > 1 && ' each'}. A racer is
          paid for once and then races in as many events as you like.
        </p>
      )}
    </section>
  );
}

interface CostProps {
  readonly what: string;
  readonly price: number;
  readonly covered: number;
  readonly one: string;
}

function Cost({ what, price, covered, one }: CostProps) {
  return (
    <div className="rounded-card border border-board-line px-5 py-4">
      <dt className="text-14 text-on-board-2">{what}</dt>
      <dd className="digits mt-1 text-24 font-[720]">{price} credits</dd>
      {covered > 0 && <dd className="mt-1 text-14 text-on-board-2">Yours are enough for {counted(covered, one)}</dd>}
    </div>
  );
}
