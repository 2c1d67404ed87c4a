import { lazy, Suspense, useRef } from 'react';
import type { CreditPackage } from '../../../domain/credits/prices.ts';
import type { SignedInViewer } from '../../../protocol/account.ts';
import type { CardField } from '../../../protocol/payments.ts';
import { useObservable, useSync } from '../../sync/use-sync.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { LoadingRegion } from '../../ui/skeleton.tsx';
import { OrderSummary } from './order-summary.tsx';
import type { PaymentFormProps } from './payment-form-props.ts';
import { SandboxPayment } from './sandbox/sandbox-payment.tsx';
import { usePayment } from './use-payment.ts';
import { WaitingPanel } from './waiting-panel.tsx';

/** Loaded apart: the sandbox has no use for it. */
const StripePayment = lazy(() => import('./stripe/stripe-payment.tsx').then((m) => ({ default: m.StripePayment })));

export interface CheckoutProps {
  readonly order: CreditPackage;
  readonly viewer: SignedInViewer;
  readonly cardField: CardField;
  /** The page that the credits are bought for; null where there is none. */
  readonly next: string | null;
}

export function Checkout({ order, viewer, cardField, next }: CheckoutProps) {
  const credits = useObservable(useSync()?.account, null)?.credits ?? viewer.credits;
  const { now, flow } = usePayment(order, viewer.userId, credits, next);
  const form = useRef<HTMLDivElement>(null);
  const payWithAnotherCard = () => {
    flow.payWithAnotherCard();
    // The pressed button disappears during the wait.
    requestAnimationFrame(() => form.current?.focus());
  };
  const isForm = now.step === 'entering' || now.step === 'paying';
  return (
    <div className="mt-6 grid gap-6 sm:mt-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-10">
      <div className="lg:order-last">
        <OrderSummary order={order} balance={credits} email={viewer.email} isToCome={isForm} />
      </div>
      <div className="min-w-0 rounded-card border border-line bg-card p-5 shadow-card sm:p-8">
        {now.step === 'looking' && <Looking />}
        {now.step === 'waiting' && <WaitingPanel waiting={now} onPayWithAnotherCard={payWithAnotherCard} />}
        {now.step === 'paid' && <Paid amount={order.amount} next={next} />}
        {/* The hidden form keeps what was typed, in case it is needed again. */}
        <div ref={form} tabIndex={-1} hidden={!isForm} className="outline-none">
          <CardForm
            cardField={cardField}
            order={order}
            isPaying={now.step === 'paying'}
            onPay={(card) => void flow.pay(card)}
          />
        </div>
      </div>
    </div>
  );
}

function CardForm({ cardField, ...form }: PaymentFormProps & { readonly cardField: CardField }) {
  if (cardField.provider === 'sandbox') return <SandboxPayment {...form} />;
  return (
    <Suspense fallback={<Looking />}>
      <StripePayment {...form} publishableKey={cardField.publishableKey} />
    </Suspense>
  );
}

function Looking() {
  return <LoadingRegion bars={['h-6 w-1/2', 'mt-4 h-12 w-full', 'mt-6 h-16 w-full']} />;
}

function Paid({ amount, next }: { readonly amount: number; readonly next: string | null }) {
  return (
    <div>
      <CheckIcon className="size-8 text-good" />
      <h2 className="heading mt-4 text-24">{amount} credits added</h2>
      <p className="mt-2 text-ink-2">
        <a href={next ?? '/homepage'} className="link text-ink">
          {next === null ? 'To your homepage' : 'Go on where you were'}
        </a>
      </p>
    </div>
  );
}
