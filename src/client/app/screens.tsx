import { Navigate, Route, Routes, useSearchParams } from 'react-router';
import { useSite, useViewer } from '../session/viewer.ts';
import { AnalysisRoute } from './analysis-route.tsx';
import { CheckoutRoute, useCheckoutBorder } from './checkout-route.tsx';
import { CompareRoute } from './compare-route.tsx';
import { landing, LandingRoute } from './landing-route.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { Screen } from './screen.tsx';
import { SignedIn, SignedOut, Start } from './signed-in.tsx';
import { EventsRoute, eventsScreen } from './events-route.tsx';
import { OperatorRoute } from './operator-route.tsx';
import { SeriesRoute } from './series-route.tsx';
import { TimerRoute, timerScreen } from './timer-route.tsx';
import { useSignOut } from './use-sign-out.ts';

const login = lazyScreen(() => import('../features/login/login-page.tsx').then((m) => m.LoginPage));
const forgotPassword = lazyScreen(() =>
  import('../features/login/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
);
const resetPassword = lazyScreen(() =>
  import('../features/login/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
);
const stopMail = lazyScreen(() => import('../features/login/stop-mail-page.tsx').then((m) => m.StopMailPage));
const confirmFollow = lazyScreen(() =>
  import('../features/login/confirm-follow-page.tsx').then((m) => m.ConfirmFollowPage),
);
const unfollow = lazyScreen(() => import('../features/login/unfollow-page.tsx').then((m) => m.UnfollowPage));
const verifyEmail = lazyScreen(() => import('../features/login/verify-email-page.tsx').then((m) => m.VerifyEmailPage));
const notMyAccount = lazyScreen(() =>
  import('../features/login/not-my-account-page.tsx').then((m) => m.NotMyAccountPage),
);
const terms = lazyScreen(() => import('../features/legal/terms-page.tsx').then((m) => m.TermsPage));
const privacy = lazyScreen(() => import('../features/legal/privacy-page.tsx').then((m) => m.PrivacyPage));
const developers = lazyScreen(() => import('../features/developers/developers-page.tsx').then((m) => m.DevelopersPage));
const home = lazyScreen(() => import('../features/home/home-page.tsx').then((m) => m.HomePage));
const account = lazyScreen(() => import('../features/account/account-page.tsx').then((m) => m.AccountPage));
const buyCredits = lazyScreen(() => import('../features/credits/buy-credits-page.tsx').then((m) => m.BuyCreditsPage));
const devUi = import.meta.env.DEV ? lazyScreen(() => import('./dev-ui-screen.tsx').then((m) => m.DevUiScreen)) : null;

/** Preloads the pages one click away, so that they open at once, and still open when the signal goes. */
export function preloadNextScreens(isSignedIn: boolean): void {
  const next = isSignedIn ? [home, timerScreen, account, buyCredits, landing] : [login, landing];
  for (const screen of next) void screen.preload();
}

/** A page that the server has rendered is hydrated only when its code is here: until then it stays as it is. */
export async function preloadScreenAt(pathname: string): Promise<void> {
  if (pathname === '/timer') await timerScreen.preload();
  if (pathname === '/events') await eventsScreen.preload();
}

export function Screens() {
  const viewer = useViewer();
  const site = useSite();
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
        path="/forgot-password"
        element={
          <Screen title="Forgot Password">
            <forgotPassword.Screen />
          </Screen>
        }
      />
      <Route
        path="/reset-password"
        element={
          <Screen title="Reset Password">
            <resetPassword.Screen />
          </Screen>
        }
      />
      <Route
        path="/verify-email"
        element={
          <Screen title="Confirm Email">
            <verifyEmail.Screen email={viewer.kind === 'user' ? viewer.email : null} />
          </Screen>
        }
      />
      <Route
        path="/not-my-account"
        element={
          <Screen title="Not My Account">
            <notMyAccount.Screen />
          </Screen>
        }
      />
      <Route
        path="/stop-mail"
        element={
          <Screen title="Invitations by Mail">
            <stopMail.Screen />
          </Screen>
        }
      />
      <Route
        path="/follow"
        element={
          <Screen title="Follow a Race">
            <confirmFollow.Screen />
          </Screen>
        }
      />
      <Route
        path="/unfollow"
        element={
          <Screen title="Stop Messages">
            <unfollow.Screen />
          </Screen>
        }
      />
      <Route
        path="/tos"
        element={
          <Screen title="Terms of Service">
            <terms.Screen site={site} />
          </Screen>
        }
      />
      <Route
        path="/privacypolicy"
        element={
          <Screen title="Privacy Policy">
            <privacy.Screen site={site} />
          </Screen>
        }
      />
      <Route
        path="/developers"
        element={
          <Screen title="For developers">
            <developers.Screen />
          </Screen>
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
      <Route path="/series/:seriesId?" element={<SeriesRoute />} />
      <Route path="/compare" element={<CompareRoute title="Compare" />} />
      <Route path="/coach" element={<CompareRoute title="Coach" />} />
      <Route path="/operator" element={<OperatorRoute />} />
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
      <Route path="*" element={<Navigate to="/landing" replace />} />
    </Routes>
  );
}
