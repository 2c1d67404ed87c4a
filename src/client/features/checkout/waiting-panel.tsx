import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/icons.tsx';
import type { Waiting } from './payment-flow.ts';

export interface WaitingPanelProps {
  readonly waiting: Waiting;
  readonly onPayWithAnotherCard: () => void;
}

const RECEIVED = 'Payment received. Adding your credits…';
const UNKNOWN = 'Checking your payment…';

export function WaitingPanel({ waiting, onPayWithAnotherCard }: WaitingPanelProps) {
  const { isReceived, isLong, mayPayAgain } = waiting;
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone with the form: without this the keyboard would start again at the top.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <Spinner className="size-8" />
      <h2 ref={heading} tabIndex={-1} className="heading mt-4 text-24 outline-none">
        {isReceived ? RECEIVED : UNKNOWN}
      </h2>
      <div className="mt-2 flex flex-col gap-3 text-ink-2" role="status">
        {!isReceived && <p>We’re still waiting to hear about your payment. You won’t be charged twice.</p>}
        {isReceived && !isLong && <p>This takes a few seconds.</p>}
        {isLong && <LongWait isReceived={isReceived} />}
      </div>
      {mayPayAgain && (
        <Button className="mt-6" onClick={onPayWithAnotherCard}>
          Pay with another card
        </Button>
      )}
    </div>
  );
}

function LongWait({ isReceived }: { readonly isReceived: boolean }) {
  return (
    <p>
      It takes longer than usual. {isReceived ? 'Your credits' : 'If your payment went through, the credits'} arrive by
      themselves, also when you close this page. You find them in your{' '}
      <a href="/account#credits" className="link text-ink">
        credit history
      </a>
      .
    </p>
  );
}
