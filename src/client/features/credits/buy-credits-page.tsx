import { useLocation, useNavigate } from 'react-router';
import { CREDIT_PACKAGES } from '../../../domain/credits/prices.ts';
import type { SignedInViewer, Site } from '../../../protocol/account.ts';
import { Button } from '../../ui/button.tsx';
import { BoltIcon } from '../../ui/icons.tsx';
import { InfoTip, TooltipProvider } from '../../ui/tooltip.tsx';
import { PackageCard } from './package-card.tsx';

export interface BuyCreditsPageProps {
  readonly viewer: SignedInViewer;
  readonly site: Site;
}

export function BuyCreditsPage({ viewer, site }: BuyCreditsPageProps) {
  return (
    <div className="page py-6 sm:py-10">
      <BackButton />
      <h1 className="heading mt-4 text-32 sm:text-44">Buy Credits</h1>
      <p className="mt-3 flex items-center gap-2 text-18 text-ink-2">
        You have
        <span className="digits inline-flex items-center gap-1 font-[720] text-ink">
          <BoltIcon className="size-4" />
          {viewer.credits} credits
        </span>
        <TooltipProvider>
          <InfoTip topic="credits" />
        </TooltipProvider>
      </p>
      <ul className="mt-8 grid gap-4 md:grid-cols-3 md:gap-6">
        {CREDIT_PACKAGES.map((creditPackage) => (
          <PackageCard
            key={creditPackage.amount}
            creditPackage={creditPackage}
            accountEmail={viewer.email}
            supportEmail={site.supportEmail}
          />
        ))}
      </ul>
      <p className="mt-8 max-w-2xl text-ink-2">
        Card payment is not open in this version. Ask for a package by mail to{' '}
        <a href={`mailto:${site.supportEmail}`} className="link wrap-anywhere text-ink">
          {site.supportEmail}
        </a>
        , and we answer with how to pay. You pay once; there is no subscription.
      </p>
    </div>
  );
}

/** To wherever one came from; for somebody who opened this address directly, home. */
function BackButton() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const goBack = () => void (key === 'default' ? navigate('/homepage') : navigate(-1));
  return (
    <Button variant="quiet" className="-ml-5" onClick={goBack}>
      <span aria-hidden="true">←</span> Back
    </Button>
  );
}
