import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { SignedInViewer } from '../../../protocol/account.ts';
import type { CardField } from '../../../protocol/payments.ts';
import { readNext, withNext } from '../../session/next-page.ts';
import { Button } from '../../ui/button.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { Checkout } from './checkout.tsx';
import { readOrder } from './read-order.ts';

export interface CheckoutPageProps {
  readonly viewer: SignedInViewer;
  /** Comes with the page; null where the page did not come from the server. */
  readonly cardField: CardField | null;
}

export function CheckoutPage({ viewer, cardField }: CheckoutPageProps) {
  const [query] = useSearchParams();
  const order = readOrder(query);
  const next = readNext(query);
  // The checkout has a content policy of its own, so it is left as it is entered, by a page load.
  const goBack = () => window.location.assign(withNext('/buy-credits', next));
  return (
    <div className="page py-6 sm:py-10">
      <Button variant="quiet" className="-ms-5" onClick={goBack}>
        <BackIcon /> Back
      </Button>
      <h1 className="heading mt-4 text-32 sm:text-44">Confirm Purchase</h1>
      {order === undefined ? (
        <Message
          text="We don’t sell that package, so there’s nothing to pay. Go back and choose one."
          action={
            <Button variant="primary" onClick={goBack}>
              See the packages
            </Button>
          }
        />
      ) : cardField === null ? (
        <Message
          text="The checkout didn’t load completely. Reload the page when you have a connection."
          action={
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          }
        />
      ) : (
        <Checkout
          key={`${viewer.userId} ${order.amount}`}
          order={order}
          viewer={viewer}
          cardField={cardField}
          next={next}
        />
      )}
    </div>
  );
}

function Message({ text, action }: { readonly text: string; readonly action: ReactNode }) {
  return (
    <>
      <p role="alert" className="mt-4 max-w-xl text-18 text-ink-2">
        {text}
      </p>
      <div className="mt-6">{action}</div>
    </>
  );
}
