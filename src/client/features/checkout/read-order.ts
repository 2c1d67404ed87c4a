import { type CreditPackage, findPackage } from '../../../domain/credits/prices.ts';

/** What the address asks for: our own package, or nothing. Anybody can type an address. */
export function readOrder(query: URLSearchParams): CreditPackage | undefined {
  const [amount, price] = [query.get('amount'), query.get('price')];
  if (!amount || !price) return undefined;
  return findPackage(Number(amount), Number(price));
}
