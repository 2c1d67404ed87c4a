import type { CreditPackage } from '../../../domain/credits/prices.ts';
import type { CardEntry } from './card-entry.ts';

/** What every way of taking a card gets. */
export interface PaymentFormProps {
  readonly order: CreditPackage;
  readonly isPaying: boolean;
  readonly onPay: (card: CardEntry) => void;
}
