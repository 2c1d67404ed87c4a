import { parseRows } from '../../../src/client/recordings/reading/read-csv.ts';
import type { TableRows } from '../../../src/domain/telemetry/table/rows.ts';

/** Rows as the client passes them to the domain. */
export function splitCsv(text: string): TableRows {
  return parseRows(text).rows;
}
