import { Link } from 'react-router';
import {
  CREDIT_PACKAGES,
  type CreditPackage,
  EVENT_COST,
  RACER_COST,
  WELCOME_CREDITS,
} from '../../../domain/credits/prices.ts';
import { writeDollars } from '../../../domain/language.ts';
import { centsPerCredit, type CostExample, costOfNight, exampleFor, type NightCost } from './cost-examples.ts';
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
      intro="You pay with credits, bought when you need them. There’s no subscription to remember."
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
      <ul className="mt-12 grid gap-3 sm:gap-4 md:grid-cols-2">
        {NIGHTS.map((night) => (
          <Night key={night.racers} night={night} />
        ))}
      </ul>
      <ul className="mt-3 grid gap-3 sm:mt-4 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        <li>
          <Link to="/login?signup=true" className={`${offer} border-board bg-board text-on-board`}>
            <span className={`${price} text-accent`}>Free</span>
            <span className="block">
              <span className="block font-semibold">{WELCOME_CREDITS} credits at sign-up</span>
              <span className="mt-1 block text-14 text-on-board-2">{describe(exampleFor(WELCOME_CREDITS))}</span>
              <span className="block text-14 text-on-board-2 sm:mt-4">No card needed</span>
              <span className={`${act} text-accent`}>Create Free Account</span>
            </span>
          </Link>
        </li>
        {CREDIT_PACKAGES.map((creditPackage) => (
          <PackageCard key={creditPackage.amount} creditPackage={creditPackage} />
        ))}
      </ul>
    </Section>
  );
}

const NIGHTS = [20, 45].map(costOfNight);

function Night({ night: { racers, first, next, buys } }: { readonly night: NightCost }) {
  return (
    <li className="rounded-card bg-soft p-5 sm:p-6">
      <h3 className="text-20 font-[720]">A night of {racers}</h3>
      <p className="mt-2 text-pretty text-ink-2">
        <b className="digits text-ink">{first} credits</b> the first time.{' '}
        {buys === null
          ? `The ${WELCOME_CREDITS} you get at sign-up pay for it.`
          : `The ${WELCOME_CREDITS} you get at sign-up and the $${buys.priceUsd} package pay for it.`}
      </p>
      <p className="mt-1 text-pretty text-ink-2">
        <b className="digits text-ink">{next} credits</b> every night after that, with the same racers.
      </p>
    </li>
  );
}

const offer =
  'flex h-full items-center rounded-card border p-5 transition-shadow hover:shadow-float focus-visible:shadow-float sm:block sm:p-6';
const act = 'mt-2 block font-[650] underline underline-offset-4';
const price = 'heading block w-24 shrink-0 text-32 sm:mb-4 sm:w-auto sm:text-44';

/** A page load, because the checkout has a content policy of its own. */
function PackageCard({ creditPackage }: { readonly creditPackage: CreditPackage }) {
  const { amount, priceUsd } = creditPackage;
  return (
    <li>
      <a href={`/checkout?amount=${amount}&price=${priceUsd}`} className={`${offer} border-line bg-card shadow-card`}>
        <span className={price}>{writeDollars(priceUsd)}</span>
        <span className="block">
          <span className="block font-semibold">{amount} credits</span>
          <span className="mt-1 block text-14 text-ink-2">{describe(exampleFor(amount))}</span>
          <span className="block text-14 text-ink-2 sm:mt-4">{centsPerCredit(creditPackage)}¢ a credit</span>
          <span className={`${act} text-ink`}>Buy</span>
        </span>
      </a>
    </li>
  );
}

function describe(example: CostExample | undefined): string {
  return example ? `${example.events} events and ${example.racers} racers` : '';
}
