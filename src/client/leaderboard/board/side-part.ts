import { keepTrying } from '../../loading/keep-trying.ts';
import { latePart } from '../../event/late-part.tsx';

/** Apart from the lists: whoever times needs their buttons first. */
export const leaderboardSide = latePart(
  async () => (await keepTrying(() => import('./leaderboard-side.tsx')))!.LeaderboardSide,
);
