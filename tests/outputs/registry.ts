import type { BrowserReader, Reader } from './readers/reading.ts';
import { readResultsJson } from './readers/results-json.ts';

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
];
