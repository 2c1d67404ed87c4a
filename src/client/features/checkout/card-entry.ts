/** The outcome of a card once it was tried. */
export type Confirmation =
  | { readonly status: 'succeeded' | 'processing' }
  /** The bank refused. The same payment can be tried again. */
  | { readonly status: 'failed'; readonly message: string }
  /** The card never reached a bank: nothing can have been charged. */
  | { readonly status: 'refused'; readonly message: string }
  /** The card was sent and no answer arrived: the payment may have gone through. */
  | { readonly status: 'unknown' };

/** The form for a card, of any provider: the payment flow knows no provider. */
export interface CardEntry {
  /** Whether the card can be sent. If not, the form itself says what is missing. */
  check(): boolean;
  /** Resolves when nothing more is to be done here, a question of the bank included. */
  confirm(clientSecret: string): Promise<Confirmation>;
}
