import type { CreditPackage } from '../../../../domain/credits/prices.ts';
import type { SandboxAuthentication } from '../../../../protocol/payments.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export interface TestBankProps {
  readonly order: CreditPackage;
  readonly onAnswer: (answer: SandboxAuthentication['outcome']) => void;
}

/** Stands in for a real bank's own app. Closing it is an answer too: the payment was not confirmed. */
export function TestBank({ order, onAnswer }: TestBankProps) {
  return (
    <Dialog
      open
      onClose={() => onAnswer('fail')}
      title="Test bank"
      footer={
        <>
          <Button onClick={() => onAnswer('fail')}>Fail</Button>
          <Button variant="primary" onClick={() => onAnswer('complete')}>
            Complete
          </Button>
        </>
      }
    >
      <p>
        The bank of this card wants to know whether it is you who pays{' '}
        <strong className="digits font-[720]">${order.priceUsd}</strong> to Pushoff. Complete the authentication, or let
        it fail.
      </p>
      <p className="mt-3 text-ink-2">This is a test. No money moves either way.</p>
    </Dialog>
  );
}
