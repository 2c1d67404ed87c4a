import { Suspense, lazy } from 'react';
import { Link } from 'react-router';
import { useViewer } from '../session/viewer.ts';
import { useObservable, useSync } from '../sync/use-sync.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { UserIcon } from '../ui/icons.tsx';
import { Logo } from '../ui/logo.tsx';
import { CreditFigure } from './credit-figure.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SyncStatus } from './sync-status.tsx';
import { useSignOut } from './use-sign-out.ts';

const VERSION_LABEL = 'Beta 0.23';

/** Tooltips weigh 18 KB, which somebody on the landing page has no use for. Without them the figure stands alone. */
const CreditCount = lazy(() =>
  import('./credit-count.tsx').then(
    (module) => ({ default: module.CreditCount }),
    () => ({ default: CreditFigure }),
  ),
);

export function Header() {
  const viewer = useViewer();
  return (
    <header className="relative border-b border-line sm:border-transparent">
      <div className="page flex min-h-16 items-center gap-1 sm:min-h-22 sm:gap-3">
        {/* On the narrowest phones the label goes under the logo: nothing is cut off, nothing scrolls sideways. */}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 py-1 sm:gap-x-3">
          <Link to="/homepage" className="-mx-1 flex min-h-12 items-center rounded-bib px-1">
            <Logo />
          </Link>
          <span className="rounded-full border border-line px-2.5 py-0.5 text-13 whitespace-nowrap text-ink-2 max-[419px]:border-none max-[419px]:px-0">
            {VERSION_LABEL}
          </span>
        </div>
        <div className="flex shrink-0 items-center sm:gap-3">
          <SyncStatus />
          {viewer.kind === 'user' && <LiveCredits credits={viewer.credits} />}
          <div className="hidden items-center gap-3 sm:flex">
            {viewer.kind === 'user' ? <UserActions /> : <GuestActions />}
          </div>
          <MobileMenu className="sm:hidden" isSignedIn={viewer.kind === 'user'} />
        </div>
      </div>
    </header>
  );
}

/** The balance as it is now, wherever it was changed; until that is known, as it was when the page came. */
function LiveCredits({ credits }: { readonly credits: number }) {
  const live = useObservable(useSync()?.account, null)?.credits ?? credits;
  return (
    <Suspense fallback={<CreditFigure credits={live} />}>
      <CreditCount credits={live} />
    </Suspense>
  );
}

function GuestActions() {
  return (
    <>
      <span className="text-ink-2">Hello, Guest</span>
      <Link to="/login" className={buttonClass()}>
        Sign In
      </Link>
    </>
  );
}

function UserActions() {
  const { isSigningOut, signOut } = useSignOut();
  return (
    <>
      <Link to="/account" className={buttonClass({ variant: 'quiet' })}>
        <UserIcon />
        <span className="max-md:sr-only">Account</span>
      </Link>
      <Link to="/buy-credits" className={buttonClass()}>
        Buy Credits
      </Link>
      <Button busy={isSigningOut} onClick={signOut}>
        Sign Out
      </Button>
    </>
  );
}
