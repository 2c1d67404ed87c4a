import { tidy } from './import/read-list.ts';

/** Two names with the same key are one name to a reader: 'ada  SWIFT' is Ada Swift. */
export const nameKey = (name: string): string => tidy(name).normalize('NFKC').toLowerCase();

export function hasNamesake(named: readonly { readonly name: string }[], name: string): boolean {
  const key = nameKey(name);
  return named.some((other) => nameKey(other.name) === key);
}
