import { useLocation, useParams } from 'react-router';
import { lazyScreen } from './lazy-screen.ts';
import { Screen } from './screen.tsx';
import { SignedIn } from './signed-in.tsx';

const racer = lazyScreen(() => import('../features/racers/racer-page.tsx').then((module) => module.RacerPage));

/** The results of one of one's own racers; by its link anybody's. */
export function RacerRoute() {
  const { racerId = '' } = useParams();
  const { hash } = useLocation();
  // The key stands behind the hash, which no browser sends.
  const linkKey = new URLSearchParams(hash.slice(1)).get('key');
  const screen = (
    <Screen title="Results of a racer">
      <racer.Screen key={racerId} racerId={racerId} linkKey={linkKey} />
    </Screen>
  );
  return linkKey === null ? <SignedIn otherwise="/login">{() => screen}</SignedIn> : screen;
}
