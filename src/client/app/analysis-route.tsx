import { useLocation, useParams, useSearchParams } from 'react-router';
import { lazyScreen } from './lazy-screen.ts';
import { Screen } from './screen.tsx';

const analysis = lazyScreen(() => import('../features/analysis/analysis-screens.tsx').then((m) => m.AnalysisScreens));

/** The list of runs, one of them, or two side by side: one part of the app, loaded when it is first opened. */
export function AnalysisRoute() {
  const { runId = null } = useParams();
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const otherId = search.get('with');
  // The key stands behind the hash, which no browser sends.
  const linkKey = new URLSearchParams(hash.slice(1)).get('key');
  return (
    <Screen title={runId === null ? 'Analysis' : otherId === null ? 'Run' : 'Compare runs'}>
      <analysis.Screen runId={runId} otherId={otherId} linkKey={linkKey} />
    </Screen>
  );
}
