import { lazyScreen } from './lazy-screen.ts';
import { Screen } from './screen.tsx';
import { SignedIn } from './signed-in.tsx';

const compare = lazyScreen(() => import('../features/compare/compare-screens.tsx').then((m) => m.CompareScreens));

/** Events beside each other: two of them, or all of a course. */
export function CompareRoute({ isCoach }: { readonly isCoach: boolean }) {
  return (
    <SignedIn otherwise="/login">
      {() => (
        <Screen title={isCoach ? 'Coach' : 'Compare'}>
          <compare.Screen isCoach={isCoach} />
        </Screen>
      )}
    </SignedIn>
  );
}
