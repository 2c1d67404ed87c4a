import type { ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router';
import { askAhead } from '../features/series/ask-ahead.ts';
import { useSite, useViewer } from '../session/viewer.ts';
import { useServerOrigin } from './page-data.ts';
import { lazyScreen } from './lazy-screen.ts';
import { Screen } from './screen.tsx';
import { SignedIn } from './signed-in.tsx';
import { refreshBoot } from '../session/boot.ts';
import { useIsOnline } from './connectivity.ts';

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
const onThisPhone = lazyScreen(() =>
  import('../features/on-this-phone/on-this-phone-page.tsx').then((m) => m.OnThisPhonePage),
);
const seriesList = lazyScreen(() => import('../features/series/series-list.tsx').then((m) => m.SeriesList));
const series = lazyScreen(() => {
  askAhead(location);
  return import('../features/series/series-page.tsx').then((m) => m.SeriesPage);
});
const racer = lazyScreen(() => import('../features/racers/racer-page.tsx').then((m) => m.RacerPage));

/** Pages that are opened by links in mails, read once, or kept for after the race: no timer waits for their routes. */
export const preloadDevelopers = developers.preload;

export function MoreScreens() {
  const viewer = useViewer();
  const site = useSite();
  const origin = useServerOrigin();
  const pages: readonly { readonly path: string; readonly title: string; readonly page: ReactNode }[] = [
    { path: '/forgot-password', title: 'Forgot Password', page: <forgotPassword.Screen /> },
    { path: '/reset-password', title: 'Reset Password', page: <resetPassword.Screen /> },
    {
      path: '/verify-email',
      title: 'Confirm Email',
      page: <verifyEmail.Screen email={viewer.kind === 'user' ? viewer.email : null} />,
    },
    { path: '/not-my-account', title: 'Not My Account', page: <notMyAccount.Screen /> },
    { path: '/stop-mail', title: 'Invitations by Email', page: <stopMail.Screen /> },
    { path: '/follow', title: 'Follow a Race', page: <confirmFollow.Screen /> },
    { path: '/unfollow', title: 'Stop Messages', page: <unfollow.Screen /> },
    { path: '/tos', title: 'Terms of Service', page: <terms.Screen site={site} /> },
    { path: '/privacypolicy', title: 'Privacy Policy', page: <privacy.Screen site={site} /> },
    { path: '/developers', title: 'For developers', page: <developers.Screen origin={origin} /> },
    { path: '/on-this-phone', title: 'On this phone', page: <onThisPhone.Screen /> },
  ];
  return (
    <Routes>
      {pages.map(({ path, title, page }) => (
        <Route key={path} path={path} element={<Screen title={title}>{page}</Screen>} />
      ))}
      <Route
        path="/series/:id?"
        element={
          <ByLinkRoute title="Series">
            {(id, key) =>
              id === null ? <seriesList.Screen /> : <series.Screen key={id} seriesId={id} linkKey={key} />
            }
          </ByLinkRoute>
        }
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

interface ByLinkRouteProps {
  readonly title: string;
  readonly children: (id: string | null, linkKey: string | null) => ReactNode;
}

/** A page of one's own things, or of one of them; by its link anybody's. */
function ByLinkRoute({ title, children }: ByLinkRouteProps) {
  const { id = null } = useParams();
  const { hash } = useLocation();
  // The key stands behind the hash, which no browser sends.
  const linkKey = new URLSearchParams(hash.slice(1)).get('key');
  const screen = <Screen title={title}>{children(id, linkKey)}</Screen>;
  return id === null || linkKey === null ? <SignedIn otherwise="/login">{() => screen}</SignedIn> : screen;
}

const compare = lazyScreen(() => import('../features/compare/compare-screens.tsx').then((m) => m.CompareScreens));

/** Events beside each other: two of them, or all of a course. */
function CompareRoute({ isCoach }: { readonly isCoach: boolean }) {
  return (
    <SignedIn otherwise="/login">
      {() => (
        <Screen title={isCoach ? 'Coach' : 'Compare'}>
          <compare.Screen isCoach={isCoach} />
        </Screen>
      )}
    </SignedIn>
  );
}

const operator = lazyScreen(() => import('../features/operator/operator-page.tsx').then((m) => m.OperatorPage));

/** The server then says who the viewer is, and one who is no operator any more leaves. */
const askWhoIsLooking = () => void refreshBoot();

/** For other viewers this page does not exist, and they do not download it. */
function OperatorRoute() {
  const viewer = useViewer();
  const isOnline = useIsOnline();
  if (viewer.kind !== 'user' || viewer.isOperator !== true) return <Navigate to="/landing" replace />;
  return (
    <Screen title="Operator">
      <operator.Screen isOnline={isOnline} onGone={askWhoIsLooking} />
    </Screen>
  );
}
