import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Link as RouterLink } from 'react-router';
import type { PageData } from '../../protocol/page-data.ts';
import { useViewer } from '../session/viewer.ts';
import { AlertProvider } from '../ui/alert-dialog.tsx';
import { Link, LinkContext } from '../ui/link.tsx';
import { QuestionDialog } from '../ui/alert-question.tsx';
import { Toaster } from '../ui/toast.tsx';
import { UndoBar } from '../ui/undo-bar.tsx';
import { ConnectivityToasts } from './connectivity-toasts.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FailurePage } from './failure-pages.tsx';
import { Footer, footerLinkClass } from './footer.tsx';
import { Header } from './header.tsx';
import { PageDataContext } from './page-data.ts';
import { Screens, preloadNextScreens } from './screens.tsx';
import { useSettled } from './settled.ts';
import { Shell } from './shell.tsx';
import { SyncProvider } from './sync-provider.tsx';

const PRELOAD_AFTER_MS = 1500;

export interface AppProps {
  /** The browser's router, or on the server one that does not move. */
  readonly Router: ComponentType<{ readonly children: ReactNode }>;
  /** The data that the server rendered the page from, if it did. */
  readonly page: PageData | null;
}

export function App({ Router, page }: AppProps) {
  return (
    <ErrorBoundary fallback={(error) => <FailurePage error={error} />}>
      <Router>
        <LinkContext value={RouterLink}>
          <PageDataContext value={page}>
            <SyncProvider>
              <NextScreens />
              <AlertProvider Dialog={QuestionDialog}>
                <Shell header={<Header />} footer={<AppFooter />}>
                  <Screens />
                </Shell>
              </AlertProvider>
            </SyncProvider>
          </PageDataContext>
        </LinkContext>
      </Router>
      <div data-bars>
        <UndoBar />
        <Toaster />
      </div>
      <ConnectivityToasts />
    </ErrorBoundary>
  );
}

function NextScreens() {
  const isSignedIn = useViewer().kind === 'user';
  const isSettled = useSettled();
  const isDue = isSettled || !isSignedIn;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => preloadNextScreens(isSignedIn), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn, isDue]);
  return null;
}

function AppFooter() {
  const viewer = useViewer();
  return (
    <Footer>
      {viewer.kind === 'user' && viewer.isOperator && (
        <Link to="/operator" className={footerLinkClass}>
          Operator
        </Link>
      )}
    </Footer>
  );
}
