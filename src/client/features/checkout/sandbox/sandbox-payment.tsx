import { useRef } from 'react';
import { PayForm } from '../pay-form.tsx';
import type { PaymentFormProps } from '../payment-form-props.ts';
import { formatCvc, formatExpiry, formatNumber } from './card-text.ts';
import { DigitsField } from './digits-field.tsx';
import { TestBank } from './test-bank.tsx';
import { TestCards } from './test-cards.tsx';
import { useSandboxCard } from './use-sandbox-card.ts';

export function SandboxPayment({ order, isPaying, onPay }: PaymentFormProps) {
  const { entry, card, problems, idOf, type, choose, answerBank } = useSandboxCard();
  const payButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <TestMode />
      <PayForm order={order} isPaying={isPaying} buttonRef={payButton} onPay={() => onPay(entry)}>
        <div className="grid grid-cols-2 gap-x-4 gap-y-5">
          <DigitsField
            id={idOf('number')}
            className="col-span-2"
            label="Card number"
            placeholder="4242 4242 4242 4242"
            autoComplete="cc-number"
            readOnly={isPaying}
            error={problems.number}
            value={card.number}
            format={formatNumber}
            onType={(text) => type('number', text)}
          />
          <DigitsField
            id={idOf('expiry')}
            label="Expiry"
            placeholder="MM/YY"
            autoComplete="cc-exp"
            readOnly={isPaying}
            error={problems.expiry}
            value={card.expiry}
            format={formatExpiry}
            onType={(text) => type('expiry', text)}
          />
          <DigitsField
            id={idOf('cvc')}
            label="CVC"
            placeholder="123"
            autoComplete="cc-csc"
            readOnly={isPaying}
            error={problems.cvc}
            value={card.cvc}
            format={formatCvc}
            onType={(text) => type('cvc', text)}
          />
        </div>
      </PayForm>
      <TestCards
        typed={card.number}
        isLocked={isPaying}
        onChoose={(chosen) => {
          choose(chosen);
          // Focus goes to the next step, which may be out of view; a field would only bring up the phone's keyboard.
          payButton.current?.focus();
        }}
      />
      {answerBank && <TestBank order={order} onAnswer={answerBank} />}
    </>
  );
}

function TestMode() {
  return (
    <div className="mb-6 rounded-button bg-soft px-4 py-3">
      <p className="inline-flex items-center gap-1.5 font-[720] text-waiting-ink">
        <span aria-hidden="true" className="size-2 rounded-full bg-waiting" />
        Test mode
      </p>
      <p className="mt-1">
        No real card is charged here. Only the{' '}
        <a href="#test-cards" className="link font-[550]">
          test cards
        </a>{' '}
        below are taken; do not enter your own.
      </p>
    </div>
  );
}
