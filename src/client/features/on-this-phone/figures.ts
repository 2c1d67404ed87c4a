import { writePlain } from '../../../domain/language.ts';

/** The value below which this share of the values lies. */
export function shareOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** With one decimal: what a phone's clock tells apart. */
export const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The same as the reader's language writes it. */
export const written = (value: number): string => writePlain(tenths(value));
