import type { ReactNode } from 'react';
import type { EventState } from '../../../domain/model/state.ts';
import { readLeaderboard } from '../../../domain/results/read-leaderboard.ts';
import { FinishAnnouncer } from '../finishes/finish-announcer.tsx';
import { useBoardFormat } from '../standings/use-board-format.tsx';
import { Leaderboard, type LeaderboardProps } from './leaderboard.tsx';

type FromLeaderboard = Pick<LeaderboardProps, 'pendingIds' | 'onShow' | 'share' | 'RunLink' | 'chips' | 'marks'>;

export interface LeaderboardSideProps extends FromLeaderboard {
  readonly event: EventState;
  /** The reader runs the event: bests are asked for. */
  readonly isAdmin: boolean;
}

/** The results beside the lists of a timing board. They may follow a tap in a frame of their own. */
export function LeaderboardSide({ event, isAdmin, marks, onShow, share, ...rest }: LeaderboardSideProps): ReactNode {
  const shows = { showsCategories: true, showsBests: isAdmin, showsTeams: true };
  const format = useBoardFormat({ event, ...shows, marks, onShow, isViewer: false });
  const { ranked = [], above, instead, notRanked, below, ...shown } = format;
  return (
    <>
      {above}
      {instead?.(share) ?? (
        <Leaderboard
          {...rest}
          {...shown}
          racers={ranked}
          timeZone={event.timeZone}
          onShow={onShow}
          share={share}
          empty="No finishers yet. Racers move here as they come in."
        />
      )}
      {notRanked}
      {below}
      <FinishAnnouncer leaderboard={readLeaderboard(event).ranked} />
    </>
  );
}
