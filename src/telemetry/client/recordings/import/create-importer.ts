import { describeFailure, describeWarning } from '../../../domain/read-texts.ts';
import type { Recording } from '../../../domain/recording.ts';
import { createObserved, type Observable } from '../../../../client/sync/observable.ts';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import type { RunLibrary } from '../../run-sync/run-library.ts';
import type { FileReaderQueue } from '../reading/file-reader.ts';
import { type ArchiveEntry, type ReadOutcome, warningsOf } from '../reading/read-outcome.ts';
import { addToRun, hasRoom, replaceSource, whereIs } from './add-to-run.ts';
import { buildRun, unusedWarning } from './build-run.ts';
import { chooseRun, type DataRun, type ReadUnit, spanOf } from './choose-run.ts';
import { type GivenFile, joinGiven } from './given-files.ts';
import { askedTable, type ImportRow, type ImportState, type ReadTable, signatureOf } from './import-row.ts';

/** Imports files as runs. It goes on while the user looks at another page. */
export interface Importer {
  readonly rows: Observable<readonly ImportRow[]>;
  /** Imports into new runs, or into the named one. Resolves when everything is read, or waits for an answer. */
  begin(given: readonly GivenFile[], intoRun: string | null): Promise<void>;
  cancel(rowId: string): void;
  /** The user has said which column is which; a table that is a run already is read into it again. */
  answer(rowId: string, mapping: object): Promise<void>;
  /** The user has said which recordings of an archive are wanted, by their paths. */
  choose(rowId: string, paths: readonly string[]): Promise<void>;
  dismiss(rowId: string): void;
}

/** The parts of a row that are not shown. */
type Row = Pick<ImportRow, 'title' | 'bytes'>;

interface Work {
  readonly files: readonly GivenFile[];
  readonly intoRun: string | null;
  readonly abort: AbortController;
  /** The recording of an archive that this row is about. */
  readonly entry: ArchiveEntry | null;
}

const CRASHED =
  'Reading this file was more than this browser could do. Close other tabs and try again, or export a shorter part.';
const RUN_FULL = 'This run has no room for more files. Remove one from it, or add this file as its own run.';
const KNOWN_VIDEO = 'This video is in your runs already, so we didn’t add it a second time.';
const NOT_STORED = 'This device has no room left for it. Free some space and choose the file again.';

/** Notes about a file beside that it was read. */
function notesOf(outcome: ReadOutcome): string[] {
  const notes = warningsOf(outcome).map(describeWarning);
  if (outcome.kind === 'data') return [...notes, ...unusedNote(outcome.read.recording)];
  if (outcome.kind !== 'video') return notes;
  const { withoutGps, skipped } = outcome;
  return [
    ...notes,
    ...(withoutGps === null ? [] : [describeFailure(withoutGps)]),
    ...skipped.map(({ failure }) => `We left out one of its files. ${describeFailure(failure)}`),
  ];
}

function unusedNote({ columns }: Recording): string[] {
  const unused = columns?.unused ?? [];
  return unused.length === 0 ? [] : [describeWarning(unusedWarning(unused))];
}

