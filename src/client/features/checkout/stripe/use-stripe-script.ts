import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useEffect, useState } from 'react';
import { takeWhenThere } from '../../../loading/take-when-there.ts';

export type StripeScript =
  | { readonly state: 'loading' | 'failed'; readonly tryAgain: () => void }
  | { readonly state: 'ready'; readonly stripe: Stripe };

/** Stripe's own script, loaded here and on no other page. */
export function useStripeScript(publishableKey: string): StripeScript {
  const [loaded, setLoaded] = useState<Stripe | 'loading' | 'failed'>('loading');
  const [tries, setTries] = useState(0);

  useEffect(() => {
    const loading = loadStripe(publishableKey).catch(() => null);
    return takeWhenThere(loading, (stripe) => setLoaded(stripe ?? 'failed'));
  }, [publishableKey, tries]);

  if (typeof loaded !== 'string') return { state: 'ready', stripe: loaded };
  const tryAgain = () => {
    setLoaded('loading');
    setTries(tries + 1);
  };
  return { state: loaded, tryAgain };
}
