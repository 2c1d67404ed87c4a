import { parseRows } from '../../../src/telemetry/client/recordings/reading/read-csv.ts';
import type { TableRows } from '../../../src/telemetry/domain/table/rows.ts';

/** Rows as the client passes them to the domain. */
export function splitCsv(text: string): TableRows {
  return parseRows(text).rows;
}
