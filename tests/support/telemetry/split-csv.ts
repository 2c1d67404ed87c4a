import Papa from 'papaparse';
import { guessDelimiter } from '../../../src/domain/telemetry/table/guess-delimiter.ts';

/** Rows as the client passes them to the domain. */
export function splitCsv(text: string): string[][] {
  return Papa.parse<string[]>(text, { delimiter: guessDelimiter(text.slice(0, 65_536)) }).data;
}
