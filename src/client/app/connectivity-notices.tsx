import { useEffect } from 'react';
import { dismissToast, showToast } from '../ui/toast.tsx';
import { announceConnectivity, connectivity, useIsOnline } from './connectivity.ts';

const OFFLINE_TOAST = 'connectivity.offline';
const RESTORED_TOAST = 'connectivity.restored';
const RESTORED_TOAST_MS = 3000;

const messages = {
  wentOffline: () => {
    dismissToast(RESTORED_TOAST);
    showToast('You are offline. Changes will sync when connection is restored.', {
      id: OFFLINE_TOAST,
      duration: 'forever',
    });
  },
  cameBack: () => {
    dismissToast(OFFLINE_TOAST);
    showToast('Connection restored!', { id: RESTORED_TOAST, tone: 'good', duration: RESTORED_TOAST_MS });
  },
};

export function ConnectivityToasts() {
  useEffect(() => announceConnectivity(connectivity, messages), []);
  return null;
}

export function ConnectivityBanner() {
  if (useIsOnline()) return null;
  return (
    <section data-connection-banner aria-label="Connection" className="border-b border-line bg-soft">
      <p className="page flex items-center gap-3 py-3 text-14 text-ink">
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-waiting" />
        <span>
          <strong className="font-semibold">No connection.</strong> Go on with what is open here. Signing in and account
          changes need a signal.
        </span>
      </p>
    </section>
  );
}
