import { useLocation, useParams } from 'react-router';
import { lazyScreen } from './lazy-screen.ts';
import { Screen } from './screen.tsx';
import { SignedIn } from './signed-in.tsx';

const series = lazyScreen(() => import('../features/series/series-screens.tsx').then((m) => m.SeriesScreens));

/** One's own series, or one of them; by its link anybody's. */
export function SeriesRoute() {
  const { seriesId = null } = useParams();
  const { hash } = useLocation();
  // The key stands behind the hash, which no browser sends.
  const linkKey = new URLSearchParams(hash.slice(1)).get('key');
  const screen = (
    <Screen title="Series">
      <series.Screen seriesId={seriesId} linkKey={linkKey} />
    </Screen>
  );
  return seriesId === null || linkKey === null ? <SignedIn otherwise="/login">{() => screen}</SignedIn> : screen;
}
