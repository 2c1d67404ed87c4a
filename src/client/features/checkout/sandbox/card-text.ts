/** Typed text in the groups in which it stands on a card. Anything but digits is dropped. */

const AMERICAN_EXPRESS = /^3[47]/;
const MOST_DIGITS = 19;

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

export const isAmericanExpress = (number: string): boolean => AMERICAN_EXPRESS.test(digitsOf(number));

export function formatNumber(text: string): string {
  const digits = digitsOf(text).slice(0, MOST_DIGITS);
  if (!isAmericanExpress(digits)) return (digits.match(/.{1,4}/g) ?? []).join(' ');
  return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter(Boolean).join(' ');
}

/** MM/YY. A year of four digits, as some browsers fill it in, is accepted: it is read as the same year. */
export function formatExpiry(text: string): string {
  const typed = digitsOf(text);
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed;
  const year = digits.slice(2, digits.startsWith('20', 2) ? 6 : 4);
  return year === '' ? digits : `${digits.slice(0, 2)}/${year}`;
}

export const formatCvc = (text: string): string => digitsOf(text).slice(0, 4);

/** The position of the caret after as many digits as before. */
export function caretAfter(formatted: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < formatted.length; index += 1) {
    if (seen === digits) return index;
    if (/\d/.test(formatted[index]!)) seen += 1;
  }
  return formatted.length;
}

export interface CardTexts {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

export interface Expiry {
  readonly month: number;
  readonly year: number;
}

export function readExpiry(text: string): Expiry | null {
  const [, month, year] = /^(\d\d)\/(?:20)?(\d\d)$/.exec(text) ?? [];
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return null;
  return { month: Number(month), year: 2000 + Number(year) };
}

/** A card is good until the end of its month. */
export function hasExpired({ month, year }: Expiry, today: Date): boolean {
  return year * 12 + month - 1 < today.getFullYear() * 12 + today.getMonth();
}
