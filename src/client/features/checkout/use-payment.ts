import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CreditPackage } from '../../../domain/credits/prices.ts';
import { addReloadGuard } from '../../service-worker/reload-guards.ts';
import { useAlert } from '../../ui/alert-dialog.tsx';
import { createPaymentMemory } from './kept-payments.ts';
import { createIntent, readPayment } from './payment-calls.ts';
import { type CheckoutStep, createPaymentFlow, type PaymentFlow } from './payment-flow.ts';

export interface UsedPayment {
  readonly now: CheckoutStep;
  readonly flow: PaymentFlow;
}

/** `localStorage` is named only when used: where site data is blocked, naming it alone throws. */
const deviceStorage = {
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
};

/** One purchase on this page. `credits` is the live balance: when it changes, the payment may have arrived. */
export function usePayment(order: CreditPackage, userId: string, credits: number, next: string | null): UsedPayment {
  const { alert } = useAlert();
  const [flow] = useState(() =>
    createPaymentFlow({
      createIntent: () => createIntent(order),
      readPayment,
      memory: createPaymentMemory({ storage: deviceStorage, userId, amount: order.amount, now: Date.now }),
      alert,
      // Replaces this page: Back leads to the packages, not to a purchase that is done.
      leave: () => window.location.replace(next ?? '/dashboard'),
      isOnline: () => navigator.onLine,
      now: Date.now,
      setTimer: (callback, ms) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    }),
  );
  const now = useSyncExternalStore(flow.step.subscribe, flow.step.getSnapshot);

  useEffect(() => {
    flow.start();
    return flow.stop;
  }, [flow]);

  useEffect(() => {
    const wakeIfVisible = () => {
      if (document.visibilityState === 'visible') flow.wake();
    };
    window.addEventListener('online', flow.wake);
    document.addEventListener('visibilitychange', wakeIfVisible);
    return () => {
      window.removeEventListener('online', flow.wake);
      document.removeEventListener('visibilitychange', wakeIfVisible);
    };
  }, [flow]);

  useEffect(() => flow.wake(), [flow, credits]);

  const isPaying = now.step === 'paying';
  useEffect(() => (isPaying ? addReloadGuard(() => true) : undefined), [isPaying]);

  return { now, flow };
}
