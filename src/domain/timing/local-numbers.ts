import { LANGUAGE } from '../language.ts';
import type { Separator } from './csv-cells.ts';

/**
 * Signs with which a spreadsheet of one country reads a file: a number with another decimal sign would be a text to it, or a
 * day.
 */
export interface LocalNumbers {
  readonly decimal: string;
  /** Between columns: the sign that the country's decimal comma leaves free. */
  readonly separator: Separator;
}

/** `locales`: those of the reader. The first one in the language of the page counts; without any, the language alone. */
export function localNumbers(locales: readonly string[] = [], language: string = LANGUAGE): LocalNumbers {
  const locale = locales.find((each) => each.split('-', 1)[0] === language) ?? language;
  const decimal = (0.5).toLocaleString(locale).charAt(1);
  // Switzerland and Liechtenstein split at semicolons, though they write a point.
  return { decimal, separator: decimal === ',' || /-(?:CH|LI)$/.test(locale) ? ';' : ',' };
}
