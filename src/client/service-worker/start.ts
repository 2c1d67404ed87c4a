import { keepTrying } from '../loading/keep-trying.ts';

/**
 * The worker's code is loaded after the page: the page's own requests come first. Without it the app works, online.
 * `waitMs` is for pages whose readers need nothing more for a while.
 * `navigator.serviceWorker` is absent where the page is not served securely, and where the browser keeps nothing.
 */
export function startServiceWorker(waitMs = 0): void {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (container === undefined) return;
  const start = () => {
    keepTrying(() => import('./register.ts'))
      .then((loaded) => loaded?.keepUpdated(container))
      .catch((error: unknown) => console.warn('Pushoff cannot be opened without a network on this device.', error));
  };
  const wait = () => void setTimeout(start, waitMs);
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
