import { CoachPage } from './coach-page.tsx';
import { ComparePage } from './compare-page.tsx';

export function CompareScreens({ isCoach }: { readonly isCoach: boolean }) {
  return isCoach ? <CoachPage /> : <ComparePage />;
}
