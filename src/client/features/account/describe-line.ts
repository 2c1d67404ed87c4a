import type { CreditKind, CreditLine } from '../../../protocol/payments.ts';

const WORDS: Readonly<Record<CreditKind, string>> = {
  welcome: 'Welcome gift',
  grant: 'Gift from Pushoff',
  purchase: 'Purchase',
  event: 'Event',
  racer: 'Racer',
  refund: 'Refund',
  adjustment: 'Adjustment',
};

/** What a movement was for: a word, and the name of what was paid for while it exists. */
export function describeLine({ kind, subject }: CreditLine): { readonly what: string; readonly name: string | null } {
  return { what: WORDS[kind], name: subject };
}

/** With a true minus: a hyphen is easily overlooked before a figure. */
export const describeAmount = (amount: number): string => (amount < 0 ? `−${-amount}` : `+${amount}`);
