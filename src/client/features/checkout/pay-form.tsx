import type { FormEvent, ReactNode, Ref } from 'react';
import type { CreditPackage } from '../../../domain/credits/prices.ts';
import { Button } from '../../ui/button.tsx';

export interface PayFormProps {
  readonly order: CreditPackage;
  readonly isPaying: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement> | undefined;
  /** The field for the card is not there yet. */
  readonly isDisabled?: boolean;
  readonly onPay: () => void;
  readonly children: ReactNode;
}

/** The card's field, and the one button. Enter in any field presses it. */
export function PayForm({ order, isPaying, buttonRef, isDisabled = false, onPay, children }: PayFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPay();
  };
  return (
    <form noValidate aria-label="Card" onSubmit={submit}>
      {children}
      <Button
        ref={buttonRef}
        type="submit"
        variant="primary"
        size="timing"
        busy={isPaying}
        disabled={isDisabled}
        className="mt-6 w-full"
      >
        Pay Now · ${order.priceUsd}
      </Button>
      <p className="mt-3 text-center text-14 text-ink-2">Once. No subscription.</p>
    </form>
  );
}
