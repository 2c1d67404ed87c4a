import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { UnreachablePage } from './app/unreachable-page.tsx';
import { refreshBoot, startSession } from './session/boot.ts';
import { startServiceWorker } from './service-worker/register.ts';
import { keepFresh } from './session/keep-fresh.ts';
import { followOtherTabs } from './session/viewer.ts';
import './styles.css';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root.');
const root = createRoot(container);

/** Nothing is rendered before the first authentication state is known: no flash of the wrong header. */
async function start(): Promise<void> {
  const firstState = await startSession();
  if (firstState === 'unreachable') {
    root.render(<UnreachablePage onTryAgain={start} />);
    return;
  }
  followOtherTabs();
  keepFresh({ page: document, network: window, now: Date.now, refresh: () => void refreshBoot() });
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

void start();
startServiceWorker();
