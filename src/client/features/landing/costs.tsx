import {
  CREDIT_PACKAGES,
  type CreditPackage,
  EVENT_COST,
  RACER_COST,
  WELCOME_CREDITS,
} from '../../../domain/credits/prices.ts';
import { centsPerCredit, type CostExample, exampleFor } from './cost-examples.ts';
import { Section } from './section.tsx';

const costs = [
  {
    credits: RACER_COST,
    what: 'credits a racer',
    note: 'Once. The same racer then races in as many of your events as you like.',
  },
  { credits: EVENT_COST, what: 'credits an event', note: 'However many start in it, and however many watch.' },
  { credits: 0, what: 'for everything else', note: 'Starts, finishes, helpers, spectators, boards and files.' },
];

export function Costs() {
  return (
    <Section
      title="What it costs"
      intro="You pay with credits, bought when you need them. There is no subscription to remember."
    >
      <dl className="grid gap-x-8 gap-y-8 md:grid-cols-3">
        {costs.map(({ credits, what, note }) => (
          <div key={what}>
            <dt className="flex items-baseline gap-3">
              <span className="heading digits text-76">{credits}</span>
              <span className="text-20 font-[720]">{what}</span>
            </dt>
            <dd className="mt-2 max-w-[36ch] text-pretty text-ink-2">{note}</dd>
          </div>
        ))}
      </dl>
      <ul className="mt-12 grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        <li className={`${offer} border-board bg-board text-on-board`}>
          <p className={`${price} text-accent`}>Free</p>
          <div>
            <p className="font-semibold">{WELCOME_CREDITS} credits at sign-up</p>
            <p className="mt-1 text-14 text-on-board-2">{describe(exampleFor(WELCOME_CREDITS))}</p>
            <p className="text-14 text-on-board-2 sm:mt-4">No card needed</p>
          </div>
        </li>
        {CREDIT_PACKAGES.map((creditPackage) => (
          <PackageCard key={creditPackage.amount} creditPackage={creditPackage} />
        ))}
      </ul>
    </Section>
  );
}

const offer = 'flex items-center rounded-card border p-5 sm:block sm:p-6';
const price = 'heading w-24 shrink-0 text-32 sm:mb-4 sm:w-auto sm:text-44';

function PackageCard({ creditPackage }: { readonly creditPackage: CreditPackage }) {
  const { amount, priceUsd } = creditPackage;
  return (
    <li className={`${offer} border-line bg-card shadow-card`}>
      <p className={price}>${priceUsd}</p>
      <div>
        <p className="font-semibold">{amount} credits</p>
        <p className="mt-1 text-14 text-ink-2">{describe(exampleFor(amount))}</p>
        <p className="text-14 text-ink-2 sm:mt-4">{centsPerCredit(creditPackage)}¢ a credit</p>
      </div>
    </li>
  );
}

function describe(example: CostExample | undefined): string {
  return example ? `${example.events} events and ${example.racers} racers` : '';
}
