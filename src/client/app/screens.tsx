import { Navigate, Route, Routes, useSearchParams } from 'react-router';
import { AnalysisRoute } from './analysis-route.tsx';
import { CheckoutRoute, useCheckoutBorder } from './checkout-route.tsx';
import { landing, LandingRoute } from './landing-route.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { Screen, ScreenFrame } from './screen.tsx';
import { SignedIn, SignedOut, Start } from './signed-in.tsx';
import { EventsRoute, eventsScreen } from './events-route.tsx';
import { TimerRoute, timerScreen } from './timer-route.tsx';
import { useSignOut } from './use-sign-out.ts';

const login = lazyScreen(() => import('../features/login/login-page.tsx').then((m) => m.LoginPage));
const home = lazyScreen(() => import('../features/home/home-page.tsx').then((m) => m.HomePage));
const account = lazyScreen(() => import('../features/account/account-page.tsx').then((m) => m.AccountPage));
const buyCredits = lazyScreen(() => import('../features/credits/buy-credits-page.tsx').then((m) => m.BuyCreditsPage));
const more = lazyScreen(() => import('./more-screens.tsx').then((m) => m.MoreScreens));
const devUi = import.meta.env.DEV ? lazyScreen(() => import('./dev-ui-screen.tsx').then((m) => m.DevUiScreen)) : null;

/** Preloads the pages one click away, so that they open at once, and still open when the signal goes. */
export function preloadNextScreens(isSignedIn: boolean): void {
  const next = isSignedIn ? [home, timerScreen, account, buyCredits, landing, more] : [login, landing, more];
  for (const screen of next) void screen.preload();
}

/** A page that the server has rendered is hydrated only when its code is here: until then it stays as it is. */
export async function preloadScreenAt(pathname: string): Promise<void> {
  if (pathname === '/timer') await timerScreen.preload();
  if (pathname === '/events') await eventsScreen.preload();
}

export function Screens() {
  const [search] = useSearchParams();
  const { isSigningOut, signOut } = useSignOut();
  if (useCheckoutBorder()) return null;

  return (
    <Routes>
      <Route path="/" element={<Start />} />
      <Route path="/landing" element={<LandingRoute />} />
      <Route
        path="/login"
        element={
          <SignedOut>
            <Screen title={search.get('signup') === 'true' ? 'Create Your Account' : 'Login'}>
              <login.Screen />
            </Screen>
          </SignedOut>
        }
      />
      <Route
        path="/homepage"
        element={
          <SignedIn otherwise="/landing">
            {(user) => (
              <Screen title="Home">
                <home.Screen viewer={user} isSigningOut={isSigningOut} onSignOut={signOut} />
              </Screen>
            )}
          </SignedIn>
        }
      />
      <Route
        path="/account"
        element={
          <SignedIn otherwise="/login">
            {(user) => (
              <Screen title="Account">
                <account.Screen viewer={user} />
              </Screen>
            )}
          </SignedIn>
        }
      />
      <Route
        path="/buy-credits"
        element={
          <SignedIn otherwise="/login">
            {(user) => (
              <Screen title="Buy Credits">
                <buyCredits.Screen viewer={user} />
              </Screen>
            )}
          </SignedIn>
        }
      />
      <Route path="/checkout" element={<CheckoutRoute />} />
      <Route path="/timer" element={<TimerRoute />} />
      <Route path="/events" element={<EventsRoute />} />
      <Route path="/analysis/:runId?" element={<AnalysisRoute />} />
      <Route path="/dashboard" element={<Navigate to="/homepage" replace />} />
      {devUi && (
        <Route
          path="/dev/ui"
          element={
            <Screen title="Components">
              <devUi.Screen />
            </Screen>
          }
        />
      )}
      <Route
        path="*"
        element={
          <ScreenFrame>
            <more.Screen />
          </ScreenFrame>
        }
      />
    </Routes>
  );
}
