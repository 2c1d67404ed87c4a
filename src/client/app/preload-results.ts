import type { View } from '../../domain/sights/views.ts';
import type { EventState } from '../../domain/model/state.ts';
import { leaderboardSide } from '../leaderboard/board/side-part.ts';
import { preloadFormat } from '../leaderboard/standings/format-part.ts';

/** The results that a board opens with are there before the page is drawn, by the server and by the browser. False: they are not. */
export async function preloadResults(
  page: { readonly event: EventState; readonly view: View } | null,
): Promise<boolean> {
  if (page === null) return true;
  if (page.view !== 'viewer') return preloadSide();
  await preloadFormat(page.event);
  return true;
}

/** A timekeeper's buttons work without the results: a server that stays silent must not keep them from being drawn. */
const AT_MOST_MS = 10_000;

function preloadSide(): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), AT_MOST_MS);
    const end = (isHere: boolean) => {
      clearTimeout(timer);
      resolve(isHere);
    };
    leaderboardSide.load().then(
      () => end(true),
      () => end(false),
    );
  });
}
