import { useCallback, useMemo, useState } from 'react';
import type { RunDetails, RunVideo } from '../../../protocol/runs.ts';
import { EmptyState } from '../../../../client/ui/empty-state.tsx';
import { LoadingRegion, Skeleton } from '../../../../client/ui/skeleton.tsx';
import { Notice } from '../../../../client/ui/notice.tsx';
import { showToast } from '../../../../client/ui/toast.tsx';
import type { LocalRun } from '../../run-sync/stored-run.ts';
import { useRunLibrary } from '../../run-sync/use-run-library.ts';
import { createCursor } from '../../playback/cursor.ts';
import type { Span } from '../../../../client/ui/plot/plot.ts';
import { useUnits } from '../../recordings/units.ts';
import { type OpenRun, RunContext } from './run-context.ts';
import { useDerived, useDeriver } from '../deriving/use-derived.ts';
import { buildModel } from './run-model.ts';
import { RunScreen } from './run-screen.tsx';
import type { LoadedSamples } from '../../recordings/use-run.ts';
import { deriveSettingsOf, useViewSettings } from './view-settings.ts';

/** Makes the drawable model of a run, and holds the state that all parts of its screen share. */
export function RunView({ run, samples }: { readonly run: LocalRun; readonly samples: LoadedSamples }) {
  const library = useRunLibrary();
  const units = useUnits();
  const { smoothSeconds, filtersFixes } = useViewSettings();
  const { details } = run;
  const settings = useMemo(() => deriveSettingsOf({ smoothSeconds, filtersFixes }), [smoothSeconds, filtersFixes]);
  const deriver = useDeriver();
  const { derived, isDeriving } = useDerived(deriver, details.sources, samples.bySource, settings);
  const model = useMemo(() => buildModel(details, derived), [details, derived]);
  const [cursor] = useState(() => createCursor());
  const [section, setSection] = useState<Span | null>(null);
  const [videoId, setVideoId] = useState<string | null>(null);
  const change = useCallback(
    (next: (before: RunDetails) => RunDetails) =>
      library.change(run.id, next).catch(() => {
        showToast('This device couldn’t store that. Free some space on it and try again.', { tone: 'bad' });
      }),
    [library, run.id],
  );
  const open = useMemo<OpenRun>(
    () => ({ run, model, deriver, cursor, units, section, setSection, mayChange: run.role === 'owner', change }),
    [run, model, deriver, cursor, units, section, change],
  );
  const video: RunVideo | undefined = details.videos.find(({ id }) => id === videoId) ?? details.videos[0];
  const problem = [...samples.problems.values()][0];

  return (
    <RunContext value={open}>
      <div className="page pb-16">
        <RunScreen
          video={video}
          onVideo={setVideoId}
          samples={samples.bySource}
          notice={
            <>
              {problem !== undefined && <Notice tone="bad">{problem.message}</Notice>}
              {isDeriving && model.sources.length === 0 && (
                <LoadingRegion label="Opening the run">
                  <Skeleton className="h-64 w-full" />
                </LoadingRegion>
              )}
              {!samples.isLoading && !isDeriving && model.sources.length === 0 && details.videos.length === 0 && (
                <EmptyState title="Nothing in this run yet">
                  Add a GPX, FIT or CSV file, or a video. This device reads them itself.
                </EmptyState>
              )}
            </>
          }
        />
      </div>
    </RunContext>
  );
}
