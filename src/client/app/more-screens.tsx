import { Navigate, Route, Routes } from 'react-router';
import { useSite, useViewer } from '../session/viewer.ts';
import { ByLinkRoute } from './by-link-route.tsx';
import { CompareRoute } from './compare-route.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { OperatorRoute } from './operator-route.tsx';
import { Screen } from './screen.tsx';

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
const series = lazyScreen(() => import('../features/series/series-screens.tsx').then((m) => m.SeriesScreens));
const racer = lazyScreen(() => import('../features/racers/racer-page.tsx').then((m) => m.RacerPage));

/** Pages that are opened by links in mails, read once, or kept for after the race: no timer waits for their routes. */
export function MoreScreens() {
  const viewer = useViewer();
  const site = useSite();
  return (
    <Routes>
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
        path="/series/:id?"
        element={<ByLinkRoute title="Series">{(id, key) => <series.Screen seriesId={id} linkKey={key} />}</ByLinkRoute>}
      />
      <Route
        path="/racers/:id"
        element={
          <ByLinkRoute title="Results of a racer">
            {(id, key) => <racer.Screen racerId={id!} linkKey={key} />}
          </ByLinkRoute>
        }
      />
      <Route path="/compare" element={<CompareRoute isCoach={false} />} />
      <Route path="/coach" element={<CompareRoute isCoach />} />
      <Route path="/operator" element={<OperatorRoute />} />
      <Route path="*" element={<Navigate to="/landing" replace />} />
    </Routes>
  );
}
