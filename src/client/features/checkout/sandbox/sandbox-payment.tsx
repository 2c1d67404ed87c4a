import { type ChangeEvent, useRef } from 'react';
import { PayForm } from '../pay-form.tsx';
import type { PaymentFormProps } from '../payment-form-props.ts';
import { caretAfter, digitsOf, formatCvc, formatExpiry, formatNumber } from './card-text.ts';
import { TestCards } from './test-cards.tsx';
import { useSandboxCard } from './use-sandbox-card.ts';
import { Field, type FieldProps } from '../../../ui/field.tsx';
import type { CreditPackage } from '../../../../domain/credits/prices.ts';
import type { SandboxAuthentication } from '../../../../protocol/payments.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

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
        This charges no real card. It takes only the{' '}
        <a href="#test-cards" className="link font-[550]">
          test cards
        </a>{' '}
        below. Don’t enter your own.
      </p>
    </div>
  );
}

interface DigitsFieldProps extends Omit<FieldProps, 'onChange' | 'value' | 'type' | 'inputMode' | 'name'> {
  readonly value: string;
  readonly format: (text: string) => string;
  readonly onType: (text: string) => void;
}

/** Digits in groups. The field has no `name`, so that nothing of a card can ever stand in an address. */
function DigitsField({ format, onType, ...rest }: DigitsFieldProps) {
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = target;
    const next = format(typed);
    // Written here, before React does: a caret that jumps to the end makes a digit in the middle impossible to correct.
    target.value = next;
    if (document.activeElement === target) {
      const isInside = selectionStart !== null && selectionStart < typed.length;
      const caret = isInside ? caretAfter(next, digitsOf(typed.slice(0, selectionStart)).length) : next.length;
      target.setSelectionRange(caret, caret);
    }
    onType(next);
  };
  return <Field {...rest} inputMode="numeric" autoCorrect="off" spellCheck={false} onChange={change} />;
}

interface TestBankProps {
  readonly order: CreditPackage;
  readonly onAnswer: (answer: SandboxAuthentication['outcome']) => void;
}

/** Stands in for a real bank's own app. Closing it is an answer too: the payment was not confirmed. */
function TestBank({ order, onAnswer }: TestBankProps) {
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
