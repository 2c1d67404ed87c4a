import { Suspense, lazy } from 'react';
import { useViewer } from '../session/viewer.ts';
import { useObservable, useSync } from '../sync/use-sync.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { UserIcon } from '../ui/icons.tsx';
import { CreditFigure } from './credit-figure.tsx';
import { GuestHeader } from './guest-header.tsx';
import { HeaderFrame } from './header-frame.tsx';
import { menuItemClass } from './mobile-menu.tsx';
import { useSettled } from './settled.ts';
import { SyncStatus } from './sync-status.tsx';
import { useSignOut } from './use-sign-out.ts';

/**
 * Tooltips weigh 18 KB: they are loaded once the page is live. Without them the figure stands alone. The failure is caught
 * around `import`: the build fetches the files of a part before a `then` behind `import` could hear of one that is missing,
 * and the whole page would give way to an error.
 */
const CreditCount = lazy(async () => {
  try {
    const module = await import('./credit-count.tsx');
    return { default: module.CreditCount };
  } catch {
    return { default: CreditFigure };
  }
});

export function Header() {
  const viewer = useViewer();
  if (viewer.kind !== 'user') return <GuestHeader status={<SyncStatus />} />;
  return (
    <HeaderFrame
      status={
        <>
          <SyncStatus />
          <LiveCredits credits={viewer.credits} />
        </>
      }
      actions={<UserActions />}
      menu={(close) => <UserItems onChosen={close} />}
    />
  );
}

/** The current balance, wherever it was changed; until it is known, the one that the page came with. */
function LiveCredits({ credits }: { readonly credits: number }) {
  const live = useObservable(useSync()?.account, null)?.credits ?? credits;
  const isSettled = useSettled();
  if (!isSettled) return <CreditFigure credits={live} />;
  return (
    <Suspense fallback={<CreditFigure credits={live} />}>
      <CreditCount credits={live} />
    </Suspense>
  );
}

function UserActions() {
  const { isSigningOut, signOut } = useSignOut();
  return (
    <>
      <Link to="/analysis" className={`${buttonClass({ variant: 'quiet' })} max-md:hidden`}>
        Analysis
      </Link>
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

function UserItems({ onChosen }: { readonly onChosen: () => void }) {
  const { signOut } = useSignOut();
  return (
    <>
      <Link to="/analysis" className={menuItemClass} onClick={onChosen}>
        Analysis
      </Link>
      <Link to="/account" className={menuItemClass} onClick={onChosen}>
        Account
      </Link>
      <Link to="/buy-credits" className={menuItemClass} onClick={onChosen}>
        Buy Credits
      </Link>
      <button
        type="button"
        className={menuItemClass}
        onClick={() => {
          onChosen();
          signOut();
        }}
      >
        Sign Out
      </button>
    </>
  );
}
