import { errors } from '../../../../protocol/errors.ts';
import { findTestCard } from '../../../../protocol/payments.ts';
import { type CardTexts, digitsOf, hasExpired, readExpiry } from './card-text.ts';

/** The problem of each field, in words to stand beside it. */
export type CardProblems = { readonly [field in keyof CardTexts]?: string | undefined };

/** A number that is not for tests may be a real card: it is refused here and never sent anywhere. */
export function checkCard({ number, expiry, cvc }: CardTexts, today: Date): CardProblems {
  return {
    ...(digitsOf(number) === ''
      ? { number: 'Enter the number of a test card.' }
      : findTestCard(number) === undefined && { number: errors['card-not-for-tests'].text }),
    ...checkExpiry(expiry, today),
    ...(!/^\d{3,4}$/.test(cvc) && { cvc: 'Enter 3 or 4 digits.' }),
  };
}

function checkExpiry(text: string, today: Date): CardProblems {
  const expiry = readExpiry(text);
  if (expiry === null) return { expiry: 'Enter month and year as MM/YY.' };
  return hasExpired(expiry, today) ? { expiry: 'The expiry date must be in the future.' } : {};
}
