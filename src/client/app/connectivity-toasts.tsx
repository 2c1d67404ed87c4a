import { useEffect } from 'react';
import { dismissToast, showToast } from '../ui/toast.tsx';
import { announceConnectivity, connectivity } from './connectivity.ts';

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
