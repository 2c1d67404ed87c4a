import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyScreen } from './lazy-screen.ts';
import { useCardField } from './page-data.ts';
import { Screen } from './screen.tsx';
import { SignedIn } from './signed-in.tsx';

const checkout = lazyScreen(() => import('../features/checkout/checkout-page.tsx').then((m) => m.CheckoutPage));

const CHECKOUT = '/checkout';

/**
 * The checkout has a content policy of its own, and the loaded page decides which policy holds: every link into or out
 * of the checkout is a page load. True while that load is under way.
 */
export function useCheckoutBorder(): boolean {
  const { pathname } = useLocation();
  const [loadedPath] = useState(pathname);
  const isCrossing = (pathname === CHECKOUT) !== (loadedPath === CHECKOUT);
  useEffect(() => {
    if (isCrossing) window.location.reload();
  }, [isCrossing]);
  return isCrossing;
}

export function CheckoutRoute() {
  const cardField = useCardField();
  return (
    <SignedIn otherwise="/login">
      {(viewer) => (
        <Screen title="Confirm Purchase">
          <checkout.Screen viewer={viewer} cardField={cardField} />
        </Screen>
      )}
    </SignedIn>
  );
}
