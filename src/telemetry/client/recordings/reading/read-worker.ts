import type { ColumnMapping } from '../../../domain/column-mapping.ts';
import { readFiles } from './read-files.ts';
import type { ReadOutcome, ReadReport, ReadRequest } from './read-outcome.ts';

/** Reads away from the page, so that nothing on it waits. One request at a time; ending the worker cancels it. */
const page = self as unknown as {
  postMessage(report: ReadReport, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ReadRequest>) => void): void;
};

/** Least progress that is reported: a progress bar needs no finer one. */
const LEAST_STEP = 0.01;

page.addEventListener('message', ({ data: { id, files, mapping, entry } }) => {
  let told = 0;
  const tell = (part: number) => {
    if (part < told + LEAST_STEP) return;
    told = part;
    page.postMessage({ id, kind: 'progress', part });
  };
  readFiles(files, (mapping ?? undefined) as ColumnMapping | undefined, tell, entry)
    .then((outcome) => page.postMessage({ id, kind: 'outcome', outcome }, columnsOf(outcome)))
    // A rejection alone would not reach the page.
    .catch((error: unknown) => reportError(error));
});

/** The columns are transferred, not copied. Two channels may share their memory. */
function columnsOf(outcome: ReadOutcome): Transferable[] {
  const read = outcome.kind === 'data' || outcome.kind === 'video' ? outcome.read : null;
  if (read === null) return [];
  const { samples } = read.recording;
  return [
    ...new Set(
      [read.packed, samples.time, ...Object.values(samples.channels)].map(({ buffer }) => buffer as ArrayBuffer),
    ),
  ];
}
