import { latePart } from '../../event/late-part.tsx';

/** Apart from the lists: whoever times needs their buttons first. */
export const leaderboardSide = latePart(() => import('./leaderboard-side.tsx').then((m) => m.LeaderboardSide));
