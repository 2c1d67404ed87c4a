import { ComparePage } from './compare-runs/compare-page.tsx';
import { RunLibraryProvider } from './run-library-provider.tsx';
import { RunPage } from './run-page/run-page.tsx';
import { AnalysisPage } from './run-list/analysis-page.tsx';

export interface AnalysisScreensProps {
  readonly runId: string | null;
  readonly otherId: string | null;
  readonly linkKey: string | null;
}

/** All screens share one library, so that going from one to the next reads nothing twice. */
export function AnalysisScreens({ runId, otherId, linkKey }: AnalysisScreensProps) {
  return (
    <RunLibraryProvider>
      {runId === null ? (
        <AnalysisPage />
      ) : otherId === null ? (
        <RunPage key={runId} runId={runId} linkKey={linkKey} />
      ) : (
        <ComparePage key={`${runId} ${otherId}`} runId={runId} otherId={otherId} linkKey={linkKey} />
      )}
    </RunLibraryProvider>
  );
}
