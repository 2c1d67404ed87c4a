import type { CreditPackage } from '../../../domain/credits/prices.ts';
import type { CardEntry } from './card-entry.ts';

/** The props of every form that takes a card. */
export interface PaymentFormProps {
  readonly order: CreditPackage;
  readonly isPaying: boolean;
  readonly onPay: (card: CardEntry) => void;
}
