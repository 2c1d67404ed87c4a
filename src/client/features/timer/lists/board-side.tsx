import { use, useDeferredValue } from 'react';
import type { EventState } from '../../../../domain/model/state.ts';
import { OpenContext } from '../../../event/event-context.ts';
import { leaderboardSide } from '../../../leaderboard/board/side-part.ts';
import { useRunLink } from '../../../leaderboard/board/use-run-link.ts';
import type { ShowDetails } from '../../../timing/rows/racer-name.tsx';
import { shareMenu, viewerShareMenu } from '../board-dialogs.tsx';
import { WatchedContext } from '../strip/watched-times.ts';

export interface BoardSideProps {
  readonly event: EventState;
  readonly pendingIds: ReadonlySet<string>;
  /** Others can see the race. */
  readonly isShared: boolean;
  /** Null where nobody times. */
  readonly onShow: ShowDetails | null;
}

/** The results beside the lists. They may follow a tap in a frame of their own. */
export function BoardSide({ event, pendingIds, isShared, onShow }: BoardSideProps) {
  const isOpen = use(OpenContext) !== null;
  const isAdmin = onShow !== null;
  const { marks, chips } = use(WatchedContext);
  return (
    <leaderboardSide.Part
      event={useDeferredValue(event)}
      isAdmin={isAdmin}
      marks={isAdmin ? marks : undefined}
      pendingIds={useDeferredValue(pendingIds)}
      chips={chips}
      onShow={onShow}
      share={isOpen && isShared && SHARE}
      RunLink={useRunLink(event.id, isOpen && isShared)}
    />
  );
}

/** Admins have the exports and the history in the menu of the event; viewers have no other menu than this. */
function Share() {
  const open = useDeferredValue(use(OpenContext));
  if (open === null) return null;
  return open.may('time') ? <shareMenu.Part open={open} /> : <viewerShareMenu.Part seen={open} />;
}

/** One element: the leaderboard is not drawn again because its Share menu has news. */
const SHARE = <Share />;