export function createImporter(library: RunLibrary, reader: FileReaderQueue, makeId: () => string): Importer {
  const rows = createObserved<readonly ImportRow[]>([]);
  const works = new Map<string, Work>();
  /** What the user has said about the columns of a row's table, now or before. */
  const mappings = new Map<string, object>();

  const show = (rowId: string, state: ImportState) =>
    rows.set(rows.getSnapshot().map((row) => (row.id === rowId ? { ...row, state } : row)));
  const drop = (rowId: string) => {
    works.delete(rowId);
    mappings.delete(rowId);
    rows.set(rows.getSnapshot().filter(({ id }) => id !== rowId));
  };
  const fail = (rowId: string, why: string) => show(rowId, { kind: 'failed', why });
  const showDone = (rowId: string, runId: string, outcome: ReadOutcome) => {
    const columns = outcome.kind === 'data' ? outcome.read.recording.columns : undefined;
    const source = library.runs
      .getSnapshot()
      ?.find(({ id }) => id === runId)
      ?.details.sources.at(-1);
    const table: ReadTable | null =
      columns === undefined || columns.unused.length === 0 || source === undefined
        ? null
        : { ...columns, sourceId: source.id };
    show(rowId, { kind: 'done', runId, notes: notesOf(outcome), ...(table !== null && { table }) });
  };

  /** Null when there is nothing, or nothing yet, to make a run of. */
  async function read(rowId: string, mapping: object | null): Promise<ReadUnit | null> {
    const work = works.get(rowId);
    if (work === undefined) return null;
    if (mapping !== null) mappings.set(rowId, mapping);
    const { files, abort, entry } = work;
    const outcome = await reader.read(
      files.map(({ file }) => file),
      {
        mapping,
        entry: entry?.path ?? null,
        signal: abort.signal,
        onProgress: (part) => show(rowId, { kind: 'reading', part }),
      },
    );
    if (outcome === null) return null;
    if (await hasChanged(files)) fail(rowId, describeFailure({ code: 'file-changes' }));
    else if (outcome.kind === 'crashed') fail(rowId, CRASHED);
    else if (outcome.kind === 'archive') show(rowId, { kind: 'choosing', entries: outcome.entries });
    else if (outcome.kind !== 'failed') return { files, outcome, name: entry?.name };
    else {
      const table = askedTable(outcome.failure);
      const known = mapping === null && table !== null ? await library.recallColumns(signatureOf(table)) : null;
      if (table === null) fail(rowId, describeFailure(outcome.failure));
      else if (known !== null) return read(rowId, known);
      else show(rowId, { kind: 'asking', table });
    }
    return null;
  }

  /** A video that is in the named run, or in any own run, already: its files are remembered anew, and nothing is added. */
  async function findAgain({ files, outcome }: ReadUnit, intoRun: string | null): Promise<string | null> {
    if (outcome.kind !== 'video') return null;
    const prints = outcome.chapters.map(({ fingerprint }) => fingerprint).join();
    for (const { id, role, details } of library.runs.getSnapshot() ?? []) {
      if (role !== 'owner' || (intoRun !== null && id !== intoRun)) continue;
      const video = details.videos.find(({ chapters }) => prints === chapters.map((each) => each.fingerprint).join());
      if (video === undefined) continue;
      await library.rememberVideo(video, whereIs({ files, outcome }));
      return id;
    }
    return null;
  }

  /** Returns the run that the files went into; null when the named one is full. `dropped` are runs of the same drop. */
  async function keep(unit: ReadUnit, intoRun: string | null, dropped: DataRun[]): Promise<string | null> {
    const { outcome } = unit;
    const find = (runId: string) => library.runs.getSnapshot()?.find(({ id }) => id === runId);
    const named = intoRun === null ? undefined : find(intoRun);
    if (named !== undefined && !hasRoom(named.details, unit)) return null;
    const takesIt = (run: LocalRun | undefined) => run !== undefined && hasRoom(run.details, unit);
    const met =
      named === undefined && outcome.kind === 'video'
        ? chooseRun(
            outcome,
            dropped.filter(({ runId }) => takesIt(find(runId))),
          )
        : null;
    const target = named ?? (met === null ? undefined : find(met.runId));
    if (target !== undefined) {
      await addToRun(library, target, unit, makeId, met?.alignment ?? null);
      return target.id;
    }
    const { details, samples } = buildRun(unit, makeId);
    const runId = await library.create(details, samples);
    for (const video of details.videos) await library.rememberVideo(video, whereIs(unit));
    if (outcome.kind === 'data') {
      const { recording } = outcome.read;
      dropped.push({ runId, clocks: recording.clocks, span: spanOf(recording.samples.time) });
    }
    return runId;
  }

  async function store(rowId: string, unit: ReadUnit, dropped: DataRun[]): Promise<void> {
    const work = works.get(rowId);
    if (work === undefined) return;
    try {
      const known = await findAgain(unit, work.intoRun);
      const runId = known ?? (await keep(unit, work.intoRun, dropped));
      if (known !== null) show(rowId, { kind: 'done', runId: known, notes: [KNOWN_VIDEO] });
      else if (runId === null) fail(rowId, RUN_FULL);
      else showDone(rowId, runId, unit.outcome);
    } catch (error) {
      console.warn('A run could not be stored.', error);
      fail(rowId, NOT_STORED);
    }
  }

  /** A table in which the user has named more columns takes the place of what was read of it. */
  async function readAgain(
    rowId: string,
    state: Extract<ImportState, { kind: 'done' }>,
    mapping: object,
  ): Promise<void> {
    show(rowId, { kind: 'reading', part: 0 });
    const unit = await read(rowId, { ...mappings.get(rowId), ...mapping });
    if (unit?.outcome.kind !== 'data') return;
    try {
      const isReplaced = await replaceSource(library, state.runId, state.table!.sourceId, unit.outcome, makeId);
      if (isReplaced) showDone(rowId, state.runId, unit.outcome);
      else fail(rowId, RUN_FULL);
    } catch (error) {
      console.warn('A run could not be stored.', error);
      fail(rowId, NOT_STORED);
    }
  }

  /** The rows of what is to be read, in place of those that a user who adds more has seen. */
  function open(
    units: readonly (Omit<Work, 'abort'> & { readonly id: string; readonly row: Row })[],
    without?: string,
  ) {
    const fresh = units.map(({ id, row, ...work }): ImportRow => {
      works.set(id, { ...work, abort: new AbortController() });
      return { id, ...row, intoRun: work.intoRun, state: { kind: 'reading', part: 0 } };
    });
    const kept = rows.getSnapshot().filter(({ id, state }) => state.kind !== 'done' && id !== without);
    rows.set([...fresh, ...kept]);
  }

  return {
    rows,
    async begin(given, intoRun) {
      const units = (await joinGiven(given)).map((unit) => ({ ...unit, id: makeId() }));
      const fresh = units.map(({ id, files }) => {
        const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
        const more = files.length === 1 ? '' : ` and ${files.length - 1} more`;
        const title = `${files[0]!.file.name}${more}`;
        return { id, files, intoRun, entry: null, row: { title, bytes } };
      });
      open(fresh);
      // Data is read before videos: it takes less time, and a video finds the run of its time stored.
      const dropped: DataRun[] = [];
      for (const { id } of units.toSorted((one, other) => Number(one.isMovie) - Number(other.isMovie))) {
        const unit = await read(id, null);
        if (unit !== null) await store(id, unit, dropped);
      }
    },
    cancel(rowId) {
      works.get(rowId)?.abort.abort();
      drop(rowId);
    },
    async answer(rowId, mapping) {
      const state = rows.getSnapshot().find(({ id }) => id === rowId)?.state;
      if (state?.kind === 'done' && state.table !== undefined) return void (await readAgain(rowId, state, mapping));
      if (state?.kind !== 'asking') return;
      show(rowId, { kind: 'reading', part: 0 });
      const again = await read(rowId, mapping);
      if (again === null) return;
      await library.rememberColumns(signatureOf(state.table), mapping);
      await store(rowId, again, []);
    },
    async choose(rowId, paths) {
      const state = rows.getSnapshot().find(({ id }) => id === rowId)?.state;
      const work = works.get(rowId);
      if (state?.kind !== 'choosing' || work === undefined || paths.length === 0) return;
      const { files, intoRun } = work;
      const chosen = state.entries
        .filter(({ path }) => paths.includes(path))
        .map((entry) => ({ id: makeId(), files, intoRun, entry, row: { title: entry.name, bytes: entry.bytes } }));
      works.delete(rowId);
      open(chosen, rowId);
      for (const { id } of chosen) {
        const unit = await read(id, null);
        if (unit !== null) await store(id, unit, []);
      }
    },
    dismiss: drop,
  };
}

/** Only a handle tells whether a file has changed since it was chosen. */
async function hasChanged(files: readonly GivenFile[]): Promise<boolean> {
  for (const { file, handle } of files) {
    if (handle === null) continue;
    const now = await handle.getFile().catch(() => null);
    if (now === null || now.size !== file.size || now.lastModified !== file.lastModified) return true;
  }
  return false;
}
