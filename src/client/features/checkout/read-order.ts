import { type CreditPackage, findPackage } from '../../../domain/credits/prices.ts';

/** The order in the address: one of the known packages, or nothing. An address may contain anything. */
export function readOrder(query: URLSearchParams): CreditPackage | undefined {
  const [amount, price] = [query.get('amount'), query.get('price')];
  if (!amount || !price) return undefined;
  return findPackage(Number(amount), Number(price));
}
