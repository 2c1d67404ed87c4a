import { MAX_POINTS_TABLE } from '../../../../protocol/limits.ts';

/** '25, 20, 16' or '25 20 16'. Null for a table with a hole, with words, or where a later place gets more. */
export function readPoints(text: string): number[] | null {
  const hasCommas = /[,;]/.test(text);
  const parts = text
    .split(hasCommas ? /[,;]/ : /\s/)
    .map((part) => part.trim())
    .filter((part, index, all) => part !== '' || (hasCommas && index < all.length - 1));
  const numbers = parts.map((part) => (/^\d{1,5}(?:\.\d{1,3})?$/.test(part) ? Number(part) : Number.NaN));
  const isBroken = numbers.some((value, index) => Number.isNaN(value) || (index > 0 && value > numbers[index - 1]!));
  return isBroken || numbers.length === 0 || numbers.length > MAX_POINTS_TABLE ? null : numbers;
}
