import type { StripeElementStyle } from '@stripe/stripe-js';
import { useSyncExternalStore } from 'react';

const DARK = '(prefers-color-scheme: dark)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(DARK);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Stripe's field is a page of its own, which the app's stylesheet cannot reach: it is given the app's colours. */
function readStyle(): StripeElementStyle {
  const tokens = getComputedStyle(document.documentElement);
  const colour = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim();
  return {
    base: {
      color: colour('ink'),
      iconColor: colour('ink-2'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      lineHeight: '24px',
      '::placeholder': { color: colour('ink-2') },
    },
    invalid: { color: colour('danger'), iconColor: colour('danger') },
  };
}

/** Read again when the scheme changes while the page is open. */
export function useElementStyle(): StripeElementStyle {
  useSyncExternalStore(subscribe, () => matchMedia(DARK).matches);
  return readStyle();
}
