/** What is known of a card once it was tried. */
export type Confirmation =
  | { readonly status: 'succeeded' | 'processing' }
  /** The bank said no. The same payment can be tried again. */
  | { readonly status: 'failed'; readonly message: string }
  /** It never came to a bank: nothing can have been charged. */
  | { readonly status: 'refused'; readonly message: string }
  /** It was sent and no answer arrived: it may have gone through. */
  | { readonly status: 'unknown' };

/** Where a card is typed, whoever takes it: the payment knows no provider. */
export interface CardEntry {
  /** Whether it can be sent. If not, the place itself says what is missing. */
  check(): boolean;
  /** Resolves when nothing more is to be done here, a question of the bank included. */
  confirm(clientSecret: string): Promise<Confirmation>;
}
