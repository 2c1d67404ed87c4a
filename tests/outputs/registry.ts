import { readCrossResults, readDetailedCsv, readBoardCsv, readPlainCsv, readUsaCycling, readWebscorer } from './readers/csv-files.ts';
import { readIof } from './readers/iof.ts';
import type { BrowserReader, Reader } from './readers/reading.ts';
import { readResultsJson } from './readers/results-json.ts';
import { readWorkbook } from './readers/workbook.ts';

/** One way in which results are told. */
export interface Output {
  readonly name: string;
  /** The modules of `src` that write it. */
  readonly from: readonly string[];
  readonly read?: Reader;
  /** Read in a browser. */
  readonly look?: BrowserReader;
}

export const outputs: readonly Output[] = [
  { name: 'results.json', from: ['src/protocol/results.ts', 'src/server/http/result-routes.ts'], read: readResultsJson },
  { name: 'board.csv', from: ['src/server/http/result-routes.ts'], read: readBoardCsv },
  { name: 'CSV', from: ['src/domain/timing/csv.ts'], read: readPlainCsv },
  { name: 'detailed CSV', from: ['src/domain/timing/csv.ts'], read: readDetailedCsv },
  { name: 'workbook', from: ['src/domain/exports/export-race.ts'], read: readWorkbook },
  { name: 'USA Cycling', from: ['src/domain/exports/export-race.ts'], read: readUsaCycling },
  { name: 'CrossResults', from: ['src/domain/exports/export-race.ts'], read: readCrossResults },
  { name: 'Webscorer', from: ['src/domain/exports/export-race.ts'], read: readWebscorer },
  { name: 'IOF XML', from: ['src/domain/exports/export-race.ts'], read: readIof },
];
