import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { CallError } from '../../../client/session/create-call.ts';
import type { LocalRun } from '../run-sync/stored-run.ts';
import { useRunLibrary } from '../run-sync/use-run-library.ts';
import { takeWhenThere } from '../../../client/loading/take-when-there.ts';

export type OpenedRun =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: CallError; readonly retry: () => void }
  | { readonly state: 'open'; readonly run: LocalRun; readonly samples: LoadedSamples };

/** Samples are loaded source by source: charts of the first appear while another is still on its way. */
export interface LoadedSamples {
  /** As they are stored: unpacked in the worker that derives from them. */
  readonly bySource: ReadonlyMap<string, Uint8Array>;
  readonly problems: ReadonlyMap<string, CallError>;
  readonly isLoading: boolean;
}

export function useRun(runId: string, linkKey: string | null): OpenedRun {
  const library = useRunLibrary();
  const listed = useSyncExternalStore(library.runs.subscribe, library.runs.getSnapshot, library.runs.getSnapshot);
  const [opened, setOpened] = useState<LocalRun | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(
    () =>
      takeWhenThere(library.open(runId, linkKey), (answer) => {
        setError(answer.ok ? null : answer.error);
        if (answer.ok) setOpened(answer.value);
      }),
    [library, runId, linkKey, attempt],
  );

  // The list has changes made here or on another device since the run was opened.
  const run = listed?.find(({ id }) => id === runId) ?? (opened?.id === runId ? opened : null);
  const samples = useSamples(run);
  if (run !== null) return { state: 'open', run, samples };
  if (error !== null) return { state: 'failed', error, retry: () => setAttempt(attempt + 1) };
  return { state: 'loading' };
}

function useSamples(run: LocalRun | null): LoadedSamples {
  const library = useRunLibrary();
  const [bySource, setBySource] = useState<ReadonlyMap<string, Uint8Array>>(new Map());
  const [problems, setProblems] = useState<ReadonlyMap<string, CallError>>(new Map());
  const runId = run?.id ?? '';
  const wanted = run?.details.sources.map(({ id }) => id).join(' ') ?? '';

  useEffect(() => {
    const ends = (wanted === '' ? [] : wanted.split(' ')).map((sourceId) =>
      takeWhenThere(library.samples(runId, sourceId), (answer) => {
        if (answer.ok)
          setBySource((known) => (known.has(sourceId) ? known : new Map(known).set(sourceId, answer.value)));
        else setProblems((known) => new Map(known).set(sourceId, answer.error));
      }),
    );
    return () => ends.forEach((end) => end());
  }, [library, runId, wanted]);

  return useMemo(() => {
    const ids = wanted === '' ? [] : wanted.split(' ');
    return { bySource, problems, isLoading: ids.some((id) => !bySource.has(id) && !problems.has(id)) };
  }, [bySource, problems, wanted]);
}
