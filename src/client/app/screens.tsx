import { Navigate, Route, Routes, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { CheckoutRoute, useCheckoutBorder } from './checkout-route.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { Screen, ScreenFrame } from './screen.tsx';
import { SignedIn, SignedOut, Start } from './signed-in.tsx';
import { analysis } from './telemetry.ts';
import { TimerRoute, timerScreen } from './timer-route.tsx';
import { useSignOut } from './use-sign-out.ts';
import { useEffect } from 'react';
import { isGroupId } from '../../protocol/routes.ts';
import { useObservable, useSync } from '../sync/use-sync.ts';
import { useInitialGroup } from './page-data.ts';

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
  if (pathname === '/developers') await import('./more-screens.tsx').then((m) => m.preloadDevelopers());
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

/** The list of runs, one of them, or two side by side: one part of the app, loaded when it is first opened. */
function AnalysisRoute() {
  const { runId = null } = useParams();
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const otherId = search.get('with');
  // The key stands behind the hash, which no browser sends.
  const linkKey = new URLSearchParams(hash.slice(1)).get('key');
  return (
    <Screen title={runId === null ? 'Analysis' : otherId === null ? 'Run' : 'Compare runs'}>
      <analysis.Screen runId={runId} otherId={otherId} linkKey={linkKey} />
    </Screen>
  );
}

const landing = lazyScreen(() => import('../features/landing/landing-page.tsx').then((m) => m.LandingPage));
const tryRace = lazyScreen(() => import('./event/try-race-page.tsx').then((m) => m.TryRacePage));

/** `/landing?try` is a race to try: the timer's own code, which a visitor loads only then. */
function LandingRoute() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  if (search.has('try')) {
    return (
      <Screen title="Try a race">
        <tryRace.Screen onLeave={() => void navigate('/landing')} />
      </Screen>
    );
  }
  return (
    <Screen title="Time trials on the phones you already have">
      <landing.Screen />
    </Screen>
  );
}

const eventsScreen = lazyScreen(() => import('../features/events/events-page.tsx').then((m) => m.EventsPage));

function EventsRoute() {
  const [search] = useSearchParams();
  const asked = search.get('id') ?? '';
  const groupId = isGroupId(asked) ? asked : null;
  const sync = useSync();
  const initial = useInitialGroup(groupId);
  const live = useObservable(groupId === null ? undefined : sync?.group(groupId), null);
  useEffect(() => (groupId === null ? undefined : sync?.followGroup(groupId)), [sync, groupId]);

  const unknown = groupId === null ? { id: '', name: null, events: [] } : null;
  return (
    <Screen title="Shared events">
      <eventsScreen.Screen group={live ?? initial ?? unknown} />
    </Screen>
  );
}
