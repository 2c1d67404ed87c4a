import { keepTrying } from '../loading/keep-trying.ts';

/**
 * The worker's code is loaded after the page: the page's own requests come first. Without it the app works, online.
 * `navigator.serviceWorker` is absent where the page is not served securely, and where the browser keeps nothing.
 */
export function startServiceWorker(): void {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (container === undefined) return;
  const start = () => {
    keepTrying(() => import('./register.ts'))
      .then((loaded) => loaded?.keepUpdated(container))
      .catch((error: unknown) => console.warn('Pushoff cannot be opened without a network on this device.', error));
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
