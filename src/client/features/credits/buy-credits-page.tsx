import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { CREDIT_PACKAGES, type CreditPackage } from '../../../domain/credits/prices.ts';
import type { SignedInViewer } from '../../../protocol/account.ts';
import { readNext, withNext } from '../../session/next-page.ts';
import { useObservable, useSync } from '../../sync/use-sync.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { BackIcon, BoltIcon } from '../../ui/icons.tsx';
import { InfoTip } from '../../ui/info-tip.tsx';
import { eventsCovered, filledEventsCovered, racersCovered } from '../../../domain/credits/coverage.ts';
import { writeDecimal, writeDollars } from '../../../domain/language.ts';

const OFFLINE = 'You’re offline. Buying credits needs a connection; try again when it’s back.';

export function BuyCreditsPage({ viewer }: { readonly viewer: SignedInViewer }) {
  const credits = useObservable(useSync()?.account, null)?.credits ?? viewer.credits;
  const { alert } = useAlert();
  const [search] = useSearchParams();
  const buy = async ({ amount, priceUsd }: CreditPackage) => {
    if (!navigator.onLine) return alert(OFFLINE);
    await alert(`Proceeding to purchase ${amount} credits for $${priceUsd}`);
    // A page load, because the checkout has a content policy of its own.
    window.location.assign(withNext(`/checkout?amount=${amount}&price=${priceUsd}`, readNext(search)));
  };
  return (
    <div className="page py-6 sm:py-10">
      <BackButton />
      <div className="mt-4 flex items-center gap-3">
        <h1 className="heading text-32 sm:text-44">Buy Credits</h1>
        <InfoTip topic="buyCredits" />
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-18 text-ink-2">
        You have
        <span className="digits inline-flex items-center gap-1 font-[720] text-ink">
          <BoltIcon className="size-4" />
          {credits} credits
        </span>
        <InfoTip topic="credits" />
        <Link to="/account#credits" className="link ms-2 py-2.5 text-16">
          Credit history
        </Link>
      </p>
      <ul className="mt-6 grid gap-4 md:grid-cols-3 md:gap-6">
        {CREDIT_PACKAGES.map((creditPackage) => (
          <PackageCard key={creditPackage.amount} creditPackage={creditPackage} onBuy={(chosen) => void buy(chosen)} />
        ))}
      </ul>
      <p className="mt-8 max-w-2xl text-pretty text-ink-2">
        You pay once by card, in US dollars. There’s no subscription. Credits are in your account as soon as the payment
        goes through, and don’t expire while it exists. The receipt comes by email.
      </p>
    </div>
  );
}

/** Back to the page before; home for a user who opened this address directly. */
function BackButton() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const goBack = () => void (key === 'default' ? navigate('/homepage') : navigate(-1));
  return (
    <Button variant="quiet" className="-ms-5" onClick={goBack}>
      <BackIcon /> Back
    </Button>
  );
}

const EXAMPLE_RACERS = 10;

interface PackageCardProps {
  readonly creditPackage: CreditPackage;
  readonly onBuy: (creditPackage: CreditPackage) => void;
}

function PackageCard({ creditPackage, onBuy }: PackageCardProps) {
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
