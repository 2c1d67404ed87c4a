import type { CreditPackage } from '../../../../domain/credits/prices.ts';
import type { SandboxAuthentication } from '../../../../protocol/payments.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export interface TestBankProps {
  readonly order: CreditPackage;
  readonly onAnswer: (answer: SandboxAuthentication['outcome']) => void;
}

/** What a real bank does in its own app. Closing it is an answer too: nobody has confirmed anything. */
export function TestBank({ order, onAnswer }: TestBankProps) {
  return (
    <Dialog
      open
      onClose={() => onAnswer('fail')}
      title="Test bank"
      footer={
        <>
          <Button onClick={() => onAnswer('fail')}>Fail authentication</Button>
          <Button variant="primary" onClick={() => onAnswer('complete')}>
            Complete authentication
          </Button>
        </>
      }
    >
      <p>
        A bank may ask its customer to confirm a payment. This one stands in for it: do you want to pay{' '}
        <strong className="digits font-[720]">${order.priceUsd}</strong> to Pushoff?
      </p>
      <p className="mt-3 text-ink-2">This is a test. No money moves either way.</p>
    </Dialog>
  );
}
