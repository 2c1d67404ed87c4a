import { type ComponentType, type ReactNode, useEffect } from 'react';
import type { PageData } from '../../protocol/page-data.ts';
import { useViewer } from '../session/viewer.ts';
import { AlertProvider } from '../ui/alert-dialog.tsx';
import { Toaster } from '../ui/toast.tsx';
import { UndoBar } from '../ui/undo-bar.tsx';
import { ConnectivityToasts } from './connectivity-notices.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FailurePage } from './failure-pages.tsx';
import { PageDataContext } from './page-data.ts';
import { Screens, preloadNextScreens } from './screens.tsx';
import { Shell } from './shell.tsx';
import { SyncProvider } from './sync-provider.tsx';

const PRELOAD_AFTER_MS = 1500;

export interface AppProps {
  /** The browser's, or on the server one that stands still. */
  readonly Router: ComponentType<{ readonly children: ReactNode }>;
  /** What the page was rendered from, if it was. */
  readonly page: PageData | null;
}

export function App({ Router, page }: AppProps) {
  const isSignedIn = useViewer().kind === 'user';
  useEffect(() => {
    const timer = setTimeout(() => preloadNextScreens(isSignedIn), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);

  return (
    <ErrorBoundary fallback={(error) => <FailurePage error={error} />}>
      <Router>
        <PageDataContext value={page}>
          <SyncProvider>
            <AlertProvider>
              <Shell>
                <Screens />
              </Shell>
            </AlertProvider>
          </SyncProvider>
        </PageDataContext>
      </Router>
      <div data-bars>
        <UndoBar />
        <Toaster />
      </div>
      <ConnectivityToasts />
    </ErrorBoundary>
  );
}
