import { writeDecimal } from '../../../../domain/language.ts';

/** For example '+0.396': by how much the second is behind; '−' where it is ahead. */
export function writeDelta(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  const figure = writeDecimal(Math.abs(seconds), 3);
  const sign = Number(figure) === 0 ? '±' : seconds > 0 ? '+' : '−';
  return sign + figure;
}
