import { useNavigate, useSearchParams } from 'react-router';
import { lazyScreen } from './lazy-screen.ts';
import { Screen } from './screen.tsx';

export const landing = lazyScreen(() => import('../features/landing/landing-page.tsx').then((m) => m.LandingPage));
const tryRace = lazyScreen(() => import('./event/try-race-page.tsx').then((m) => m.TryRacePage));

/** `/landing?try` is a race to try: the timer's own code, which a visitor loads only then. */
export function LandingRoute() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  if (search.has('try')) {
    return (
      <Screen title="Try a race">
        <tryRace.Screen onLeave={() => void navigate('/landing')} />
      </Screen>
    );
  }
  return (
    <Screen title="Time trials on the phones you already have">
      <landing.Screen />
    </Screen>
  );
}
