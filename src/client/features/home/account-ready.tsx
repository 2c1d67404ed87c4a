import { eventsCovered, filledEventsCovered, racersCovered } from '../../../domain/credits/coverage.ts';
import { EVENT_COST, RACER_COST } from '../../../domain/credits/prices.ts';
import { counted } from '../../../domain/language.ts';
import { credits as asCredits } from '../../../domain/units.ts';

const EXAMPLE_RACERS = 10;

export function AccountReady({ credits }: { readonly credits: number }) {
  const balance = asCredits(credits);
  const [events, racers] = [eventsCovered(balance), racersCovered(balance)];
  const filled = filledEventsCovered(balance, EXAMPLE_RACERS);
  return (
    <section className="rounded-board bg-board p-6 text-on-board shadow-board sm:p-8">
      <h2 className="heading text-24 sm:text-32">Your account is ready</h2>
      <p className="mt-2 text-18 text-on-board-2">
        You have {counted(credits, 'credit', 'credits')}. They pay for what you create; timing, sharing and watching are
        free.
      </p>
      <dl className="mt-6 grid gap-3 sm:grid-cols-2">
        <Cost what="An event" price={EVENT_COST} covered={events > 0 ? counted(events, 'event', 'events') : null} />
        <Cost what="A racer" price={RACER_COST} covered={racers > 0 ? counted(racers, 'racer', 'racers') : null} />
      </dl>
      {filled > 0 && (
        <p className="mt-5 text-on-board-2">
          For example, {counted(filled, 'event', 'events')} with {EXAMPLE_RACERS} new racers{filled > 1 && ' each'}. You
          pay for a racer once, who then races in as many events as you like.
        </p>
      )}
    </section>
  );
}

interface CostProps {
  readonly what: string;
  readonly price: number;
  /** What the credits pay for: '2 events'. Null if they pay for none. */
  readonly covered: string | null;
}

function Cost({ what, price, covered }: CostProps) {
  return (
    <div className="rounded-card border border-board-line px-5 py-4">
      <dt className="text-14 text-on-board-2">{what}</dt>
      <dd className="digits mt-1 text-24 font-[720]">{price} credits</dd>
      {covered !== null && <dd className="mt-1 text-14 text-on-board-2">Yours are enough for {covered}</dd>}
    </div>
  );
}
