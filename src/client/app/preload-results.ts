import type { View } from '../../domain/sights/views.ts';
import type { EventState } from '../../domain/model/state.ts';
import { leaderboardSide } from '../leaderboard/board/side-part.ts';
import { preloadFormat } from '../leaderboard/standings/format-part.ts';

/** The results that a board opens with are there before the page is drawn, by the server and by the browser. */
export async function preloadResults(page: { readonly event: EventState; readonly view: View } | null): Promise<void> {
  if (page === null) return;
  await (page.view === 'viewer' ? preloadFormat(page.event) : leaderboardSide.preload());
}
