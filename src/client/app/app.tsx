import { useEffect } from 'react';
import { BrowserRouter } from 'react-router';
import { useViewer } from '../session/viewer.ts';
import { AlertProvider } from '../ui/alert-dialog.tsx';
import { Toaster } from '../ui/toast.tsx';
import { UndoBar } from '../ui/undo-bar.tsx';
import { ConnectivityToasts } from './connectivity-notices.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FailurePage } from './failure-pages.tsx';
import { Screens, preloadNextScreens } from './screens.tsx';
import { Shell } from './shell.tsx';
import { SyncProvider } from './sync-provider.tsx';

const PRELOAD_AFTER_MS = 1500;

export function App() {
  const isSignedIn = useViewer().kind === 'user';
  useEffect(() => {
    const timer = setTimeout(() => preloadNextScreens(isSignedIn), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn]);

  return (
    <ErrorBoundary fallback={(error) => <FailurePage error={error} />}>
      {/* Without transitions: in one, the old page would stay, silent, until a slow chunk has arrived. */}
      <BrowserRouter useTransitions={false}>
        <SyncProvider>
          <AlertProvider>
            <Shell>
              <Screens />
            </Shell>
          </AlertProvider>
        </SyncProvider>
      </BrowserRouter>
      <UndoBar />
      <Toaster />
      <ConnectivityToasts />
    </ErrorBoundary>
  );
}
