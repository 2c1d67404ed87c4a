import { describeFailure, describeWarning } from '../../../../../domain/telemetry/read-texts.ts';
import { createObserved, type Observable } from '../../../../sync/observable.ts';
import type { RunLibrary } from '../../library/run-library.ts';
import type { FileReaderQueue } from '../../reading/file-reader.ts';
import { type ReadOutcome, warningsOf } from '../../reading/read-outcome.ts';
import { addToRun } from './add-to-run.ts';
import { buildRun } from './build-run.ts';
import { type GivenFile, joinGiven } from './given-files.ts';
import { type ImportRow, type ImportState, signatureOf } from './import-row.ts';
import { planRuns, type ReadUnit, type RunPlan } from './plan-runs.ts';

/** Files on their way to become runs. It goes on while the user looks at another page. */
export interface Importer {
  readonly rows: Observable<readonly ImportRow[]>;
  /** Into new runs, or into the one that is named. Done when everything is read, or waits for an answer. */
  begin(given: readonly GivenFile[], intoRun: string | null): Promise<void>;
  cancel(rowId: string): void;
  /** The user has said which column is which. */
  answer(rowId: string, mapping: object): Promise<void>;
  dismiss(rowId: string): void;
}

/** What a row needs beside what it shows. */
interface Work {
  readonly files: readonly GivenFile[];
  readonly intoRun: string | null;
  readonly abort: AbortController;
}

interface Read {
  readonly rowId: string;
  readonly unit: ReadUnit;
}

const CRASHED =
  'Reading this file was more than this browser could do. Close other tabs and try again, or export a shorter part.';
const NOT_STORED = 'This device has no room left for it. Free some space and choose the file again.';

/** What is to be said about a file beside that it was read. */
function notesOf(outcome: ReadOutcome): string[] {
  const notes = warningsOf(outcome).map(describeWarning);
  if (outcome.kind !== 'video') return notes;
  const { withoutGps, skipped } = outcome;
  return [
    ...notes,
    ...(withoutGps === null ? [] : [describeFailure(withoutGps)]),
    ...skipped.map(({ failure }) => `One of its files was left out. ${describeFailure(failure)}`),
  ];
}

const filesOf = (files: readonly GivenFile[]) => files.map(({ file, handle }) => handle ?? file);

export function createImporter(library: RunLibrary, reader: FileReaderQueue, makeId: () => string): Importer {
  const rows = createObserved<readonly ImportRow[]>([]);
  const works = new Map<string, Work>();

  const show = (rowId: string, state: ImportState) =>
    rows.set(rows.getSnapshot().map((row) => (row.id === rowId ? { ...row, state } : row)));
  const drop = (rowId: string) => {
    works.delete(rowId);
    rows.set(rows.getSnapshot().filter(({ id }) => id !== rowId));
  };
  const fail = (rowId: string, why: string) => show(rowId, { kind: 'failed', why });

  /** Null when there is nothing, or nothing yet, to make a run of. */
  async function read(rowId: string, mapping: object | null): Promise<Read | null> {
    const work = works.get(rowId);
    if (work === undefined) return null;
    const { files, abort } = work;
    const outcome = await reader.read(
      files.map(({ file }) => file),
      { mapping, signal: abort.signal, onProgress: (part) => show(rowId, { kind: 'reading', part }) },
    );
    if (outcome === null) return null;
    if (await hasChanged(files)) fail(rowId, describeFailure({ code: 'file-changes' }));
    else if (outcome.kind === 'crashed') fail(rowId, CRASHED);
    else if (outcome.kind !== 'failed') return { rowId, unit: { files, outcome } };
    else if (outcome.failure.code !== 'csv-columns-unknown') fail(rowId, describeFailure(outcome.failure));
    else {
      const known = mapping === null ? await library.recallColumns(signatureOf(outcome.failure)) : null;
      if (known !== null) return read(rowId, known);
      show(rowId, { kind: 'asking', table: outcome.failure });
    }
    return null;
  }

  async function create(plan: RunPlan): Promise<string> {
    const { details, samples } = buildRun(plan, makeId);
    const runId = await library.create(details, samples);
    for (const [index, video] of details.videos.entries()) {
      await library.rememberVideo(video, filesOf(plan.videos[index]!.unit.files));
    }
    return runId;
  }

  async function store(reads: readonly Read[]): Promise<void> {
    const rowOf = (unit: ReadUnit) => reads.find((each) => each.unit.files === unit.files)!.rowId;
    const keep = async (units: readonly ReadUnit[], work: () => Promise<string>) => {
      try {
        const runId = await work();
        for (const unit of units) show(rowOf(unit), { kind: 'done', runId, notes: notesOf(unit.outcome) });
      } catch (error) {
        console.warn('A run could not be stored.', error);
        for (const unit of units) fail(rowOf(unit), NOT_STORED);
      }
    };
    const fresh: ReadUnit[] = [];
    for (const { rowId, unit } of reads) {
      const runId = works.get(rowId)?.intoRun ?? null;
      if (runId === null) fresh.push(unit);
      else
        await keep([unit], async () => {
          await addToRun(library, runId, unit, makeId);
          return runId;
        });
    }
    for (const plan of planRuns(fresh)) {
      const units = [...(plan.data === null ? [] : [plan.data]), ...plan.videos.map(({ unit }) => unit)];
      await keep(units, () => create(plan));
    }
  }

  return {
    rows,
    async begin(given, intoRun) {
      const fresh = (await joinGiven(given)).map((files) => {
        const id = makeId();
        works.set(id, { files, intoRun, abort: new AbortController() });
        const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
        const more = files.length === 1 ? '' : ` and ${files.length - 1} more`;
        const title = `${files[0]!.file.name}${more}`;
        return { id, title, bytes, intoRun, state: { kind: 'reading', part: 0 } } as const;
      });
      // What is done has been seen by whoever brings more.
      rows.set([...fresh, ...rows.getSnapshot().filter(({ state }) => state.kind !== 'done')]);
      const reads = await Promise.all(fresh.map(({ id }) => read(id, null)));
      await store(reads.filter((each) => each !== null));
    },
    cancel(rowId) {
      works.get(rowId)?.abort.abort();
      drop(rowId);
    },
    async answer(rowId, mapping) {
      const state = rows.getSnapshot().find(({ id }) => id === rowId)?.state;
      if (state?.kind !== 'asking') return;
      show(rowId, { kind: 'reading', part: 0 });
      const again = await read(rowId, mapping);
      if (again === null) return;
      await library.rememberColumns(signatureOf(state.table), mapping);
      await store([again]);
    },
    dismiss: drop,
  };
}

/** Only a handle tells what has become of a file since it was chosen. */
async function hasChanged(files: readonly GivenFile[]): Promise<boolean> {
  for (const { file, handle } of files) {
    if (handle === null) continue;
    const now = await handle.getFile().catch(() => null);
    if (now === null || now.size !== file.size || now.lastModified !== file.lastModified) return true;
  }
  return false;
}
