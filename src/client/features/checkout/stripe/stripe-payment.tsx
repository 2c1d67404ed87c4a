import { CardElement, Elements, useElements } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElementChangeEvent, StripeElementLocale, StripeElementStyle } from '@stripe/stripe-js';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import { WarningIcon } from '../../../ui/icons.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { LoadingRegion } from '../../../ui/skeleton.tsx';
import type { CardEntry } from '../card-entry.ts';
import { PayForm } from '../pay-form.tsx';
import type { PaymentFormProps } from '../payment-form-props.ts';
import { readOutcome } from './read-outcome.ts';
import { loadStripe } from '@stripe/stripe-js/pure';
import { LANGUAGE } from '../../../../domain/language.ts';
import { takeWhenThere } from '../../../loading/take-when-there.ts';

export interface StripePaymentProps extends PaymentFormProps {
  readonly publishableKey: string;
}

export function StripePayment({ publishableKey, ...form }: StripePaymentProps) {
  const script = useStripeScript(publishableKey);
  if (script.state === 'ready') {
    return (
      <Elements stripe={script.stripe}>
        <StripeForm {...form} stripe={script.stripe} />
      </Elements>
    );
  }
  return (
    <PayForm {...form} isDisabled onPay={() => undefined}>
      {script.state === 'failed' ? (
        <Notice tone="bad">
          <p>We couldn’t load the card field. Check your connection, and whether something blocks js.stripe.com.</p>
          <Button className="mt-3" onClick={script.tryAgain}>
            Try again
          </Button>
        </Notice>
      ) : (
        <LoadingRegion label="Loading the card field" bars={['mb-2 h-5 w-24', 'h-12 w-full']} />
      )}
    </PayForm>
  );
}

const INCOMPLETE = 'Enter the card number, expiry date and code.';

/** The field is Stripe's, inside a frame of theirs: this page never sees what is typed there. */
function StripeForm({ order, isPaying, onPay, stripe }: PaymentFormProps & { readonly stripe: Stripe }) {
  const elements = useElements();
  const style = useElementStyle();
  const id = useId();
  const [typed, setTyped] = useState<StripeCardElementChangeEvent | null>(null);
  const [wasPressed, setWasPressed] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const problem = typed?.error?.message ?? (wasPressed && typed?.complete !== true ? INCOMPLETE : null);

  const cardElement = () => elements?.getElement(CardElement) ?? null;
  const entry: CardEntry = {
    check() {
      setWasPressed(true);
      const isWhole = typed?.complete === true && cardElement() !== null;
      if (!isWhole) cardElement()?.focus();
      return isWhole;
    },
    async confirm(clientSecret) {
      const card = cardElement();
      if (card === null) return { status: 'refused', message: INCOMPLETE };
      return readOutcome(await stripe.confirmCardPayment(clientSecret, { payment_method: { card } }));
    },
  };

  return (
    <PayForm order={order} isPaying={isPaying} onPay={() => onPay(entry)}>
      <p id={id} className="mb-1.5 text-14 font-[650]">
        Card
      </p>
      <div
        role="group"
        aria-labelledby={id}
        {...(problem === null ? {} : { 'aria-describedby': `${id}-problem` })}
        className={`rounded-button border bg-card px-4 py-3 ${problem === null ? 'border-line-strong' : 'border-danger'} ${hasFocus ? 'outline-3 outline-offset-2 outline-focus' : ''}`}
      >
        <CardElement
          options={{ style, hidePostalCode: true, disableLink: true, disabled: isPaying }}
          onChange={setTyped}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
          onReady={() => setIsLost(false)}
          onLoadError={() => setIsLost(true)}
        />
      </div>
      <div role="alert">
        {problem !== null && (
          <p id={`${id}-problem`} className="mt-1.5 flex items-start gap-1.5 text-14 font-[550] text-danger">
            <WarningIcon className="mt-0.5 size-4" />
            <span>{problem}</span>
          </p>
        )}
      </div>
      {isLost && (
        <Notice tone="bad" className="mt-3">
          We couldn’t load the card field.{' '}
          <button type="button" className="link font-[650]" onClick={() => window.location.reload()}>
            Reload the page
          </button>
        </Notice>
      )}
      <p className="mt-3 text-14 text-ink-2">
        The card goes straight to Stripe, which takes the payment. Pushoff never sees its number.
      </p>
    </PayForm>
  );
}

type StripeScript =
  | { readonly state: 'loading' | 'failed'; readonly tryAgain: () => void }
  | { readonly state: 'ready'; readonly stripe: Stripe };

/** Stripe's own script, loaded here and on no other page. */
function useStripeScript(publishableKey: string): StripeScript {
  const [loaded, setLoaded] = useState<Stripe | 'loading' | 'failed'>('loading');
  const [tries, setTries] = useState(0);

  useEffect(() => {
    const loading = loadStripe(publishableKey, { locale: LANGUAGE as StripeElementLocale }).catch(() => null);
    return takeWhenThere(loading, (stripe) => setLoaded(stripe ?? 'failed'));
  }, [publishableKey, tries]);

  if (typeof loaded !== 'string') return { state: 'ready', stripe: loaded };
  const tryAgain = () => {
    setLoaded('loading');
    setTries(tries + 1);
  };
  return { state: loaded, tryAgain };
}

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
function useElementStyle(): StripeElementStyle {
  useSyncExternalStore(subscribe, () => matchMedia(DARK).matches);
  return readStyle();
}
