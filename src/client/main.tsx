import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { isScreenKind } from '../protocol/screen-address.ts';
import { App, type AppProps } from './app/app.tsx';
import { considerLanguage } from './app/consider-language.ts';
import { preloadResults } from './app/preload-results.ts';
import { preloadScreenAt } from './app/screens.tsx';
import { UnreachablePage } from './app/unreachable-page.tsx';
import { keepTrying } from './loading/keep-trying.ts';
import { readPageData, refreshBoot, startSession } from './session/boot.ts';
import { startServiceWorker } from './service-worker/start.ts';
import { keepFresh } from './session/keep-fresh.ts';
import { followOtherTabs } from './session/viewer.ts';
import './styles.css';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root.');
const isRendered = container.hasChildNodes();
let root: Root | null = null;

// Transitions are off: in one, the old page would stay, silent, until a slow chunk has arrived.
const Router: AppProps['Router'] = ({ children }) => <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;

/** Nothing is rendered before the first authentication state is known: no flash of the wrong header. */
async function start(): Promise<void> {
  const firstState = await startSession();
  if (firstState === 'unreachable') {
    root ??= createRoot(container!);
    root.render(<UnreachablePage onTryAgain={start} />);
    return;
  }
  followOtherTabs();
  keepFresh({ page: document, network: window, now: Date.now, refresh: () => void refreshBoot() });
  const app = (
    <StrictMode>
      <App Router={Router} page={readPageData()} />
    </StrictMode>
  );
  if (isRendered) {
    // The page that the server has rendered stays as it is until its code is here.
    const page = readPageData();
    const results = preloadResults(page?.kind === 'event' ? page : null);
    const [, isWhole] = await Promise.all([preloadScreenAt(location.pathname), results]);
    // Without the results the page is not the one that the server has rendered, and is drawn anew.
    if (isWhole) {
      root = hydrateRoot(container!, app);
      return;
    }
  }
  root ??= createRoot(container!);
  root.render(app);
}

const screen = new URLSearchParams(location.search).get('screen');
if (location.pathname === '/timer' && isScreenKind(screen)) {
  // A screen on a wall or in a broadcast has no header, no toasts and no session.
  void keepTrying(() => import('./features/screens/start-screen.tsx')).then((part) =>
    part?.startScreen(container, screen),
  );
} else {
  void start();
  considerLanguage();
}
startServiceWorker();
